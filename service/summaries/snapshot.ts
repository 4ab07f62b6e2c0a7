/**
 * Keeps the columns of a feed in a file, so that a start reads them at the speed of the disk, and from the database only
 * what changed since. A file is used when it is whole, was written for the same columns, and has a version that the
 * database had.
 */
import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { type LoadedDataset, mergeSimilar, readLineage } from "./dataset";
import type { Layout } from "./layout";
import type { Sampling } from "./sampling";
import type { LiveSegment } from "./segment";

/** The number changes with what the columns mean, apart from the selects of the layouts. */
const FORMAT = 4;
/** Columns begin at multiples of this many bytes, so that they can be used where they were read. */
const ALIGNMENT = 8;
/** A file is read in parts of this size, so that one is checked while the next is read. */
const PART_BYTES = 4 * 1024 * 1024;
const COLUMN_TYPES = { Uint16Array, Uint32Array, Float64Array };
type ColumnType = keyof typeof COLUMN_TYPES;
type Column = InstanceType<(typeof COLUMN_TYPES)[ColumnType]>;
type OpenColumn = new (buffer: ArrayBufferLike, at: number, length: number) => Column;

interface Header {
  readonly fingerprint: string;
  readonly version: number;
  readonly sampling: Sampling;
  readonly total: number;
  readonly lineage: string;
  /** JSON text, in which each column is a `ColumnReference`. */
  readonly segments: string;
  /** The columns behind the header have this size and checksum. */
  readonly bytes: number;
  readonly checksum: string;
}

interface ColumnReference {
  readonly column: ColumnType;
  /** The column begins at this byte behind the header. */
  readonly at: number;
  readonly length: number;
}

export async function writeSnapshot(directory: string, layout: Layout, dataset: LoadedDataset): Promise<void> {
  const { version, sampling, total, lineage } = dataset;
  if (lineage === undefined) return;
  const columns: Uint8Array[] = [];
  let bytes = 0;
  const segments = JSON.stringify(dataset.segments, (_, value: unknown) => {
    if (!isColumn(value)) return value;
    const padded = [new Uint8Array(value.buffer, value.byteOffset, value.byteLength), getPadding(value.byteLength)];
    const reference = { column: value.constructor.name, at: bytes, length: value.length };
    for (const part of padded) bytes += part.byteLength;
    columns.push(...padded);
    return reference;
  });
  const checksum = getChecksum(columns);
  const fingerprint = getFingerprint(layout);
  const header: Header = { fingerprint, version, sampling, total, lineage, segments, bytes, checksum };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(ALIGNMENT);
  length.writeBigUInt64LE(BigInt(text.length));
  const path = getPath(directory, layout);
  await mkdir(directory, { recursive: true });
  const file = await open(`${path}.new`, "w");
  try {
    for (const part of [length, text, ...columns]) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

/**
 * Returns the dataset of the file, which may be of an earlier version; undefined when there is none that can be used.
 * @param client reads the database that the dataset must be from
 * @param sampling the sample that the dataset must have
 */
export async function readSnapshot(
  directory: string,
  client: pg.ClientBase,
  layout: Layout,
  sampling: Sampling,
): Promise<LoadedDataset | undefined> {
  let file: FileHandle;
  try {
    file = await open(getPath(directory, layout));
  } catch {
    return undefined;
  }
  try {
    const length = Number((await readBytes(file, 0, ALIGNMENT)).readBigUInt64LE());
    const header: Header = JSON.parse(String(await readBytes(file, ALIGNMENT, length)));
    const { fingerprint, version, total, lineage, bytes, checksum } = header;
    if (fingerprint !== getFingerprint(layout) || header.sampling !== sampling) return undefined;
    if ((await readLineage(client, layout, version)) !== lineage) return undefined;
    const hash = createHash("sha256");
    const columns = await readBytes(file, ALIGNMENT + length, bytes, (part) => hash.update(part));
    if (hash.digest("base64url") !== checksum) return undefined;
    const segments: LiveSegment[] = JSON.parse(header.segments, (_, value: unknown) => {
      if (!isReference(value)) return value;
      const Open: OpenColumn = COLUMN_TYPES[value.column];
      return new Open(columns.buffer, columns.byteOffset + value.at, value.length);
    });
    // The last one was that of the recent records, and each start would add one.
    const full = mergeSimilar(layout, segments);
    return { version, sampling, total, lineage, segments: full, full, recent: new Map() };
  } catch (error) {
    // A file that is no snapshot is written again.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}

function getPath(directory: string, { feed }: Layout): string {
  return join(directory, `${feed}.columns`);
}

function getFingerprint({ select, from, facets, numbers }: Layout): string {
  const params = facets.map(({ param, prefix }) => [param, prefix]);
  return getChecksum([Buffer.from(JSON.stringify([FORMAT, select, from, params, numbers]))]);
}

function getChecksum(parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64url");
}

function getPadding(bytes: number): Uint8Array {
  return new Uint8Array(-bytes & (ALIGNMENT - 1));
}

/**
 * Reads into memory that all threads share. Throws `RangeError` when the file is shorter.
 * @param handle called with each part while the next one is read
 */
async function readBytes(
  file: FileHandle,
  position: number,
  length: number,
  handle: (part: Buffer) => void = () => undefined,
): Promise<Buffer> {
  const { size } = await file.stat();
  if (length > size) throw new RangeError(`${length} bytes of ${size}`);
  const read = Buffer.from(new SharedArrayBuffer(length));
  let part = read.subarray(0, 0);
  for (let at = 0; at < length; at += part.length) {
    const reading = file.read(read, at, Math.min(PART_BYTES, length - at), position + at);
    handle(part);
    const { bytesRead } = await reading;
    if (bytesRead === 0) throw new RangeError(`${at} bytes instead of ${length}`);
    part = read.subarray(at, at + bytesRead);
  }
  handle(part);
  return read;
}

function isColumn(value: unknown): value is Column {
  return ArrayBuffer.isView(value);
}

function isReference(value: unknown): value is ColumnReference {
  return typeof value === "object" && value !== null && "column" in value && "at" in value;
}
