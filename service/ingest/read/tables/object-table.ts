/** Reads objects, whose columns are not known in advance, as a table. */
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
  const late = new Map<string, number>([]);
  const notes = () =>
    [...late].map(
      ([name, line]) =>
        `The column ${name} occurs first in row ${line} and was left out; name it in the map to read it.`,
    );
  return { header, rows: tableRows(sample, objects, names, late), notes };
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
