import { pipeline } from "node:stream";
import { parse } from "csv-parse";
import { z } from "zod";
import type { RawRow } from "../statement";
import type { Input } from "./input";
import { damage } from "./input";
import type { ImportMap } from "./map";
import { ColumnError, type RowMapper, rowMapper } from "./map-row";

/** A row comes with the line on which it begins, or with the reason why it is rejected. */
export type ReadRow = { readonly line: number } & ({ readonly row: RawRow } | { readonly reason: string });

const LONGEST_ROW = 1_000_000;

const parsedRow = z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) });

export async function* readCsv(input: Input, file: string, map: ImportMap): AsyncGenerator<ReadRow> {
  const parser = parse({
    bom: true,
    delimiter: map.delimiter,
    info: true,
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  pipeline(input.bytes, parser, () => undefined);
  let mapper: RowMapper | undefined;
  let width = 0;
  let lastLine = 0;
  try {
    for await (const item of parser) {
      const { record: cells, info } = parsedRow.parse(item);
      const line = info.lines - lineBreaks(cells);
      lastLine = info.lines;
      if (mapper === undefined) {
        mapper = rowMapper(map, cells);
        width = cells.length;
      } else if (cells.length !== width) {
        yield { line, reason: `The row has ${cells.length} cells; the header has ${width}.` };
      } else {
        yield { line, row: mapper(cells) };
      }
    }
  } catch (error) {
    throw damage(error, file, lastLine);
  } finally {
    input.bytes.destroy();
  }
  if (mapper === undefined) throw new ColumnError(`${file} is empty: it has no header line.`);
}

/** A quoted cell may run over several lines; the parser counts the last. */
function lineBreaks(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (cell.includes("\n")) count += cell.split("\n").length - 1;
  return count;
}
