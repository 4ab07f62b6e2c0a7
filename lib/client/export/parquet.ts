/** Writes rows as Parquet: each column has one type, dates and timestamps included, and the file describes the export. */
import { periodStart } from "@dealflow/contract/records/periods";
import { type ColumnSource, parquetWriteBuffer, type SchemaElement } from "hyparquet-writer";
import { type ExportFacts, factPairs } from "./facts";
import { type Cell, type ExportRow, type Field, joinValues } from "./fields";

type ColumnType = Omit<SchemaElement, "name">;

const TEXT: ColumnType = { type: "BYTE_ARRAY", converted_type: "UTF8" };
const DAY: ColumnType = { type: "INT32", converted_type: "DATE" };
const TIMESTAMP: ColumnType = { type: "INT64", converted_type: "TIMESTAMP_MILLIS" };
const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/;

export function parquetFile(fields: readonly Field[], rows: readonly ExportRow[], facts: ExportFacts): ArrayBuffer {
  const schema: SchemaElement[] = [{ name: "root", num_children: fields.length }];
  const columnData = fields.map((field): ColumnSource => {
    const isDate = field.kind === "date";
    const cells = rows.map((row) => field.cell(row)).map((cell) => (isDate ? firstDay(cell) : cell));
    const type = columnType(cells, isDate);
    schema.push({ ...type, name: field.head, repetition_type: "OPTIONAL" });
    return { name: field.head, data: cells.map((cell) => typed(cell, type)) };
  });
  const kvMetadata = factPairs(facts).map(([key, value]) => ({ key, value: String(joinValues(value)) }));
  return parquetWriteBuffer({ columnData, schema, kvMetadata });
}

/** A longer period is its first day. */
function firstDay(cell: Cell): Cell {
  return typeof cell === "string" ? periodStart(cell) : cell;
}

/** A column whose cells differ in type is text. */
function columnType(cells: readonly Cell[], date: boolean): ColumnType {
  const known = cells.filter((cell) => cell !== null);
  if (known.length === 0) return TEXT;
  if (known.every((cell) => typeof cell === "number")) return { type: "DOUBLE" };
  if (known.every((cell) => typeof cell === "boolean")) return { type: "BOOLEAN" };
  if (!date || known.some((cell) => Number.isNaN(Date.parse(String(cell))))) return TEXT;
  return known.every((cell) => DAY_TEXT.test(String(cell))) ? DAY : TIMESTAMP;
}

function typed(cell: Cell, type: ColumnType): Cell | Date {
  if (cell === null) return null;
  if (type === TEXT) return String(cell);
  return type === DAY || type === TIMESTAMP ? new Date(String(cell)) : cell;
}
