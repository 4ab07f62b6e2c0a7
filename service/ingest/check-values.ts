/**
 * Reads single values of a row; each rejection is one sentence that names the field, the value and the allowed ones.
 */
import { nearest } from "@dealflow/contract/query/nearest";
import { isNaicsParameter, isWellFormed, reduceDomain } from "@dealflow/contract/query/syntax";
import { formatValue, RowError } from "./row-error";
import { readCountry } from "./values/countries";
import { type DateFormat, dayText, parseDate } from "./values/dates";

interface Listed<V extends string> {
  readonly value: V;
  readonly title: string;
}

export type ListReader<V extends string> = (text: string, field: string) => V;

/** Reads a value of a list by the value itself or its title, without regard to case and to hyphen or underscore. */
export function listReader<V extends string>(list: readonly Listed<V>[]): ListReader<V> {
  const found = new Map<string, V>();
  for (const { value, title } of list) {
    found.set(plain(title), value);
    found.set(plain(value), value);
  }
  return (text, field) => {
    const value = found.get(plain(text));
    if (value !== undefined) return value;
    const values = list.map((item) => item.value);
    const near = nearest(text, values);
    const allowed = near !== undefined ? `did you mean ${formatValue(near)}?` : allowedSentence(values);
    throw new RowError(`${field} ${formatValue(text)} is not an allowed value; ${allowed}`);
  };
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[_–]/g, "-").replace(/\s+/g, " ");
}

function allowedSentence(values: readonly string[]): string {
  const some = values.slice(0, 12).join(", ");
  return values.length > 12 ? `there are ${values.length}, such as ${some}.` : `allowed are ${some}.`;
}

/** Returns a country's alpha-2 code, from that, its alpha-3 code or its English name. */
export function country(text: string, field: string): string {
  const code = readCountry(text);
  if (code === undefined)
    throw new RowError(
      `${field} ${formatValue(text)} is not a known country; use its ISO 3166-1 code or English name.`,
    );
  return code;
}

export function domain(text: string, field: string): string {
  const reduced = reduceDomain(text);
  if (reduced === undefined) throw new RowError(`${field} ${formatValue(text)} is not a domain or URL.`);
  return reduced;
}

export function naics(text: string, field: string): string {
  if (text !== "unknown" && isNaicsParameter(text)) return text;
  throw new RowError(`${field} ${formatValue(text)} is not a NAICS code of 2 to 6 digits or a sector range.`);
}

export function flag(text: string, field: string): boolean {
  if (/^(true|yes|y|1)$/i.test(text)) return true;
  if (/^(false|no|n|0)$/i.test(text)) return false;
  throw new RowError(`${field} ${formatValue(text)} must be true or false.`);
}

export function wholeNumber(text: string, field: string, least: number, most: number): number {
  const number = /^\d{1,16}(?:\.0+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new RowError(`${field} ${formatValue(text)} must be a whole number from ${least} to ${most}.`);
}

/** Returns text of at most `longest` characters that a database can hold. */
export function limited(text: string, field: string, longest: number): string {
  if (text.length > longest) throw new RowError(`${field} has ${text.length} characters; the maximum is ${longest}.`);
  if (!isWellFormed(text))
    throw new RowError(`${field} ${formatValue(text)} contains half a character (a lone surrogate).`);
  if (text.includes("\uFFFD"))
    throw new RowError(
      `${field} ${formatValue(text)} contains bytes that are not UTF-8; convert the file to UTF-8 first.`,
    );
  return text;
}

export interface Span {
  readonly from: Date;
  readonly until: Date;
}

export function instant(text: string, field: string, formats: readonly DateFormat[], span: Span): Date {
  const date = parseDate(text, formats);
  if (date === undefined) throw new RowError(`${field} ${formatValue(text)} is not a date in ${formats.join(" or ")}.`);
  if (date < span.from || date > span.until)
    throw new RowError(`${field} ${dayText(date)} must be between ${dayText(span.from)} and ${dayText(span.until)}.`);
  return date;
}
