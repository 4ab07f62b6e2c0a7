/** Reads CSV files of any delimiter and encoding as tables. */
import { pipeline, Readable } from "node:stream";
import { parse } from "csv-parse";
import { ONE_CHUNK, readUntilError } from "../files/gunzip";
import { damage } from "../input";
import { ColumnError } from "../map-row";
import { ColumnFinder } from "./column-names";
import { csvOptions, type Dialect, detectDialect, lineBreaks, parsedRow, sampleRows } from "./csv-dialect";
import { toUtf8 } from "./encoding";
import { findHeader, readHeader, type SampleRow } from "./header";
import { LONGEST_CELL, type RepeatedHeaders, type Table, type TableOptions, type TableRow } from "./table";

const SAMPLE_BYTES = 64 * 1024;

/**
 * Throws `ColumnError` when there is no header, and `DamagedFile` while rows are read. `file` is its name in messages.
 */
export async function readCsvTable(
  chunks: AsyncIterable<Buffer>,
  file: string,
  options: TableOptions = {},
): Promise<Table> {
  const text = toUtf8(chunks, options.encoding);
  const { start, isWhole } = await readSample(text, file);
  const dialect = detectDialect(start.toString("utf8"), options);
  const sample = sampleRows(start.toString("utf8"), dialect, isWhole);
  const row = chooseHeader(sample, options);
  if (row === undefined) {
    await text.return(undefined);
    throw new ColumnError(`${file} is empty: it has no header line.`);
  }
  const below = sample.filter(({ line }) => line > row.line);
  const { header, titles, repeated, notes } = readHeader(row, sample, below);
  const least = leastCells(below, header.length);
  const rows = tableRows({ start, text, file, dialect, header, headerLine: row.line, least, repeated });
  return { header, titles, rows, notes };
}

async function readSample(text: AsyncGenerator<Buffer>, file: string): Promise<{ start: Buffer; isWhole: boolean }> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    while (length < SAMPLE_BYTES) {
      const next = await text.next();
      if (next.done === true) return { start: Buffer.concat(parts), isWhole: true };
      parts.push(next.value);
      length += next.value.length;
    }
  } catch (error) {
    throw damage(error, file, 0);
  }
  return { start: Buffer.concat(parts), isWhole: false };
}

function chooseHeader(rows: readonly SampleRow[], options: TableOptions): SampleRow | undefined {
  const { headerLine, columns = [] } = options;
  if (headerLine !== undefined) return rows.find(({ line }) => line >= headerLine);
  const named = rows.find(({ cells }) => {
    const finder = new ColumnFinder(cells);
    return columns.length > 0 && columns.every((column) => finder.find(column) !== undefined);
  });
  return named ?? findHeader(rows);
}

interface Parts {
  readonly start: Buffer;
  readonly text: AsyncIterable<Buffer>;
  readonly file: string;
  readonly dialect: Dialect;
  readonly header: readonly string[];
  readonly headerLine: number;
  /** A row with fewer cells lacks one. */
  readonly least: number;
  readonly repeated: RepeatedHeaders;
}

async function* tableRows(parts: Parts): AsyncGenerator<TableRow> {
  const { file, dialect, header, headerLine, least, repeated } = parts;
  const parser = parse({ ...csvOptions(dialect), max_record_size: LONGEST_CELL });
  let failure: unknown;
  // Ends where the file cannot be read any further, so that the parser gives out all rows before that.
  async function* readable(): AsyncGenerator<Buffer> {
    yield parts.start;
    try {
      yield* parts.text;
    } catch (error) {
      failure = error;
    }
  }
  pipeline(Readable.from(readable(), ONE_CHUNK), parser, () => undefined);
  let lastLine = 0;
  // Where the file breaks off, the last row may be a part of one.
  let latest: { readonly row: TableRow | undefined; readonly lines: number } | undefined;
  try {
    for await (const item of readUntilError<unknown>(parser)) {
      if (latest !== undefined) lastLine = latest.lines;
      if (latest?.row !== undefined) yield latest.row;
      const { record: cells, info } = parsedRow.parse(item);
      const line = info.lines - lineBreaks(cells);
      const isData = line > headerLine && !repeated.matches(cells, line);
      latest = { row: isData ? fitted(cells, line, header.length, least) : undefined, lines: info.lines };
    }
    if (failure !== undefined) throw failure;
    if (latest?.row !== undefined) yield latest.row;
  } catch (error) {
    if (failure === undefined && latest !== undefined) {
      lastLine = latest.lines;
      if (latest.row !== undefined) yield latest.row;
    }
    throw damage(failure ?? error, file, lastLine);
  }
}

/** Fewer rows tell nothing of the others. */
const LEAST_ROWS = 5;
/** A cell that so many rows fill is not left out at the end of a row. */
const FILLED_SHARE = 0.9;

/** Returns the number of cells until the last column that nearly all rows fill. */
function leastCells(rows: readonly SampleRow[], width: number): number {
  if (rows.length < LEAST_ROWS) return 0;
  const isFilled = (column: number) =>
    rows.filter(({ cells }) => !isBlank(cells[column] ?? "")).length >= rows.length * FILLED_SHARE;
  return Array.from({ length: width }, (_, column) => column).findLastIndex(isFilled) + 1;
}

/** Fills a short row up whose last cells may be empty, and shortens one whose surplus cells are. */
function fitted(cells: string[], line: number, width: number, least: number): TableRow {
  const lacking = width - cells.length;
  if (lacking <= 0 && cells.slice(width).every(isBlank)) return { line, cells: cells.slice(0, width) };
  if (lacking > 0 && (cells.length >= least || cells.every(isBlank)))
    return { line, cells: [...cells, ...new Array<string>(lacking).fill("")] };
  return { line, reason: `The row has ${cells.length} cells; the header has ${width}.` };
}

function isBlank(cell: string): boolean {
  return cell.trim() === "";
}
