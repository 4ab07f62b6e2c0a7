/** Reads the rows of a file of any format by a map. */

import type { ReadRow } from "../statement";
import { chooseMember, type Member, type Source } from "./files/source";
import { fillDown } from "./fill-down";
import { openJoins } from "./joins";
import { LatestRows } from "./latest-rows";
import { getColumns } from "./map";
import { rowMapper } from "./map-row";
import type { ImportMap } from "./map-schema";
import { rowFilter } from "./row-filter";
import { ColumnFinder } from "./tables/column-names";
import { openTable } from "./tables/open-table";
import type { Table, TableOptions } from "./tables/table";

export interface MappedRows {
  /** This member is read; its position tells the progress. */
  readonly member: Member;
  /** The header has the columns that joins add. */
  readonly header: readonly string[];
  /** The rows can be read once. */
  readonly rows: AsyncIterable<ReadRow>;
  /** Returns how many rows the conditions of the map left out so far. */
  leftOut(): number;
  /** Returns what was noticed about the whole file, one sentence each; complete when all rows were read. */
  notes(): string[];
}

/**
 * Throws `InputError` when the file cannot be read and `ColumnError` when it does not fit the map, both before any row
 * is read; `DamagedFile` while rows are read.
 */
export async function openMapped(source: Source, map: ImportMap): Promise<MappedRows> {
  const member = chooseMember(source, map.file);
  const table = await openTable(member, tableOptions(map));
  const joined = await openJoins(source, map.joins, table.header);
  const mapRow = rowMapper(map, joined.header);
  const isRead = rowFilter(map.where, joined.header, member.label);
  const latestColumn = map.latest === undefined ? undefined : new ColumnFinder(joined.header).find(map.latest);
  let [leftOut, superseded] = [0, 0];
  /** Yields the rows of the table with the cells that fills and joins add. */
  async function* extendRows(rows: Table["rows"]) {
    const fill = fillDown(map.fillDown, table.header);
    for await (const row of rows)
      yield "reason" in row ? row : { line: row.line, cells: joined.extend(fill(row.cells)) };
  }
  /** Reads the whole file once, to find the latest row of each key. */
  async function findLatest(column: number): Promise<LatestRows> {
    const latest = new LatestRows(member.label, map.dates);
    const { rows } = await openTable(member, tableOptions(map));
    for await (const row of extendRows(rows)) {
      if ("reason" in row || !isRead(row.cells)) continue;
      const { key } = mapRow(row.cells);
      if (key !== null) latest.add(key, row.cells[column]?.trim() ?? "", row.line);
    }
    joined.restart();
    return latest;
  }
  async function* rows(): AsyncGenerator<ReadRow> {
    const latest = latestColumn === undefined ? undefined : await findLatest(latestColumn);
    for await (const row of extendRows(table.rows)) {
      if ("reason" in row) yield row;
      else if (!isRead(row.cells)) leftOut++;
      else {
        const mapped = mapRow(row.cells);
        if (mapped.key === null || latest?.isLatest(mapped.key, row.line) !== false) yield { ...row, row: mapped };
        else superseded++;
      }
    }
  }
  return {
    ...{ member, header: joined.header, rows: rows(), leftOut: () => leftOut + superseded },
    notes: () => [...table.notes(), ...joined.notes(), ...supersededNotes(superseded)],
  };
}

function supersededNotes(count: number): string[] {
  if (count === 0) return [];
  const rows = count === 1 ? "1 row was" : `${count.toLocaleString("en-US")} rows were`;
  return [`${rows} superseded by a later row with the same key.`];
}

/** Returns how a map says that its file is read. */
function tableOptions(map: ImportMap): TableOptions {
  const { sheet, encoding, delimiter, quotes, header } = map;
  return { sheet, encoding, delimiter, quotes, headerLine: header, columns: getColumns(map) };
}
