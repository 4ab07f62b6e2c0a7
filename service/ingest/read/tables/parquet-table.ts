/** Reads a Parquet file as a table, one group of rows after the other. */
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  type RowGroup,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { readWhole } from "../files/gunzip";
import { DamagedFile, InputError } from "../input";
import { type ObjectRow, objectTable } from "./object-table";
import type { Table, TableOptions } from "./table";

/** Parquet is read from its end, so a member of an archive is held in memory. */
const LARGEST_MEMBER = 256 * 1024 * 1024;
const LARGEST_GROUP = 1024 * 1024 * 1024;
const MOST_GROUP_ROWS = 20_000_000;

export interface ParquetBytes {
  /** The file has this path on disk; null for a member of an archive. */
  readonly path: string | null;
  chunks(): AsyncIterable<Buffer>;
}

/** Throws `InputError` for files that are too large to be read, and `DamagedFile`. */
export async function readParquetTable(bytes: ParquetBytes, name: string, options: TableOptions = {}): Promise<Table> {
  const file = bytes.path === null ? await inMemory(bytes, name) : await asyncBufferFromFile(bytes.path);
  return objectTable(objects(file, name), name, options);
}

async function* objects(file: AsyncBuffer, name: string): AsyncGenerator<ObjectRow> {
  let line = 0;
  try {
    const metadata = await parquetMetadataAsync(file);
    for (const group of metadata.row_groups) {
      if (group.total_byte_size > LARGEST_GROUP)
        throw new InputError(`${name} has a row group of more than 1 GB; write it with smaller row groups.`);
      if (!isPlausible(group, file.byteLength)) throw new Error("its list of row groups contradicts its size");
      const rowEnd = line + Number(group.num_rows);
      const rows = await parquetReadObjects({ file, metadata, compressors, rowStart: line, rowEnd });
      for (const value of rows) yield { line: ++line, value };
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? error.message : error;
    throw new DamagedFile(`${name} is a damaged Parquet file after row ${line}: ${reason}.`);
  }
}

/** The library would try to read any number of rows that a damaged file states. */
function isPlausible({ num_rows, columns }: RowGroup, fileBytes: number): boolean {
  const isInFile = columns.every(({ meta_data: column }) => {
    if (column === undefined) return true;
    const start = column.dictionary_page_offset ?? column.data_page_offset;
    return start >= 0 && start + column.total_compressed_size <= fileBytes && column.num_values >= 0;
  });
  return num_rows >= 0 && num_rows <= MOST_GROUP_ROWS && isInFile;
}

async function inMemory({ chunks }: ParquetBytes, name: string): Promise<AsyncBuffer> {
  const whole = await readWhole(
    chunks(),
    LARGEST_MEMBER,
    () => new InputError(`${name} is a Parquet file of more than 256 MB in an archive; unpack it first.`),
  );
  const { buffer, byteOffset } = whole;
  return {
    byteLength: whole.length,
    slice: (start, end = whole.length) => buffer.slice(byteOffset + start, byteOffset + end),
  };
}
