/** Reads a sheet of a workbook as a table. */
import readWorkbook from "read-excel-file/node";
import { readWhole } from "../files/gunzip";
import { type CellPlace, cellName, readSheetLooks, type SheetLook } from "../files/workbook";
import { unpackedSize } from "../files/zip";
import { DamagedFile, InputError } from "../input";
import { ColumnError } from "../map-row";
import { scalarText } from "./flatten";
import { findHeader, readHeader, type SampleRow } from "./header";
import { LONGEST_CELL, type RepeatedHeaders, type Table, type TableOptions, type TableRow } from "./table";

/** The library holds the whole workbook, which takes about ten times this in memory. */
const LARGEST_WORKBOOK = 64 * 1024 * 1024;
const SAMPLE_ROWS = 500;

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly SampleRow[];
}

/**
 * Reads the sheet `sheet`, or the visible one with the most rows. Throws `InputError` for a workbook of more than 64 MB and for
 * a sheet that is not there, `ColumnError` for an empty one, and `DamagedFile`.
 */
export async function readXlsxTable(
  chunks: AsyncIterable<Buffer>,
  file: string,
  options: TableOptions = {},
): Promise<Table> {
  const sheets = await readSheets(await readAll(chunks, file), file);
  const sheet = chooseSheet(sheets, file, options.sheet);
  const { headerLine } = options;
  const filled = sheet.rows.filter(({ cells }) => cells.some((cell) => cell !== ""));
  const sample = filled.slice(0, SAMPLE_ROWS);
  const row = headerLine === undefined ? findHeader(sample) : filled.find(({ line }) => line >= headerLine);
  if (row === undefined) throw new ColumnError(`The sheet ${sheet.name} of ${file} is empty: it has no header line.`);
  const rest = filled.filter(({ line }) => line > row.line);
  const { header, titles, repeated, notes } = readHeader(row, sample, rest);
  const others = sheets.filter((one) => one !== sheet && one.rows.length > 0).map(({ name }) => name);
  const isChosen = others.length > 0 && options.sheet === undefined;
  const choice = isChosen ? [`The sheet ${sheet.name} was read; there are also ${others.join(", ")}.`] : [];
  const read = tableRows(rest, header.length, repeated);
  return { header, titles, rows: read, notes: () => [...choice, ...notes()] };
}

async function* tableRows(
  rows: readonly SampleRow[],
  width: number,
  repeated: RepeatedHeaders,
): AsyncGenerator<TableRow> {
  for (const { line, cells } of rows) {
    if (repeated.matches(cells, line)) continue;
    const other = repeated.refuse(cells, line);
    const long = cells.findIndex((cell) => cell.length > LONGEST_CELL);
    if (other !== undefined) yield { line, reason: other };
    else if (long >= 0) yield { line, reason: `The cell in column ${long + 1} has more than 1 MB of text.` };
    else if (cells.slice(width).some((cell) => cell !== ""))
      yield { line, reason: `The row has ${cells.length} cells; the header has ${width}.` };
    else yield { line, cells: Array.from({ length: width }, (_, index) => cells[index] ?? "") };
  }
}

async function readAll(chunks: AsyncIterable<Buffer>, file: string): Promise<Buffer> {
  const tooLarge = () =>
    new InputError(`${file} is a workbook of more than 64 MB unpacked; save the sheet as CSV and import that.`);
  const workbook = await readWhole(chunks, LARGEST_WORKBOOK, tooLarge);
  if ((await unpackedSize(workbook, file)) > LARGEST_WORKBOOK) throw tooLarge();
  return workbook;
}

async function readSheets(workbook: Buffer, file: string): Promise<Sheet[]> {
  try {
    const sheets = await readWorkbook(workbook, { trim: true });
    const looks = await readSheetLooks(workbook, file);
    return sheets.map(({ sheet, data }) => {
      const look = looks.get(sheet);
      const texts = data.map((cells, row) => cells.map((cell, column) => shownText(cell, { row, column }, look)));
      for (const range of look?.merged ?? []) fillMerged(texts, range);
      const rows = texts.map((cells, index) => ({ line: index + 1, cells }));
      return { name: sheet, isHidden: look?.isHidden === true, rows };
    });
  } catch (error) {
    throw new DamagedFile(`${file} is a damaged workbook: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Returns the text of a cell, with the currency that its format shows. */
function shownText(cell: unknown, place: CellPlace, look: SheetLook | undefined): string {
  const text = scalarText(cell);
  const shown = typeof cell === "number" ? look?.shown.get(cellName(place)) : undefined;
  return shown === undefined ? text : `${shown.before}${text}${shown.after && ` ${shown.after}`}`;
}

/** Merged cells of one column below each other are one cell for all of their rows. */
function fillMerged(rows: string[][], [first, last]: SheetLook["merged"][number]): void {
  const text = rows[first.row]?.[first.column] ?? "";
  if (first.column !== last.column) return;
  for (const cells of rows.slice(first.row + 1, last.row + 1)) cells[first.column] ||= text;
}

function chooseSheet(sheets: readonly Sheet[], file: string, name: string | undefined): Sheet {
  if (name !== undefined) {
    const sheet = sheets.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (sheet !== undefined) return sheet;
    throw new InputError(`${file} has no sheet ${name}; it has ${sheets.map((one) => one.name).join(", ")}.`);
  }
  const hasVisible = sheets.some(({ isHidden }) => !isHidden);
  const [largest] = sheets
    .filter(({ isHidden }) => !(hasVisible && isHidden))
    .toSorted((a, b) => filledRows(b) - filledRows(a));
  if (largest === undefined) throw new ColumnError(`${file} is empty: it has no sheet.`);
  return largest;
}

/** A row with a single cell is a title or a remark rather than a record. */
function filledRows({ rows }: Sheet): number {
  return rows.filter(({ cells }) => cells.filter((cell) => cell !== "").length > 1).length;
}
