/** Applies a map to the cells of a line. */
import { FIELDS } from "../fields";
import type { RawRow } from "../statement";
import { decodeEscapes, tidy } from "../values/text";
import { getColumns, type ImportMap, type Rule } from "./map";

export class ColumnError extends Error {
  override readonly name = "ColumnError";
}

/** A file that is no CSV at all may have a first line of any length. */
const LONGEST_LIST = 500;

type ReadText = (cells: readonly string[]) => string | null;
type ReadList = (cells: readonly string[]) => string[];

export type RowMapper = (cells: readonly string[]) => RawRow;

/** Prepares a map for the files with that header; throws `ColumnError` when columns are not there. */
export function rowMapper(map: ImportMap, header: readonly string[]): RowMapper {
  const mapper = new MapReader(map, header);
  const { texts, lists } = FIELDS[map.kind];
  const rules = Object.entries(map.fields);
  const textReaders = rules
    .filter(([field]) => texts.has(field))
    .map(([field, of]) => [field, mapper.text(of)] as const);
  const listReaders = rules
    .filter(([field]) => lists.has(field))
    .map(([field, of]) => [field, mapper.list(of)] as const);
  const key = mapper.key();
  return (cells) => {
    const [textsOf, listsOf] = [new Map<string, string>(), new Map<string, string[]>()];
    for (const [field, read] of textReaders) {
      const text = read(cells);
      if (text !== null) textsOf.set(field, text);
    }
    for (const [field, read] of listReaders) listsOf.set(field, read(cells));
    return { kind: map.kind, key: key(cells), texts: textsOf, lists: listsOf, investors: [], sources: [] };
  };
}

class MapReader {
  readonly #columns: ReadonlyMap<string, number>;

  constructor(
    private readonly map: ImportMap,
    header: readonly string[],
  ) {
    this.#columns = new Map(header.map((name, index) => [tidy(name), index] as const));
    const absent = getColumns(map).filter((name) => !this.#columns.has(tidy(name)));
    if (absent.length === 0) return;
    const columns = [...this.#columns.keys()].join(", ");
    throw new ColumnError(
      `The file lacks columns used by the map: ${absent.join(", ")}; it has ${columns.slice(0, LONGEST_LIST)}.`,
    );
  }

  /** Returns the key columns as one text; null when one of them is empty. */
  key(): ReadText {
    const columns = this.map.key.map((name) => this.#column(name));
    return (cells) => {
      const parts = columns.map((read) => read(cells));
      if (parts.length === 0 || parts.includes("")) return null;
      return parts.length === 1 ? (parts[0] ?? null) : JSON.stringify(parts);
    };
  }

  /** Returns the first text that one of the rules states. */
  text(rules: readonly Rule[]): ReadText {
    const readers = rules.map((rule) => {
      const [cell, value] = [this.#cell(rule), this.#value(rule)];
      return (cells: readonly string[]) => value(cell(cells));
    });
    return (cells) => {
      for (const read of readers) {
        const text = read(cells);
        if (text !== null) return text;
      }
      return null;
    };
  }

  list(rules: readonly Rule[]): ReadList {
    const readers = rules.map((rule) => {
      const [cell, value] = [this.#cell(rule), this.#value(rule)];
      const split = rule.split === undefined ? undefined : expression(rule.split);
      const drop = rule.drop === undefined ? undefined : expression(rule.drop);
      return (cells: readonly string[]) => {
        const parts = (split === undefined ? [cell(cells)] : cell(cells).split(split)).map((part) => value(tidy(part)));
        return parts.filter((part): part is string => part !== null && drop?.test(part) !== true);
      };
    });
    return (cells) => {
      for (const read of readers) {
        const parts = read(cells);
        if (parts.length > 0) return parts;
      }
      return [];
    };
  }

  #cell({ column, constant }: Rule): (cells: readonly string[]) => string {
    return column === undefined ? () => tidy(constant ?? "") : this.#column(column);
  }

  #column(name: string): (cells: readonly string[]) => string {
    const index = this.#columns.get(tidy(name)) ?? -1;
    return this.map.escapes ? (cells) => tidy(decodeEscapes(cells[index] ?? "")) : (cells) => tidy(cells[index] ?? "");
  }

  /** Returns the value of a normalized text. */
  #value(rule: Rule): (text: string) => string | null {
    const missing = new Set(["", ...this.map.missing, ...rule.missing].map(normal));
    const strip = rule.strip === undefined ? undefined : new RegExp(rule.strip, "giu");
    const { values } = rule;
    const table = typeof values === "string" ? (this.map.tables[values] ?? {}) : (values ?? {});
    const known = new Map(Object.entries(table).map(([text, value]) => [normal(text), value] as const));
    const patterns = rule.patterns.map(([pattern, value]) => [expression(pattern), value] as const);
    return (cell) => {
      const text = strip === undefined ? cell : tidy(cell.replace(strip, ""));
      const plain = normal(text);
      if (missing.has(plain)) return null;
      const value = known.get(plain);
      if (value !== undefined) return value;
      for (const [pattern, meant] of patterns) if (pattern.test(text)) return meant;
      return rule.otherwise === undefined ? text : rule.otherwise;
    };
  }
}

function normal(text: string): string {
  return tidy(text.normalize("NFKC")).toLowerCase();
}

function expression(pattern: string): RegExp {
  return new RegExp(pattern, "iu");
}
