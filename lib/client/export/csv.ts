/**
 * Writes rows as CSV: UTF-8 with a byte order mark, line ends as in RFC 4180, amounts and dates that can be calculated
 * with.
 */
import { type Options, stringify } from "csv-stringify/browser/esm/sync";
import { escapeFormula } from "./escape-formula";
import { type ExportPlan, factPairs } from "./facts";
import { type Cell, dateText, type ExportRow, type Field, joinValues } from "./fields";

const OPTIONS: Options = {
  record_delimiter: "\r\n",
  // A text is one cell also where a spreadsheet splits at semicolons.
  quoted_string: true,
  // The same protection applies to the start of each cell.
  escape_formulas: true,
  cast: { boolean: String },
};

const BYTE_ORDER_MARK = "\ufeff";

export function csvHead({ factLines, facts }: ExportPlan, fields: readonly Field[]): string {
  const lines = factLines
    ? factPairs(facts).map(
        ([name, value]) => `${escapeCells(`# ${name}: ${dateText(oneLine(String(joinValues(value))))}`)}\r\n`,
      )
    : [];
  return `${BYTE_ORDER_MARK}${lines.join("")}${stringify([fields.map(({ head }) => escapeFormula(head))], OPTIONS)}`;
}

export function csvRows(fields: readonly Field[], rows: readonly ExportRow[]): string {
  const cells = rows.map((row) => fields.map((field) => text(field.cell(row), field.kind)));
  return stringify(cells, OPTIONS);
}

/** Writes a table that is no export of a feed; cells that a row lacks at its end are empty. */
export function csvTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, ...rows].map((cells) => head.map((_, column) => text(cells[column] ?? null, "other")));
  return `${BYTE_ORDER_MARK}${stringify(lines, OPTIONS)}`;
}

function text(cell: Cell, kind: Field["kind"]): Cell {
  if (typeof cell !== "string") return cell;
  return escapeFormula(kind === "date" ? dateText(cell) : cell);
}

function oneLine(value: string): string {
  return value.replaceAll(/\s+/g, " ");
}

/** A line of facts is not quoted, so what follows a separator in it is a cell of its own, and may have quotes. */
function escapeCells(line: string): string {
  return line.replace(/[,;]\s*(?=["\s]*[=+\-@＝＋－＠])/g, "$&'");
}
