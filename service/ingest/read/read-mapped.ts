/** Reads the rows of a file of any format by a map. */
import { chooseMember, type Member, type Source } from "./files/source";
import { openJoins } from "./joins";
import { getColumns } from "./map";
import { rowMapper } from "./map-row";
import type { ImportMap } from "./map-schema";
import type { ReadRow } from "./read-csv";
import { rowFilter } from "./row-filter";
import { openTable } from "./tables/open-table";
import type { TableOptions } from "./tables/table";

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
  let leftOut = 0;
  async function* rows(): AsyncGenerator<ReadRow> {
    for await (const row of table.rows) {
      if ("reason" in row) yield row;
      else {
        const cells = joined.extend(row.cells);
        if (isRead(cells)) yield { line: row.line, row: mapRow(cells), cells };
        else leftOut++;
      }
    }
  }
  return {
    ...{ member, header: joined.header, rows: rows(), leftOut: () => leftOut },
    notes: () => [...table.notes(), ...joined.notes()],
  };
}

/** Returns how a map says that its file is read. */
export function tableOptions(map: ImportMap): TableOptions {
  const { sheet, encoding, delimiter, quotes, header } = map;
  return { sheet, encoding, delimiter, quotes, headerLine: header, columns: getColumns(map) };
}
