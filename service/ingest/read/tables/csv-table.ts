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
  const fitting = new RowFitting(below, header.length);
  const rows = tableRows({ start, text, file, dialect, headerLine: row.line, fitting, repeated });
  return { header, titles, rows, notes: () => [...notes(), ...fitting.notes()] };
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
  readonly headerLine: number;
  readonly fitting: RowFitting;
  readonly repeated: RepeatedHeaders;
}

async function* tableRows(parts: Parts): AsyncGenerator<TableRow> {
  const { file, dialect, headerLine, fitting, repeated } = parts;
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
  let latest: { readonly row: ParsedRow | undefined; readonly lines: number } | undefined;
  try {
    for await (const item of readUntilError<unknown>(parser)) {
      if (latest !== undefined) lastLine = latest.lines;
      if (latest?.row !== undefined) for (const row of fitting.add(latest.row)) yield row;
      const { record: cells, info } = parsedRow.parse(item);
      const line = info.lines - lineBreaks(cells);
      const isData = line > headerLine && !repeated.matches(cells, line);
      const other = isData ? repeated.refuse(cells, line) : undefined;
      latest = { row: isData ? { cells, line, lastLine: info.lines, other } : undefined, lines: info.lines };
    }
    if (failure !== undefined) throw failure;
    if (latest?.row !== undefined) for (const row of fitting.add(latest.row)) yield row;
    for (const row of fitting.end()) yield row;
  } catch (error) {
    if (failure === undefined && latest !== undefined) {
      lastLine = latest.lines;
      if (latest.row !== undefined) for (const row of fitting.add(latest.row)) yield row;
    }
    for (const row of fitting.end()) yield row;
    throw damage(failure ?? error, file, lastLine);
  }
}

/** Fewer rows tell nothing of the others. */
const LEAST_ROWS = 5;
/** A cell that so many rows fill is not left out at the end of a row. */
const FILLED_SHARE = 0.9;

/** A file leaves out no empty cells where so many rows have the cells of the header, or half of them and some of these end with empty ones. */
const WHOLE_SHARE = { plain: 0.9, withEmpty: 0.5 };
/** A cell with more lines is in quotes. */
const MOST_LINES = 20;

interface ParsedRow extends SampleRow {
  /** Cells may run over several lines. */
  readonly lastLine: number;
  /** The row is of another table, by this sentence. */
  readonly other: string | undefined;
}

/** Gives every row as many cells as the header has, or refuses it. */
class RowFitting {
  /** A row with fewer cells lacks one. */
  readonly #least: number;
  readonly #isWhole: boolean;
  readonly #width: number;
  /** These short rows follow each other, and may be parts of one. */
  #parts: ParsedRow[] = [];
  #joined = 0;
  #firstJoined = 0;

  /** @param sample the first rows below the header */
  constructor(sample: readonly SampleRow[], width: number) {
    const whole = sample.filter(({ cells }) => cells.length >= width);
    const hasEmpty = whole.some(({ cells }) => isBlank(cells[width - 1] ?? ""));
    const share = hasEmpty ? WHOLE_SHARE.withEmpty : WHOLE_SHARE.plain;
    this.#isWhole = width > 2 && whole.length >= LEAST_ROWS && whole.length >= sample.length * share;
    this.#least = leastCells(this.#isWhole ? whole : sample, width);
    this.#width = width;
  }

  /** Returns the rows that are known to be whole now. */
  add(row: ParsedRow): TableRow[] {
    const parts = this.#parts;
    if (row.other !== undefined) return [...this.end(), { line: row.line, reason: row.other }];
    if (parts.length === 0 && row.cells.length >= this.#width) return [this.#fitted(row)];
    const isNext = parts.length < MOST_LINES && parts.at(-1)?.lastLine === row.line - 1;
    const before = isNext && countJoined([...parts, row]) <= this.#width ? [] : this.end();
    if (!this.#isWhole || row.cells.length >= this.#width) return [...before, this.#fitted(row)];
    this.#parts.push(row);
    return countJoined(this.#parts) < this.#width ? before : [...before, ...this.end()];
  }

  /** Returns the rows that are not parts of one with what follows. */
  end(): TableRow[] {
    const parts = this.#parts;
    this.#parts = [];
    const [first] = parts;
    // A part with enough cells may be a row that leaves out the last ones, unless it ends with an empty one.
    const endsEmpty = isBlank(parts.at(-1)?.cells.at(-1) ?? "");
    const isCut = parts.every(({ cells }, index) => cells.length < this.#least || (index > 0 && endsEmpty));
    if (first === undefined || !isCut || countJoined(parts) !== this.#width)
      return parts.map((row) => this.#fitted(row));
    if (this.#joined++ === 0) this.#firstJoined = first.line;
    const cells = parts.reduce<string[]>(
      (row, part) => [
        ...row.slice(0, -1),
        [...row.slice(-1), ...part.cells.slice(0, 1)].join("\n"),
        ...part.cells.slice(1),
      ],
      [],
    );
    return [{ line: first.line, cells }];
  }

  /** Fills a short row up whose last cells may be empty, and shortens one whose surplus cells are. */
  #fitted({ cells, line }: SampleRow): TableRow {
    const width = this.#width;
    const lacking = width - cells.length;
    if (lacking <= 0 && cells.slice(width).every(isBlank)) return { line, cells: cells.slice(0, width) };
    const mayLack = cells.length >= this.#least && !(this.#isWhole && cells.length === 1);
    if (lacking > 0 && (mayLack || cells.every(isBlank)))
      return { line, cells: [...cells, ...new Array<string>(lacking).fill("")] };
    const reason = `The row has ${cells.length} cell${cells.length === 1 ? "" : "s"}; the header has ${width}.`;
    return { line, reason: lacking > 0 && this.#isWhole ? `${reason} ${MAY_BE_CUT}` : reason };
  }

  notes(): string[] {
    if (this.#joined === 0) return [];
    const more = this.#joined === 1 ? "" : ` and ${this.#joined - 1} more`;
    return [
      `A line break outside of quotes cut the row on line ${this.#firstJoined}${more}; its lines are read as one.`,
    ];
  }
}

const MAY_BE_CUT = "A line break outside of quotes may have cut it off from the line before or after.";

/** Returns the number of cells of one row that line breaks within cells cut into these parts. */
function countJoined(parts: readonly SampleRow[]): number {
  return parts.reduce((count, { cells }) => count + cells.length - 1, 1);
}

/** Returns the number of cells until the last column that nearly all rows fill. */
function leastCells(rows: readonly SampleRow[], width: number): number {
  if (rows.length < LEAST_ROWS) return 0;
  const isFilled = (column: number) =>
    rows.filter(({ cells }) => !isBlank(cells[column] ?? "")).length >= rows.length * FILLED_SHARE;
  return Array.from({ length: width }, (_, column) => column).findLastIndex(isFilled) + 1;
}

function isBlank(cell: string): boolean {
  return cell.trim() === "";
}
