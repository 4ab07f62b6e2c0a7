/** Applies a map to the cells of a line. */
import { FIELDS } from "../fields";
import { splitCompanies } from "../several-companies";
import type { EmptyValue, RawRow } from "../statement";
import { isNeverAValue } from "../values/missing";
import { decodeEscapes, listedTexts, tidy, tidyCell } from "../values/text";
import { getColumns, type ImportMap, type Rule, ruleColumns } from "./map";
import { UNIT_WORDS } from "./map-schema";
import { ColumnFinder } from "./tables/column-names";
import { parseTemplate } from "./template";

export class ColumnError extends Error {
  override readonly name = "ColumnError";
}

/** A sentence lists columns up to so many characters: a file that is no CSV at all may have a first line of any length. */
export const LONGEST_LIST = 500;

type ReadCell = (cells: readonly string[]) => string;
/** Hears of texts that the map reads as nothing. */
type NoteNothing = (text: string) => void;
type ReadText = (cells: readonly string[], note: NoteNothing) => string | null;
type ReadList = (cells: readonly string[], note: NoteNothing) => string[];

export type RowMapper = (cells: readonly string[]) => RawRow;

/** Prepares a map for the files with that header; throws `ColumnError` when columns are not there. */
export function rowMapper(map: ImportMap, header: readonly string[]): RowMapper {
  const mapper = new MapReader(map, header);
  const { texts, lists } = FIELDS[map.kind];
  const rules = Object.entries(map.fields);
  const textReaders = rules
    .filter(([field]) => texts.has(field))
    .map(([field, of]) => [field, mapper.text(of, COMPANY_NAME.test(field) ? tidyNames : tidyCell)] as const);
  const listReaders = rules
    .filter(([field]) => lists.has(field))
    .map(([field, of]) => [field, mapper.list(of)] as const);
  const key = mapper.key();
  return (cells) => {
    const [texts, lists] = [new Map<string, string>(), new Map<string, string[]>()];
    const nothing: EmptyValue[] = [];
    for (const [field, read] of textReaders) {
      const text = read(cells, (value) => void nothing.push({ field, value }));
      if (text !== null) texts.set(field, text);
    }
    for (const [field, read] of listReaders)
      lists.set(
        field,
        read(cells, (value) => void nothing.push({ field, value })),
      );
    const row = { kind: map.kind, key: key(cells), texts, lists, investors: [], sources: [], nothing };
    const isUndated = map.kind === "funding" && map.undated === "company" && !texts.has("announcedAt");
    return isUndated ? toCompanyRow(row) : row;
  };
}

const COMPANY = "company.";
const COMPANY_NAME = /^(?:company|target|acquirer)\.name$/;

/** Returns a row of the company, which its name identifies where nothing else does. What is stated of the round becomes nothing. */
function toCompanyRow({ texts, lists, nothing = [], ...row }: RawRow): RawRow {
  const own = <T>(fields: ReadonlyMap<string, T>) =>
    [...fields].flatMap(([field, value]) =>
      field.startsWith(COMPANY) ? [[field.slice(COMPANY.length), value] as const] : [],
    );
  const stated = [...texts, ...[...lists].flatMap(([field, values]) => values.map((value) => [field, value] as const))];
  const others = stated.filter(
    ([field, value]) => !field.startsWith(COMPANY) && field !== "currency" && !isNeverAValue(value),
  );
  const company = new Map(own(texts));
  const name = company.get("name");
  if (name !== undefined && !company.has("key") && !company.has("domain")) company.set("key", name);
  return {
    ...{ ...row, kind: "company", key: null, texts: company, lists: new Map(own(lists)) },
    nothing: [...nothing, ...others.map(([field, value]) => ({ field, value }))],
  };
}

class MapReader {
  readonly #columns: ColumnFinder;

  constructor(
    private readonly map: ImportMap,
    header: readonly string[],
  ) {
    this.#columns = new ColumnFinder(header.map(tidy));
    const absent = getColumns(map).filter((name) => this.#columns.find(name) === undefined);
    if (absent.length === 0) return;
    const columns = header.map(tidy).join(", ");
    throw new ColumnError(
      `The file lacks columns used by the map: ${absent.join(", ")}; it has ${columns.slice(0, LONGEST_LIST)}.`,
    );
  }

  /** Returns the key columns as one text; null when one of them is empty. */
  key(): (cells: readonly string[]) => string | null {
    const columns = this.map.key.map((name) => this.#column(name));
    return (cells) => {
      const parts = columns.map((read) => read(cells));
      if (parts.length === 0 || parts.includes("")) return null;
      return parts.length === 1 ? (parts[0] ?? null) : JSON.stringify(parts);
    };
  }

  /** Returns the first text that one of the rules states. */
  text(rules: readonly Rule[], normalize: (text: string) => string): ReadText {
    const readers = rules.map((rule) => {
      const [cells, value] = [this.#cells(rule, normalize), this.#value(rule)];
      const { join = " " } = rule;
      const missing = this.#missing(rule);
      return { cell: (row: readonly string[]) => joined(cells, row, join, missing), value };
    });
    return (cells, note) => {
      let nothing = "";
      for (const { cell, value } of readers) {
        const text = cell(cells);
        const read = value(text);
        if (read !== null) return read;
        if (nothing === "") nothing = text;
      }
      if (nothing !== "" && !isNeverAValue(nothing)) note(nothing);
      return null;
    };
  }

  /** Returns the parts of the first rule that states some; the columns of one rule are one list. */
  list(rules: readonly Rule[]): ReadList {
    const readers = rules.map((rule) => {
      const [columns, value] = [this.#cells(rule, tidyLines), this.#value(rule)];
      const split = rule.split === undefined ? undefined : expression(rule.split);
      const drop = rule.drop === undefined ? undefined : expression(rule.drop);
      return (cells: readonly string[], note: NoteNothing) => {
        const texts = columns.flatMap((cell) => cell(cells).split("\n"));
        const parts = texts.flatMap((text) => listedTexts(text) ?? (split === undefined ? [text] : text.split(split)));
        return parts.flatMap((part) => {
          const text = tidy(part);
          const read = value(text);
          if (read !== null && drop?.test(read) !== true) return [read];
          if (text !== "" && !isNeverAValue(text)) note(text);
          return [];
        });
      };
    });
    return (cells, note) => {
      for (const read of readers) {
        const parts = read(cells, note);
        if (parts.length > 0) return parts;
      }
      return [];
    };
  }

  /** Returns a reader for each column of a rule, or one for its constant or template. */
  #cells(rule: Rule, normalize = tidyCell): ReadCell[] {
    const { constant, template } = rule;
    if (constant !== undefined) return [() => tidy(constant)];
    if (template !== undefined) return [this.#template(template, rule)];
    return ruleColumns(rule).map((name) => this.#column(name, normalize));
  }

  /** Returns a reader whose text is empty where a placeholder states nothing. */
  #template(template: string, rule: Rule): ReadCell {
    const missing = this.#missing(rule);
    const parts = parseTemplate(template).map((part): ReadCell => {
      if (typeof part === "string") return () => part;
      const read = this.#column(part.column);
      return (cells) => {
        const text = read(cells);
        if (missing.has(normal(text))) return "";
        return part.digits ? text.replace(/\D+/g, "") : text;
      };
    });
    return (cells) => {
      let whole = "";
      for (const part of parts) {
        const text = part(cells);
        if (text === "") return "";
        whole += text;
      }
      return whole;
    };
  }

  /** Returns the texts that mean nothing, in the form of `normal`. */
  #missing(rule: Rule): ReadonlySet<string> {
    return new Set(["", ...this.map.missing, ...rule.missing].map(normal));
  }

  #column(name: string, normalize = tidyCell): ReadCell {
    const index = this.#columns.find(name) ?? -1;
    return this.map.escapes
      ? (cells) => normalize(decodeEscapes(cells[index] ?? ""))
      : (cells) => normalize(cells[index] ?? "");
  }

  /** Returns the value of a normalized text. */
  #value(rule: Rule): (text: string) => string | null {
    const missing = this.#missing(rule);
    const strip = rule.strip === undefined ? undefined : new RegExp(rule.strip, "giu");
    const { values } = rule;
    const table = typeof values === "string" ? (this.map.tables[values] ?? {}) : (values ?? {});
    const known = new Map(Object.entries(table).map(([text, value]) => [normal(text), value] as const));
    const patterns = rule.patterns.map(([pattern, value]) => [expression(pattern), value] as const);
    const unit = UNIT_WORDS[rule.multiply ?? 1];
    return (cell) => {
      const text = strip === undefined ? cell : tidy(cell.replace(strip, ""));
      const plain = normal(text);
      if (missing.has(plain)) return null;
      const value = known.get(plain);
      if (value !== undefined) return value;
      for (const [pattern, meant] of patterns) if (pattern.test(text)) return meant;
      if (rule.otherwise !== undefined) return rule.otherwise;
      return unit === undefined ? text : withUnit(text, unit);
    };
  }
}

/** A list in a cell may have a part on each line. */
function tidyLines(text: string): string {
  return text.split(/\r?\n/).map(tidyCell).join("\n");
}

/** Names of several companies may stand on lines of their own; others may be wrapped. */
function tidyNames(text: string): string {
  const names = text.includes("\n") ? splitCompanies(tidyLines(text)) : [];
  return names.length > 1 ? names.join("; ") : tidyCell(text);
}

function joined(
  columns: readonly ReadCell[],
  cells: readonly string[],
  separator: string,
  missing: ReadonlySet<string>,
): string {
  const [first] = columns;
  if (columns.length === 1 && first !== undefined) return first(cells);
  return tidy(
    columns
      .map((column) => column(cells))
      .filter((text) => !missing.has(normal(text)))
      .join(separator),
  );
}

/** Matches a number, perhaps with a symbol or code of its currency, that has no unit yet. */
const BARE_NUMBER = /^((?:\p{Lu}{1,3}\s*)?[^\p{L}]*\d)(\s*\p{Sc}?(?:\s*(?!MLN|MIO|BLN|MRD)[A-Z]{3})?)$/u;

/** Puts the unit behind the digits of a number: `€ 2.3` becomes `€ 2.3M`. A text that has a unit stays as it is. */
function withUnit(text: string, unit: string): string {
  return text.replace(BARE_NUMBER, `$1${unit}$2`);
}

/** Returns the same text for texts that differ in case, spaces and width of letters. */
export function normal(text: string): string {
  return tidy(text.normalize("NFKC")).toLowerCase();
}

function expression(pattern: string): RegExp {
  return new RegExp(pattern, "iu");
}
