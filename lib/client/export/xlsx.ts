/**
 * Writes rows as a workbook: typed numbers, dates and booleans, text always as text; a second sheet describes the
 * export.
 */
import writeXlsxFile, { type Cell as SheetCell, type SheetData } from "write-excel-file/universal";
import { type ExportFacts, factPairs } from "./facts";
import { type Cell, type ExportRow, type Field, joinValues } from "./fields";

/** A spreadsheet calls a file damaged when a cell has more characters than this. */
const LONGEST_CELL = 32_767;
/** Spreadsheets count a 29 February 1900, so they misdate the days before this one. */
const FIRST_DAY = "1900-03-01";
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MIDNIGHT = "T00:00:00.000Z";

function xlsxCell(cell: Cell, date: boolean): SheetCell {
  if (typeof cell !== "string") return cell;
  if (date && cell >= FIRST_DAY) {
    const at = new Date(cell);
    const day = DAY.test(cell) || cell.endsWith(MIDNIGHT);
    if (!Number.isNaN(at.getTime()))
      return { value: at, type: Date, format: day ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm:ss" };
  }
  // A cell that is typed as text is never calculated, even when it starts like a formula.
  return { value: cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL - 1)}…` : cell, type: String };
}

export function xlsxRows(fields: readonly Field[], rows: readonly ExportRow[]): SheetData {
  return rows.map((row) => fields.map((field) => xlsxCell(field.cell(row), field.date)));
}

const strong = (value: string): SheetCell => ({ value, type: String, fontWeight: "bold" });

/** Returns the width in characters, by the content of a column. */
function columnWidth({ head, date }: Field): number {
  return date ? 20 : Math.min(36, Math.max(12, head.length + 4));
}

export function xlsxFile(fields: readonly Field[], rows: SheetData, facts: ExportFacts): Promise<Blob> {
  const about = factPairs(facts).map(([name, value]): SheetCell[] => [
    strong(name),
    xlsxCell(joinValues(value), name === "Exported at"),
  ]);
  return writeXlsxFile([
    {
      sheet: facts.feed,
      data: [fields.map(({ head }) => strong(head)), ...rows],
      columns: fields.map((field) => ({ width: columnWidth(field) })),
      stickyRowsCount: 1,
    },
    { sheet: "About", data: about, columns: [{ width: 24 }, { width: 80 }] },
  ]).toBlob();
}
