/** Reads objects, whose columns are not known in advance, as a table. */
import { formatValue } from "../../row-error";
import { ColumnError } from "../map-row";
import { foldName } from "./column-names";
import { flatten, NestingError } from "./flatten";
import { LONGEST_CELL, type Table, type TableOptions, type TableRow } from "./table";

/** Each object of a file has its line or number. */
export type ObjectRow = { readonly line: number } & ({ readonly value: unknown } | { readonly reason: string });

/** These rows are read before the header is known. */
const SAMPLE_ROWS = 2_000;
/** A cell per column and row takes memory, so a file of objects as columns is refused. */
const MOST_COLUMNS = 2_000;
const LISTED_COLUMNS = 20;

type FlatRow = { readonly line: number } & (
  | { readonly texts: ReadonlyMap<string, string> }
  | { readonly reason: string }
);

/** Throws `ColumnError` when there is no row. The header has the columns of the first 2,000 rows and the needed ones. */
export async function objectTable(
  objects: AsyncGenerator<ObjectRow>,
  file: string,
  options: TableOptions,
): Promise<Table> {
  const sample: FlatRow[] = [];
  let isWhole = false;
  while (sample.length < SAMPLE_ROWS && !isWhole) {
    const next = await objects.next();
    if (next.done === true) isWhole = true;
    else sample.push(flatRow(next.value));
  }
  const names = new Set(sample.flatMap((row) => ("texts" in row ? [...row.texts.keys()] : [])));
  if (names.size === 0) throw new ColumnError(`${file} is empty: it has no object with fields.`);
  if (names.size > MOST_COLUMNS) throw new ColumnError(`${file} has more than ${MOST_COLUMNS} columns.`);
  if (!isWhole) addNeeded(names, options.columns ?? []);
  const header = [...names];
  const types = new RecordTypes(sample, options.columns ?? []);
  const late = new Map<string, number>([]);
  const notes = () =>
    [...late].map(
      ([name, line]) =>
        `The column ${name} occurs first in row ${line} and was left out; name it in the map to read it.`,
    );
  return { header, rows: types.withoutOthers(tableRows(sample, objects, names, late), header), notes };
}

const TYPE = /^_?(?:record|object|entity)?[_ ]?(?:type|kind)$/i;
/** Records of another type share fewer of their columns with those of the usual one. */
const LEAST_SHARED = 0.6;

/** Lines of one file may be records of several kinds, which a column names: `{"type": "round", …}` and `{"type": "move", …}`. */
class RecordTypes {
  readonly #column: string | undefined;
  readonly #usual: string | undefined;
  readonly #columns: ReadonlySet<string>;
  readonly #verdicts = new Map<string, boolean>();

  /** @param needed a map that reads the column of the types says itself which rows it means */
  constructor(sample: readonly FlatRow[], needed: readonly string[]) {
    const rows = sample.flatMap((row) => ("texts" in row ? [row.texts] : []));
    const known = new Set(needed.map(foldName));
    const named = [...(rows[0]?.keys() ?? [])].find((column) => TYPE.test(column) && !known.has(foldName(column)));
    const byType = new Map<string, ReadonlyMap<string, string>[]>();
    for (const texts of named === undefined ? [] : rows) {
      const type = texts.get(named ?? "") ?? "";
      const ofType = byType.get(type) ?? [];
      ofType.push(texts);
      byType.set(type, ofType);
    }
    const [usual] = [...byType].sort(([, one], [, other]) => other.length - one.length);
    this.#column = named;
    this.#usual = usual?.[0];
    this.#columns = new Set(usual?.[1].flatMap((texts) => [...texts.keys()]));
  }

  async *withoutOthers(rows: AsyncGenerator<TableRow>, header: readonly string[]): AsyncGenerator<TableRow> {
    const at = header.indexOf(this.#column ?? "");
    for await (const row of rows) {
      const type = "cells" in row && at >= 0 ? row.cells[at] : undefined;
      if (type === undefined || !("cells" in row) || !this.#isOther(type, row.cells, header)) yield row;
      else {
        const reason = `The row has the ${this.#column} ${formatValue(type)}, and rows with ${formatValue(this.#usual ?? "")} are read; "where" in a map reads others.`;
        yield { line: row.line, reason };
      }
    }
  }

  #isOther(type: string, cells: readonly string[], header: readonly string[]): boolean {
    if (type === this.#usual) return false;
    const known = this.#verdicts.get(type);
    if (known !== undefined) return known;
    const own = header.filter((name, index) => name !== this.#column && cells[index] !== "");
    const isOther = own.filter((name) => this.#columns.has(name)).length < own.length * LEAST_SHARED;
    this.#verdicts.set(type, isOther);
    return isOther;
  }
}

function addNeeded(names: Set<string>, columns: readonly string[]): void {
  const known = new Set([...names].map(foldName));
  for (const column of columns) if (!known.has(foldName(column))) names.add(column);
}

/** @param late takes the columns that occur only after the header was made, with their rows */
async function* tableRows(
  sample: FlatRow[],
  objects: AsyncGenerator<ObjectRow>,
  names: ReadonlySet<string>,
  late: Map<string, number>,
): AsyncGenerator<TableRow> {
  const header = [...names];
  try {
    for (const row of sample.splice(0)) yield toRow(row, header);
    for await (const object of objects) {
      const row = flatRow(object);
      for (const name of "texts" in row ? row.texts.keys() : [])
        if (!names.has(name) && !late.has(name) && late.size < LISTED_COLUMNS) late.set(name, row.line);
      yield toRow(row, header);
    }
  } finally {
    await objects.return(undefined);
  }
}

function flatRow(row: ObjectRow): FlatRow {
  if ("reason" in row) return row;
  const { line, value } = row;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { line, reason: "The row must be an object." };
  try {
    const texts = flatten(Object.fromEntries(Object.entries(value)));
    for (const [name, text] of texts)
      if (text.length > LONGEST_CELL) return { line, reason: `${name} has more than 1 MB of text.` };
    return { line, texts };
  } catch (error) {
    if (error instanceof NestingError) return { line, reason: error.message };
    throw error;
  }
}

function toRow(row: FlatRow, header: readonly string[]): TableRow {
  if ("reason" in row) return row;
  return { line: row.line, cells: header.map((name) => row.texts.get(name) ?? "") };
}
