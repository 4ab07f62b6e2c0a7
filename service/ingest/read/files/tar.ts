/** Lists and reads the members of a tar archive, which is read from its start each time. */
import { pipeline, Readable } from "node:stream";
import { extract } from "tar-stream";
import { DamagedFile, InputError } from "../input";
import { START_BYTES } from "./format";
import { ONE_CHUNK, readStart } from "./gunzip";
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
    const start = await readStart(entry.chunks, START_BYTES);
    entries.push({ name, size, start, chunks: () => entryChunks(path, open, name) });
  }
  return entries;
}

async function* entryChunks(path: string, open: Open, name: string): AsyncGenerator<Buffer> {
  for await (const entry of tarEntries(path, open)) {
    if (entry.name !== name) continue;
    yield* entry.chunks;
    return;
  }
  throw new DamagedFile(`${path} changed while it was read; import it again when it is complete.`);
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
    if (!(error instanceof Error) || "code" in error || error instanceof InputError) throw error;
    throw new DamagedFile(`${path} is a damaged tar archive: ${error.message}.`);
  } finally {
    archive.destroy();
  }
}

async function* buffers(chunks: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) if (Buffer.isBuffer(chunk)) yield chunk;
}
