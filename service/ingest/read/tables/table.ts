/** A table is what every format is read as: a header, and rows of text cells that are streamed. */

import { setImmediate } from "node:timers/promises";

/** A row comes with its line, or its number in files without lines, or with the reason why it is refused. */
export type TableRow = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly reason: string }
);

export interface Table {
  /** The names are trimmed, not empty, and differ from each other. */
  readonly header: readonly string[];
  /** Each line above the header is one text. */
  readonly titles?: readonly string[];
  /** The rows can be read once; each has as many cells as the header. */
  readonly rows: AsyncIterable<TableRow>;
  /** Returns what was noticed about the whole table, one sentence each; complete when all rows were read. */
  notes(): string[];
}

export interface TableOptions {
  /** The sheet of a workbook, or the path of the list within a JSON document. */
  readonly sheet?: string | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  /** Tells whether cells may be quoted. */
  readonly quotes?: boolean | undefined;
  /** The header is on this line. */
  readonly headerLine?: number | undefined;
  /** These columns are needed, also where a sample of a JSON document does not show them. */
  readonly columns?: readonly string[] | undefined;
}

/** A cell may have this number of characters. */
export const LONGEST_CELL = 1_000_000;

const ROWS_PER_TURN = 250;

/**
 * Yields the rows with a turn of the event loop now and then. Rows that are already in memory would otherwise follow
 * each other without one, so that the database has no answer and a signal to stop is not seen meanwhile.
 */
export async function* withTurns<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    if (++count % ROWS_PER_TURN === 0) await setImmediate();
    yield row;
  }
}

/** Gives every column a name of its own. Returns the names and a note for each name that occurs more than once. */
export function uniqueNames(cells: readonly string[]): { header: string[]; notes: string[] } {
  const counts: Record<string, number> = Object.create(null);
  const taken = new Set(cells.map((cell) => cell.trim()));
  const header = cells.map((cell, index) => {
    const name = cell.trim() === "" ? `column ${index + 1}` : cell.trim();
    const count = (counts[name] ?? 0) + 1;
    counts[name] = count;
    if (count === 1) return name;
    let number = count;
    while (taken.has(`${name} (${number})`)) number++;
    taken.add(`${name} (${number})`);
    return `${name} (${number})`;
  });
  const notes = Object.entries(counts)
    .filter(([, count]) => count > 1)
    .map(
      ([name, count]) => `The column ${name} occurs ${count} times; the later ones are named "${name} (2)" and so on.`,
    );
  return { header, notes };
}

/** A cell with one of these is no name of a column. */
const NO_NAME = /\d{2}|\p{Sc}|https?:/u;

/** Removes the rows that repeat the header, notes on which lines they were, and finds the header of another table. */
export class RepeatedHeaders {
  #count = 0;
  #first = 0;
  readonly #cells: readonly string[];
  #latestLine = 0;
  /** The rows since another header are those of another table. */
  #otherLine: number | undefined;

  constructor(cells: readonly string[]) {
    this.#cells = cells.map((cell) => cell.trim());
  }

  /** Returns whether a row repeats the header. */
  matches(cells: readonly string[], line: number): boolean {
    if (cells[0]?.trim() !== this.#cells[0] || this.#cells.length < 2) return false;
    if (!this.#cells.every((cell, index) => cell === (cells[index] ?? "").trim())) return false;
    if (this.#count++ === 0) this.#first = line;
    this.#otherLine = undefined;
    return true;
  }

  /** Returns why a row is none of this table; rows come in their order. */
  refuse(cells: readonly string[], line: number): string | undefined {
    // A title or an empty line stands above another table.
    const isAfterGap = line > this.#latestLine + 1;
    const filled = cells.findIndex(isFilled);
    if (filled < 0) return undefined;
    if (cells.some((cell, index) => index > filled && isFilled(cell))) {
      this.#latestLine = line;
      if (isAfterGap && this.#isOtherHeader(cells)) this.#otherLine = line;
    }
    if (this.#otherLine === undefined) return undefined;
    return `The row is of another table, whose header is on line ${this.#otherLine}; import that as a file of its own.`;
  }

  /** A row of names, of which one is that of its column, is a header. */
  #isOtherHeader(cells: readonly string[]): boolean {
    const isNamed = cells.some((cell, index) => isFilled(cell) && cell.trim() === this.#cells[index]);
    const names = cells.filter(isFilled);
    return isNamed && new Set(names).size === names.length && !names.some((name) => NO_NAME.test(name));
  }

  notes(): string[] {
    if (this.#count === 0) return [];
    const more = this.#count === 1 ? "" : ` and ${this.#count - 1} more`;
    return [`The header is repeated on line ${this.#first}${more}; it was left out.`];
  }
}

function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}
