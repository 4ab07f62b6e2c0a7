/** Opens a member of any format as a table. */
import type { Member } from "../files/source";
import { readCsvTable } from "./csv-table";
import { readJsonLinesTable, readJsonTable } from "./json-table";
import { readParquetTable } from "./parquet-table";
import { type Table, type TableOptions, type TableRow, withTurns } from "./table";
import { expandWideRounds } from "./wide-rounds";
import { readXlsxTable } from "./xlsx-table";

/**
 * Throws `InputError` or `ColumnError` for a file without a table. While rows are read, `DamagedFile` is thrown for a
 * file that is damaged, or that changed until its last row was read.
 */
export async function openTable(member: Member, options: TableOptions = {}): Promise<Table> {
  const table = expandWideRounds(await readFormat(member, options), options.columns);
  return { ...table, rows: checkedRows(table.rows, member) };
}

function readFormat(member: Member, options: TableOptions): Promise<Table> {
  const open = () => member.chunks();
  switch (member.format) {
    case "csv":
      return readCsvTable(open(), member.label, options);
    case "json":
      return readJsonTable(open, member.label, options);
    case "jsonl":
      return readJsonLinesTable(open, member.label, options);
    case "xlsx":
      return readXlsxTable(open(), member.label, options);
    case "parquet":
      return readParquetTable(member, member.label, options);
  }
}

async function* checkedRows(rows: AsyncIterable<TableRow>, member: Member): AsyncGenerator<TableRow> {
  yield* withTurns(rows);
  member.checkUnchanged();
}

export interface Sample {
  readonly header: readonly string[];
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** Reads at most `limit` rows of a member, and leaves out those that are refused. */
export async function readSampleRows(member: Member, options: TableOptions = {}, limit = 20_000): Promise<Sample> {
  const table = await openTable(member, options);
  const rows: (readonly string[])[] = [];
  for await (const row of table.rows) {
    if ("cells" in row) rows.push(row.cells);
    if (rows.length >= limit) break;
  }
  return { header: table.header, titles: table.titles ?? [], rows, notes: table.notes() };
}
