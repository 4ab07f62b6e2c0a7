/** Makes the file of an export from its rows. Runs in a worker, so that 100,000 rows freeze nothing. */
import { csvHead, csvRows } from "./csv";
import { type ExportPlan, type Format, factPairs } from "./facts";
import { allFields, columnFields, type ExportRow, type Field } from "./fields";

const TYPES: Readonly<Record<Format, string>> = {
  csv: "text/csv;charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  json: "application/json",
  parquet: "application/vnd.apache.parquet",
};

/** This many rows become text in one step. */
const CHUNK = 1_000;

export async function writeFile(plan: ExportPlan, rows: readonly ExportRow[]): Promise<Blob> {
  if (plan.format === "json") return new Blob(jsonParts(plan, rows), { type: TYPES.json });
  const fields = plan.columns === undefined ? allFields(rows) : columnFields(plan.feed, plan.columns);
  if (plan.format === "csv") return new Blob(csvParts(plan, fields, rows), { type: TYPES.csv });
  if (plan.format === "parquet") {
    const { parquetFile } = await import("./parquet");
    return new Blob([parquetFile(fields, rows, plan.facts)], { type: TYPES.parquet });
  }
  const { xlsxFile, xlsxRows } = await import("./xlsx");
  const file = await xlsxFile(fields, xlsxRows(fields, rows), plan.facts);
  return new Blob([file], { type: TYPES.xlsx });
}

function csvParts(plan: ExportPlan, fields: readonly Field[], rows: readonly ExportRow[]): string[] {
  const parts = [csvHead(plan, fields)];
  for (let from = 0; from < rows.length; from += CHUNK) parts.push(csvRows(fields, rows.slice(from, from + CHUNK)));
  return parts;
}

/** All fields are the records as the API gave them; columns are flat objects by the heads of the columns. */
function jsonParts({ feed, columns, facts }: ExportPlan, rows: readonly ExportRow[]): string[] {
  const meta = Object.fromEntries(factPairs(facts));
  const fields = columns === undefined ? undefined : columnFields(feed, columns);
  const item = (row: ExportRow) =>
    fields === undefined
      ? { ...Object(row.record), ownedAsOf: row.purchasedAt }
      : Object.fromEntries(fields.map((field) => [field.head, field.cell(row)]));
  const parts = [`{\n"meta": ${JSON.stringify(meta, null, 2)},\n"data": [`];
  for (const [index, row] of rows.entries()) parts.push(`${index === 0 ? "\n" : ",\n"}${JSON.stringify(item(row))}`);
  return [...parts, "\n]\n}\n"];
}
