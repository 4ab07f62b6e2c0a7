/**
 * Writes rows as a workbook: typed numbers, dates and booleans, text always as text; a second sheet describes the
 * export.
 */
import { periodStart, readQuarter } from "@dealflow/contract/records/periods";
import writeXlsxFile, { type Feature, type Cell as SheetCell, type SheetData } from "write-excel-file/universal";
import { getCellAddress } from "write-excel-file/utility";
import { type ExportFacts, factPairs } from "./facts";
import { type Cell, type ExportRow, type Field, joinValues } from "./fields";

/** A spreadsheet calls a file damaged when a cell has more characters than this. */
const LONGEST_CELL = 32_767;
/** Spreadsheets count a 29 February 1900, so they misdate the days before this one. */
const FIRST_DAY = "1900-03-01";
const MIDNIGHT = "T00:00:00.000Z";
/** Cents are not displayed, as in the table; the cell has them. */
const AMOUNT = "#,##0";

function xlsxCell(cell: Cell, kind: Field["kind"]): SheetCell {
  if (typeof cell === "number" && kind === "amount") return { value: cell, type: Number, format: AMOUNT };
  if (typeof cell !== "string") return cell;
  if (kind === "date" && cell >= FIRST_DAY) {
    const at = new Date(periodStart(cell));
    if (!Number.isNaN(at.getTime())) return { value: at, type: Date, format: dateFormat(cell) };
  }
  // A cell that is typed as text is never calculated, even when it starts like a formula.
  return { value: cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL - 1)}…` : cell, type: String };
}

/** Shows as much of a date as is known; the cell is the first day of a longer period. */
function dateFormat(date: string): string {
  const [, quarter] = readQuarter(date) ?? [];
  if (quarter !== undefined) return `"Q${quarter}" yyyy`;
  if (date.length === "YYYY".length) return "yyyy";
  if (date.length === "YYYY-MM".length) return "mmm yyyy";
  return date.length === "YYYY-MM-DD".length || date.endsWith(MIDNIGHT) ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm:ss";
}

export function xlsxRows(fields: readonly Field[], rows: readonly ExportRow[]): SheetData {
  return rows.map((row) => fields.map((field) => xlsxCell(field.cell(row), field.kind)));
}

const strong = (value: string): SheetCell => ({ value, type: String, fontWeight: "bold" });

function columnWidth({ head, kind }: Field): number {
  return kind === "date" ? 20 : Math.min(36, Math.max(12, head.length + 4));
}

/** Adds filter buttons to the heads of the first sheet. Spreadsheets look for the range under this defined name too. */
function autoFilter(sheet: string, rows: number, columns: number): Feature<Blob> {
  const end = getCellAddress(rows, columns - 1);
  const range = `'${sheet}'!$A$1:${end.replace(/([A-Z]+)(\d+)/, "$$$1$$$2")}`;
  const name = `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${range}</definedName>`;
  return {
    files: {
      transform: {
        "xl/worksheets/sheet{id}.xml": {
          insert: (_, { sheetIndex }) => (sheetIndex === 0 ? `<autoFilter ref="A1:${end}"/>` : undefined),
        },
        "xl/workbook.xml": {
          transform: (xml) => xml.replace("<definedNames/>", () => `<definedNames>${name}</definedNames>`),
        },
      },
    },
  };
}

export function xlsxFile(fields: readonly Field[], rows: SheetData, facts: ExportFacts): Promise<Blob> {
  const about = factPairs(facts).map(([name, value]): SheetCell[] => [
    strong(name),
    xlsxCell(joinValues(value), name === "Exported at" ? "date" : "other"),
  ]);
  return writeXlsxFile(
    [
      {
        sheet: facts.feed,
        data: [fields.map(({ head }) => strong(head)), ...rows],
        columns: fields.map((field) => ({ width: columnWidth(field) })),
        stickyRowsCount: 1,
      },
      { sheet: "About", data: about, columns: [{ width: 24 }, { width: 80 }] },
    ],
    { features: [autoFilter(facts.feed, rows.length, fields.length)] },
  ).toBlob();
}
