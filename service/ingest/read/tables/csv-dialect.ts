/** Finds out how a CSV file is written: its delimiter, whether cells are quoted, and where its header is. */
import { type Options, parse } from "csv-parse/sync";
import * as z from "zod";
import { findHeader, type SampleRow } from "./header";
import type { TableOptions } from "./table";

export interface Dialect {
  readonly delimiter: string;
  readonly quotes: boolean;
  readonly recordDelimiter: readonly string[];
}

const DELIMITERS = [",", ";", "\t", "|"];
const SAMPLE_ROWS = 500;
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** The parser gives this for each row. */
export const parsedRow = z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) });

/** Returns the parts of the dialect that are not given. `start` is the text of the file's first ~64 kB. */
export function detectDialect(start: string, given: Pick<TableOptions, "delimiter" | "quotes">): Dialect {
  const recordDelimiter = /\r(?!\n)/.test(start.slice(0, -1)) && !start.includes("\n") ? ["\r"] : ["\r\n", "\n"];
  const delimiter = given.delimiter ?? SEPARATOR_LINE.exec(start)?.[1] ?? bestDelimiter(start, recordDelimiter);
  return { delimiter, quotes: given.quotes ?? hasQuotes(start, delimiter), recordDelimiter };
}

/** Returns the first rows; `sep=;` is not among them. The last one may be cut off and is left out. */
export function sampleRows(start: string, dialect: Dialect, isWhole: boolean): SampleRow[] {
  const rows = parseSample(start, dialect);
  const whole = isWhole || rows.length < 2 ? rows : rows.slice(0, -1);
  return SEPARATOR_LINE.test(start) ? whole.filter(({ line }) => line > 1) : whole;
}

function bestDelimiter(start: string, recordDelimiter: readonly string[]): string {
  let [best, highest] = [",", 0];
  for (const delimiter of DELIMITERS) {
    const quotes = hasQuotes(start, delimiter);
    const rows = parseSample(start, { delimiter, quotes, recordDelimiter }).slice(0, SAMPLE_ROWS);
    const width = findHeader(rows)?.cells.length ?? 0;
    const alike = rows.filter(({ cells }) => cells.length === width).length / Math.max(rows.length, 1);
    // Wide rows that agree are rarely an accident; texts with commas are seldom of one width.
    const score = width < 2 ? 0 : alike ** 2 * Math.log2(width + 1);
    if (score > highest) [best, highest] = [delimiter, score];
  }
  return best;
}

/** Cells between tabs are often not quoted, so a quote counts only where every one that opens a cell also closes it. */
function hasQuotes(start: string, delimiter: string): boolean {
  if (delimiter !== "\t") return true;
  const opened = start.match(/(?<=^|[\t\n])"/gm)?.length ?? 0;
  const closed = start.match(/"(?=$|[\t\r\n])/gm)?.length ?? 0;
  return opened > 0 && Math.abs(opened - closed) <= 1;
}

function parseSample(start: string, dialect: Dialect): SampleRow[] {
  const rows: SampleRow[] = [];
  try {
    parse(start, {
      ...csvOptions(dialect),
      to: SAMPLE_ROWS,
      on_record: (item: unknown) => {
        const { record, info } = parsedRow.parse(item);
        rows.push({ line: info.lines - lineBreaks(record), cells: record });
        return null;
      },
    });
  } catch {
    // A quote that is still open at the end of the sample may be closed later.
  }
  return rows;
}

/** Returns the options of csv-parse that both the sample and the whole file are read with. */
export function csvOptions({ delimiter, quotes, recordDelimiter }: Dialect) {
  return {
    delimiter,
    info: true as const,
    // Spaces may stand before a quoted cell. A tab is such a space, too.
    ltrim: delimiter !== "\t",
    quote: quotes ? '"' : null,
    record_delimiter: Array.from(recordDelimiter),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  } satisfies Options;
}

/** A quoted cell may run over several lines; the parser counts the last. */
export function lineBreaks(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (cell.includes("\n")) count += cell.split("\n").length - 1;
  return count;
}
