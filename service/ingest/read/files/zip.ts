/** Lists and reads the members of a zip archive, without writing any of them to disk. */
import { text } from "node:stream/consumers";
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from "yauzl";
import { DamagedFile, InputError } from "../input";
import { START_BYTES } from "./format";
import { readStart } from "./gunzip";
import { checkSize, limitUnpacking, UNPACKING_LIMITS, type UnpackingLimits } from "./limits";

/** This is bit 0 of the general purpose flags. */
const ENCRYPTED = 1;

export interface ArchiveEntry {
  readonly name: string;
  /** The size is that of the unpacked bytes. */
  readonly size: number;
  readonly start: Buffer;
  chunks(): AsyncIterable<Buffer>;
}

/** Throws `InputError` for an archive that is encrypted, damaged or beyond the limits. */
export async function listZip(path: string, limits: UnpackingLimits = UNPACKING_LIMITS): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  await withZip(path, path, async (zip) => {
    for await (const entry of zip.eachEntry()) {
      if (isLeftOut(entry.fileName)) continue;
      const label = `${path}: ${entry.fileName}`;
      if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0)
        throw new InputError(`${label} is encrypted; unpack it with its password first.`);
      checkSize(label, entry.uncompressedSize, entry.compressedSize, limits);
      if (entries.length >= limits.members) throw new InputError(`${path} has more than ${limits.members} members.`);
      const start = await readStart(await zip.openReadStreamPromise(entry), START_BYTES);
      const chunks = () => entryChunks(path, entry, limits);
      entries.push({ name: entry.fileName, size: entry.uncompressedSize, start, chunks });
    }
  });
  return entries;
}

/** Returns the sum of the unpacked sizes that a zip archive in memory states. `file` is its name in messages. */
export async function unpackedSize(archive: Buffer, file: string): Promise<number> {
  let size = 0;
  await withZip(archive, file, async (zip) => {
    for await (const entry of zip.eachEntry()) size += entry.uncompressedSize;
  });
  return size;
}

/** Returns the texts of the members of a zip archive in memory whose names fit. The caller has checked its size. */
export async function readZipTexts(archive: Buffer, file: string, names: RegExp): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  await withZip(archive, file, async (zip) => {
    for await (const entry of zip.eachEntry())
      if (names.test(entry.fileName)) texts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  });
  return texts;
}

async function* entryChunks(path: string, entry: Entry, limits: UnpackingLimits): AsyncGenerator<Buffer> {
  const zip = await openZip(path, path);
  try {
    const stream = await zip.openReadStreamPromise(entry);
    yield* limitUnpacking(stream, `${path}: ${entry.fileName}`, () => entry.compressedSize, limits);
  } catch (error) {
    throw error instanceof InputError ? error : damagedZip(`${path}: ${entry.fileName}`, error);
  } finally {
    zip.close();
  }
}

async function withZip(archive: string | Buffer, file: string, read: (zip: ZipFile) => Promise<void>): Promise<void> {
  const zip = await openZip(archive, file);
  try {
    await read(zip);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw damagedZip(file, error);
  } finally {
    zip.close();
  }
}

async function openZip(archive: string | Buffer, file: string): Promise<ZipFile> {
  const options = { autoClose: false, lazyEntries: true };
  try {
    return await (typeof archive === "string" ? openPromise(archive, options) : fromBufferPromise(archive, options));
  } catch (error) {
    throw damagedZip(file, error);
  }
}

function damagedZip(file: string, error: unknown): DamagedFile {
  return new DamagedFile(`${file} is a damaged zip archive: ${error instanceof Error ? error.message : error}.`);
}

/** Folders, and what some systems add to archives, are not members. */
export function isLeftOut(name: string): boolean {
  return name.endsWith("/") || /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/.test(name);
}
