/** Lists and reads the members of a tar archive, which is read from its start each time. */
import { pipeline, Readable } from "node:stream";
import { extract } from "tar-stream";
import { DamagedFile, damage, InputError } from "../input";
import { START_BYTES } from "./format";
import { ONE_CHUNK } from "./gunzip";
import { checkSize, UNPACKING_LIMITS, type UnpackingLimits } from "./limits";
import { type ArchiveEntry, isLeftOut } from "./zip";

type Open = () => AsyncIterable<Buffer>;

/** Throws `InputError` for an archive that is damaged or beyond the limits. `open` returns the bytes of the archive. */
export async function listTar(
  path: string,
  open: Open,
  limits: UnpackingLimits = UNPACKING_LIMITS,
): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  for await (const entry of tarEntries(path, open)) {
    const { name, size } = entry;
    checkSize(`${path}: ${name}`, size, size, limits);
    if (entries.length >= limits.members) throw new InputError(`${path} has more than ${limits.members} members.`);
    const start = await drained(entry.chunks).catch((error: unknown) => {
      throw tarDamage(path, error);
    });
    entries.push({ name, size, start, chunks: () => entryChunks(path, open, name) });
  }
  return entries;
}

/** Returns the first bytes of an entry. It is read to its end, because the library ends the archive with it otherwise. */
async function drained(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (length < START_BYTES) parts.push(chunk);
    length += chunk.length;
  }
  return Buffer.from(Buffer.concat(parts).subarray(0, START_BYTES));
}

async function* entryChunks(path: string, open: Open, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const entry of tarEntries(path, open)) {
      if (entry.name !== name) continue;
      yield* entry.chunks;
      return;
    }
  } catch (error) {
    throw tarDamage(path, error);
  }
  throw new DamagedFile(`${path} changed while it was read; import it again when it is complete.`);
}

function tarDamage(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof InputError || error instanceof DamagedFile) return error;
  if ("code" in error) return damage(error, path, 0);
  return new DamagedFile(`${path} is a damaged tar archive: ${error.message}.`);
}

interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly chunks: AsyncIterable<Buffer>;
}

async function* tarEntries(path: string, open: Open): AsyncGenerator<TarEntry> {
  const archive = pipeline(Readable.from(open(), ONE_CHUNK), extract(), () => undefined);
  try {
    for await (const entry of archive) {
      const { name, size = 0, type } = entry.header;
      if (type === "file" && !isLeftOut(name)) yield { name, size, chunks: buffers(entry) };
      entry.resume();
    }
  } catch (error) {
    throw tarDamage(path, error);
  } finally {
    archive.destroy();
  }
}

async function* buffers(chunks: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) if (Buffer.isBuffer(chunk)) yield chunk;
}
