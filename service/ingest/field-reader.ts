/** Reads the fields of one row, and lists the values that cannot be stored. */
import type { ValueReader } from "./check-values";
import { formatValue, RowError } from "./row-error";
import type { DroppedValue, EmptyValue, RawRow } from "./statement";
import type { NumberFormat } from "./values/amounts";
import { type DateFormat, dayText, type ParsedDate, parseDate } from "./values/dates";
import { isMissing, isNeverAValue } from "./values/missing";
import type { Rates } from "./values/rates";
import { findMisfit } from "./values/shapes";

export interface RowFormats {
  readonly dates: readonly DateFormat[];
  readonly numbers: NumberFormat;
  readonly rates: Rates | null;
  readonly now: Date;
  /** Any value that would be dropped refuses its row. */
  readonly strict?: boolean;
}

export const LONGEST = { name: 300, key: 500, line: 1000, description: 5000, url: 2000, tag: 100 };

const LONGEST_VALUE = LONGEST.url;
const DAY_MS = 86_400_000;
const EARLIEST = new Date("1900-01-01T00:00:00.000Z");
/**
 * Exports of linked records put the address of the record behind its name, `Halvor (https://www.notion.so/Halvor-8d1f)`, and others a
 * separator: `Halvor GmbH,`.
 */
const TRAILING = /\s+\(https?:\/\/[^\s()]+\)$|(?<=[\p{L}\p{N}.)])\s*[,;]+$/iu;
/** A decoder writes this for bytes that are not in the file's encoding. */
const DAMAGED = "\ufffd";

export class FieldReader {
  readonly dropped: DroppedValue[] = [];
  /** A source says by these texts that nothing is known. */
  readonly nothing: EmptyValue[] = [];

  constructor(
    readonly raw: RawRow,
    readonly formats: RowFormats,
  ) {}

  /** Lists a value as dropped; throws `RowError` where every value must be right. */
  drop(field: string, value: string, reason: string): void {
    if (this.formats.strict === true) throw new RowError(reason);
    this.dropped.push({ field, value, reason });
  }

  /** Lists a text that states nothing; a text such as `N/A`, which never does, is not listed. */
  noteNothing(field: string, value: string): void {
    if (!isNeverAValue(value)) this.nothing.push({ field, value });
  }

  /** Returns the error of a row without a field that it needs: why its value was dropped, else the sentence. */
  missing(field: string, sentence: string): RowError {
    return new RowError(this.dropped.find((one) => one.field === field)?.reason ?? sentence);
  }

  text(field: string): string | null {
    const text = this.raw.texts.get(field);
    return text === undefined || isNeverAValue(text) ? null : text;
  }

  /** Returns a text that is short enough to be a value, so that no pattern takes long over it. */
  short(field: string): string | null {
    const text = this.text(field);
    if (text === null || text.length <= LONGEST_VALUE) return text;
    this.drop(field, text, tooLong(field, text, LONGEST_VALUE));
    return null;
  }

  name(field: string, longest: number): string | null {
    const text = this.text(field)?.replace(TRAILING, "") ?? null;
    return text === null || this.#isDamaged(field, text) || this.isMisfit(field, text)
      ? null
      : this.cut(field, text, longest);
  }

  /** Lists a text that says that it is something else than a value of the field, such as a date in place of a name. */
  isMisfit(field: string, text: string): boolean {
    const shape = findMisfit(field, text);
    if (shape !== undefined) this.drop(field, text, `${field} ${formatValue(text)} is ${shape}, and is left out.`);
    return shape !== undefined;
  }

  names(field: string, longest: number): string[] {
    const names = (this.raw.lists.get(field) ?? []).filter((text) => !isNeverAValue(text));
    const whole = names.filter((text) => !this.#isDamaged(field, text));
    return [...new Set(whole.map((text) => this.cut(field, text, longest)))];
  }

  /** Returns the source's identifier of something, which cannot be cut without meaning something else. */
  key(field: string, longest: number): string | null {
    const text = this.text(field);
    if (text === null || this.#isDamaged(field, text)) return null;
    if (text.length <= longest) return text;
    this.drop(field, text, tooLong(field, text, longest));
    return null;
  }

  /** Returns prose, which is still of use without the characters that a wrong encoding destroyed. */
  prose(field: string, longest: number): string | null {
    const text = this.text(field);
    if (text === null || this.isMisfit(field, text)) return null;
    if (!text.includes(DAMAGED)) return this.cut(field, text, longest);
    this.drop(field, text, damaged(field, text));
    const rest = text.replaceAll(DAMAGED, "").trim();
    return rest === "" ? null : this.cut(field, rest, longest);
  }

  read<V>(field: string, reader: ValueReader<V>): V | null {
    const text = this.short(field);
    return text === null ? null : (this.#value(field, text, reader) ?? null);
  }

  parts<V>(field: string, separator: RegExp, reader: ValueReader<V>): V[] {
    const parts = this.short(field)?.split(separator) ?? [];
    return [...new Set(parts.map((part) => this.#value(field, part, reader)).filter((value) => value !== undefined))];
  }

  list<V>(field: string, reader: ValueReader<V>): V[] {
    const texts = this.raw.lists.get(field);
    if (texts === undefined || texts.length === 0) return [];
    const values = texts.map((text) => this.#value(field, text, reader));
    return [...new Set(values.filter((value) => value !== undefined))];
  }

  /** Returns a date from 1900 until so many days after today. */
  date(field: string, daysAhead: number): ParsedDate | null {
    const text = this.short(field);
    if (text === null) return null;
    const { dates, now } = this.formats;
    const several = text.split(/\s*[;|]\s*/).map((one) => asYear(parseDate(one, dates, now)));
    const [date] = several.includes(undefined) ? [undefined] : several;
    if (date !== undefined && several.length > 1)
      this.drop(field, text, `${field} ${formatValue(text)} names several dates, of which the first counts.`);
    const until = new Date(now.getTime() + daysAhead * DAY_MS);
    if (date !== undefined && date.at >= EARLIEST && date.at <= until) return date;
    if (date !== undefined)
      this.drop(
        field,
        text,
        `${field} ${dayText(date.at)} must be between ${dayText(EARLIEST)} and ${dayText(until)}.`,
      );
    else if (isMissing(text)) this.noteNothing(field, text);
    else this.drop(field, text, `${field} ${formatValue(text)} is not a date in ${dates.join(" or ")}.`);
    return null;
  }

  /** Returns at most so many characters, without half of one at the end. */
  cut(field: string, text: string, longest: number): string {
    if (text.length <= longest) return text;
    this.drop(field, text, tooLong(field, text, longest));
    return text
      .slice(0, longest)
      .replace(/\p{Cs}$/u, "")
      .trimEnd();
  }

  /** A text that states nothing is no value, and nothing that was dropped. */
  #value<V>(field: string, text: string, reader: ValueReader<V>): V | undefined {
    const value = text.length > LONGEST_VALUE ? undefined : reader.read(text);
    if (value !== undefined) return value;
    if (isMissing(text)) this.noteNothing(field, text);
    else this.drop(field, text, reader.sentence(text, field));
    return undefined;
  }

  #isDamaged(field: string, text: string): boolean {
    if (!text.includes(DAMAGED)) return false;
    this.drop(field, text, damaged(field, text));
    return true;
  }
}

const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30);

/** A spreadsheet that was given a year shows it as a day of 1905: 2006 as 28/06/1905. */
function asYear(date: ParsedDate | undefined): ParsedDate | undefined {
  if (date === undefined || date.precision !== "day") return date;
  const year = (date.at.getTime() - SPREADSHEET_EPOCH) / DAY_MS;
  return year >= 1980 && year <= 2040 ? { at: new Date(Date.UTC(year, 0, 1)), precision: "year" } : date;
}

function tooLong(field: string, text: string, longest: number): string {
  return `${field} has ${text.length} characters; the maximum is ${longest}.`;
}

function damaged(field: string, text: string): string {
  return `${field} ${formatValue(text)} contains bytes that are not UTF-8; convert the file to UTF-8 first.`;
}
