import type { RawRow } from "../statement";
import type { Input } from "./input";
import type { ImportMap } from "./map";
import { getColumns } from "./map";
import { rowMapper } from "./map-row";
import { readCsvTable } from "./tables/csv-table";
import { withTurns } from "./tables/table";

/** A row comes with the line on which it begins, or with the reason why it is rejected. */
export type ReadRow = {
  readonly line: number;
  /** The cells as they stand in the file, where it has some. */
  readonly cells?: readonly string[];
} & ({ readonly row: RawRow } | { readonly reason: string });

export async function* readCsv(input: Input, file: string, map: ImportMap): AsyncGenerator<ReadRow> {
  try {
    const options = { delimiter: map.delimiter, columns: getColumns(map) };
    const table = await readCsvTable(input.bytes, file, options);
    const mapper = rowMapper(map, table.header);
    for await (const row of withTurns(table.rows))
      yield "reason" in row ? row : { line: row.line, row: mapper(row.cells) };
  } finally {
    input.bytes.destroy();
  }
}
