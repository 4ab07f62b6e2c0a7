/** Decides which fields of a record an export has, their heads, and the content of their cells. */

import type { FeedName } from "@dealflow/contract/feeds";
import { minorDigits } from "@dealflow/contract/records/currencies";
import { factsAt, originalPath } from "@dealflow/contract/records/facts";
import { type RecordField, recordFields, type Titled } from "@dealflow/contract/records/fields";

/** A date stays an ISO text; a workbook turns it into a date. */
export type Cell = string | number | boolean | null;

export interface ExportRow {
  readonly record: unknown;
  readonly purchasedAt: string;
}

export interface Field {
  readonly head: string;
  /** A date is an ISO date or timestamp, an amount a number of units or cents of a currency. */
  readonly kind: "date" | "amount" | "other";
  readonly cell: (row: ExportRow) => Cell;
  /** A preview shows the band of this amount. */
  readonly hasBand?: true;
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/;

/** Spreadsheets read `2026-11-18 06:12:30` as a date, but not an ISO timestamp. A bare day is stored as its midnight. */
export function dateText(text: string): string {
  return text.replace(TIMESTAMP, (_, day: string, time: string) => (time === "00:00:00" ? day : `${day} ${time}`));
}

const SEPARATOR = "; ";

export function joinValues(value: string | number | readonly string[]): string | number {
  return typeof value === "object" ? value.join(SEPARATOR) : value;
}

function scalar(value: unknown): Cell {
  if (typeof value === "string" || typeof value === "boolean") return value;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function valueAt(record: unknown, path: string): Cell {
  const facts = factsAt(record, path).filter((fact) => typeof fact !== "object");
  return facts.length > 1 ? facts.map(String).join(SEPARATOR) : scalar(facts[0]);
}

function kindAt(path: string): Field["kind"] {
  if (/(?:At|Date)$/.test(path)) return "date";
  return /(?:Usd|Cents)$/.test(path) ? "amount" : "other";
}

function pathField(path: string, head = pathWords(path)): Field {
  return { head, kind: kindAt(path), cell: ({ record }) => valueAt(record, path) };
}

const ACRONYM = /\b(?:usd|hq|naics|url)\b/g;

/** Turns `company.hqCountry.code` into `Company HQ country code`, and `investors.name` into `Investors`. */
function pathWords(path: string): string {
  const words = path
    .replace(/\.name$/, "")
    .replaceAll(".", " ")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .toLowerCase()
    .replaceAll(ACRONYM, (acronym) => acronym.toUpperCase());
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Returns the original amount in units of its currency, whose smallest units are at `path`. */
function originalField(path: string, head: string): Field {
  const currency = path.replace(/Cents$/, "Currency");
  return {
    head,
    kind: "amount",
    cell: ({ record }) => {
      const [minor, code] = [valueAt(record, path), valueAt(record, currency)];
      return typeof minor === "number" && typeof code === "string" ? minor / 10 ** minorDigits(code) : null;
    },
  };
}

const PURCHASED_FIELD: Field = { head: "Owned as of", kind: "date", cell: ({ purchasedAt }) => purchasedAt };

/** Lists every field that any of the rows has, in the order in which records name them. */
export function allFields(rows: Iterable<ExportRow>): Field[] {
  const paths = new Set<string>();
  for (const { record } of rows) addPaths(record, "", paths);
  // An empty or missing list has the fields that the others have.
  const named = [...paths].filter((path) => ![...paths].some((other) => other.startsWith(`${path}.`)));
  const fields = named.flatMap((path) =>
    path.endsWith("OriginalCents")
      ? [originalField(path, pathWords(path.replace(/Cents$/, ""))), pathField(path)]
      : [pathField(path)],
  );
  return [...fields, PURCHASED_FIELD];
}

function addPaths(value: unknown, path: string, paths: Set<string>): void {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object")) paths.add(path);
    else for (const item of value) addPaths(item, path, paths);
  } else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) addPaths(inner, path === "" ? key : `${path}.${key}`, paths);
  else paths.add(path);
}

/**
 * Returns the fields behind the columns of a feed's table; a column that shows nothing of the record is not exported.
 */
export function columnFields(feed: FeedName, columns: readonly string[]): Field[] {
  const known = new Map(recordFields(feed).map((field) => [field.id, field]));
  return columns.flatMap((id) => {
    if (id === "owned") return [PURCHASED_FIELD];
    const field = known.get(id);
    const own = field !== undefined && columns.some((other) => known.get(other)?.path === field.domain);
    return field === undefined ? [] : exportFields(field, own);
  });
}

/**
 * Returns the cells of a field: an amount has its currency next to it, a country its code, and a company, since names
 * are not unique, its domain.
 * @param own true when the domain is another column
 */
function exportFields({ label, path, format, domain, yesNo, titles }: RecordField, own: boolean): Field[] {
  switch (format) {
    case "usd":
      return [{ ...pathField(path, `${label} USD`), hasBand: true }, ...originalFields(originalPath(path))];
    case "original":
      return originalFields(path);
    case "country":
      return [pathField(`${path}.code`, `${label} code`), pathField(`${path}.name`, label)];
    case "date":
      return [dayField(path, label)];
    case "flag":
      return [pathField(path, yesNo?.[0])];
    case "choice":
      return [titled(pathField(path, label), titles)];
    default:
      return domain === undefined || own
        ? [pathField(path, label)]
        : [pathField(path, label), pathField(domain, label === "Company" ? "Domain" : `${label} domain`)];
  }
}

function originalFields(path: string): Field[] {
  return [originalField(path, "Amount original"), pathField(path.replace(/Cents$/, "Currency"), "Currency")];
}

/** Writes only the day, as in the table; the export of every field has the time too. */
function dayField(path: string, head: string): Field {
  return worded(pathField(path, head), (value) => (typeof value === "string" ? value.slice(0, 10) : value));
}

function titled(field: Field, titles: Titled = []): Field {
  const known = new Map(titles.map(({ value, title }) => [value, title]));
  const word = (item: string) => known.get(item) ?? item;
  return worded(field, (value) =>
    typeof value === "string" ? value.split(SEPARATOR).map(word).join(SEPARATOR) : value,
  );
}

function worded(field: Field, words: (value: Cell) => Cell): Field {
  return { ...field, cell: (row) => words(field.cell(row)) };
}
