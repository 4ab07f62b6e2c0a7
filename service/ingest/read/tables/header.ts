/** Finds the header among the first rows of a sheet or a CSV file, below titles and remarks. */
import { RepeatedHeaders, uniqueNames } from "./table";

export interface SampleRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Titles and remarks above a header have at most this number of rows. */
const HIGHEST_HEADER = 40;

const NUMBER = /^[\s$€£¥%+(-]*\d[\d\s.,:/%)-]*$/;

/** Titles and remarks fill few cells; a row that fills fewer than this share of a wide one says nothing about the width. */
const LEAST_SHARE = 1 / 3;

/**
 * Returns the header: the first row with as many filled cells as most rows have, mostly distinct texts that are no
 * numbers. Without such a row, it is the first one that is not empty. Where that one is like the rows below it, the header has
 * numbered names and stands above it. Returns undefined when all rows are empty.
 */
export function findHeader(rows: readonly SampleRow[]): SampleRow | undefined {
  const filled = rows.filter(({ cells }) => countFilled(cells) > 0);
  const counts = filled.map(({ cells }) => countFilled(cells)).sort((a, b) => a - b);
  // One row may be wider than the table by accident.
  const wide = counts[Math.round((counts.length - 1) * 0.9)] ?? 0;
  const usual = mode(counts.filter((count) => count >= wide * LEAST_SHARE));
  const at = filled.slice(0, HIGHEST_HEADER).findIndex(({ cells }) => isHeader(cells, usual));
  const [first, second] = filled.slice(Math.max(at, 0));
  if (at >= 0 && first !== undefined && second !== undefined && completes(first, second)) return second;
  if (first === undefined || !isRow(first, filled)) return first;
  return { line: first.line - 1, cells: first.cells.map((_, index) => `Column ${index + 1}`) };
}

/** Fewer rows than this do not show that the first one is like them. */
const LEAST_ROWS = 5;
/** So many values below a number are numbers, too, where it is no name. */
const NUMBERS_SHARE = 0.8;

/** A row has a number above numbers, such as a year, and a text that another row has in the same column. */
function isRow({ line, cells }: SampleRow, rows: readonly SampleRow[]): boolean {
  const text = cells.join("\n");
  const below = rows.filter((row) => row.line > line && row.cells.join("\n") !== text);
  const columns = cells.map((cell, index) => {
    const values = below.map((row) => row.cells[index]?.trim() ?? "").filter((value) => value !== "");
    return { name: cell.trim(), values, numbers: values.filter((value) => NUMBER.test(value)).length };
  });
  const hasNumber = columns.some(
    ({ name, values, numbers }) =>
      NUMBER.test(name) && values.length >= LEAST_ROWS && numbers >= values.length * NUMBERS_SHARE,
  );
  return hasNumber && columns.some(({ name, values }) => !NUMBER.test(name) && values.includes(name));
}

/** A header of two rows has groups in the first one, and the names that have no group in both, as merged cells are. */
function completes({ cells }: SampleRow, { cells: below }: SampleRow): boolean {
  const isSame = (cell: string, index: number) => cell.trim() !== "" && cell === below[index];
  return cells.some(isSame) && countFilled(below) > countFilled(cells) && isHeader(below, countFilled(below));
}

/**
 * Names the columns of a table.
 * @param sample the first rows, with those above the header
 * @param below rows below the header
 */
export function readHeader(row: SampleRow, sample: readonly SampleRow[], below: readonly SampleRow[]) {
  const width = tableWidth(row.cells, below);
  const { header, notes } = uniqueNames(groupedNames(row, sample).slice(0, width));
  const repeated = new RepeatedHeaders(row.cells.slice(0, width));
  return { header, titles: titlesAbove(row, sample), repeated, notes: () => [...notes, ...repeated.notes()] };
}

/** Returns the lines above the header, one text for each. */
function titlesAbove(header: SampleRow, rows: readonly SampleRow[]): string[] {
  return rows
    .filter(({ line }) => line < header.line)
    .map(({ cells }) => cells.filter((cell) => cell.trim() !== "").join(" "));
}

/**
 * Returns the header, in which names that occur several times have the text of the line above before them: a group of
 * columns, such as `Coming from` over a second `Company`.
 */
function groupedNames(header: SampleRow, rows: readonly SampleRow[]): string[] {
  const above = rows.findLast(({ line }) => line < header.line)?.cells ?? [];
  const names = header.cells.map((name) => name.trim());
  if (countFilled(above) < 2) return names;
  let group = "";
  return names.map((name, index) => {
    group = above[index]?.trim() || group;
    const isRepeated = name !== "" && names.indexOf(name) !== names.lastIndexOf(name);
    return isRepeated && group !== "" ? `${group} ${name}` : name;
  });
}

function isHeader(cells: readonly string[], usual: number): boolean {
  // Some columns have no name, such as the row number in exports of data frames; titles fill one or two cells.
  const least = usual > 2 ? Math.max(2, Math.ceil(usual * 0.7)) : usual;
  const names = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (names.length < least) return false;
  const texts = names.filter((name) => !NUMBER.test(name) && name.length <= 200);
  // Names may repeat, such as those of several investors, and rows of data have numbers among them.
  const different = texts.length === names.length ? 0.5 : 0.6;
  return texts.length >= names.length * 0.6 && new Set(names).size >= names.length * different;
}

function countFilled(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (cell.trim() === "" ? 0 : 1), 0);
}

/** Returns the most frequent number; of two that are equally frequent, the larger one. */
function mode(numbers: readonly number[]): number {
  const counts: number[] = [];
  for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1;
  let best = 0;
  for (const [number, count] of counts.entries()) if ((count ?? 0) > 0 && count >= (counts[best] ?? 0)) best = number;
  return best;
}

/** Returns the number of columns: trailing ones without a name and without values are left out. */
function tableWidth(header: readonly string[], rows: readonly SampleRow[]): number {
  const named = header.findLastIndex((name) => name.trim() !== "") + 1;
  return rows.reduce((width, { cells }) => {
    const last = cells.slice(0, header.length).findLastIndex((cell) => cell.trim() !== "") + 1;
    return Math.max(width, last);
  }, named);
}
