/** Reads one file on disk, and notices when it changes meanwhile. */
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { DamagedFile, InputError, reason } from "../input";
import { START_BYTES } from "./format";

const CHUNK_BYTES = 256 * 1024;

export class DiskFile {
  readonly size: number;
  readonly #modified: number;
  #read = 0;

  /** Throws `InputError` when there is no such file. */
  constructor(readonly path: string) {
    const stat = getStat(path);
    if (!stat.isFile()) throw new InputError(`${path} is not a file.`);
    this.size = stat.size;
    this.#modified = stat.mtimeMs;
  }

  /** Returns the number of bytes that were read since the last call of `chunks`. */
  position(): number {
    return this.#read;
  }

  start(): Buffer {
    try {
      const handle = openSync(this.path, "r");
      const bytes = Buffer.alloc(START_BYTES);
      const read = readSync(handle, bytes, 0, START_BYTES, 0);
      closeSync(handle);
      return bytes.subarray(0, read);
    } catch (error) {
      throw new InputError(`${this.path} cannot be read: ${reason(error)}.`);
    }
  }

  async *chunks(): AsyncGenerator<Buffer> {
    this.#read = 0;
    const stream = createReadStream(this.path, { highWaterMark: CHUNK_BYTES });
    try {
      for await (const chunk of stream) {
        this.#read += chunk.length;
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
  }

  /** Throws `DamagedFile` when the file is no longer the one that was opened. */
  checkUnchanged(): void {
    const stat = getStat(this.path);
    if (stat.size === this.size && stat.mtimeMs === this.#modified) return;
    throw new DamagedFile(`${this.path} changed while it was read; import it again when it is complete.`);
  }
}

/** Returns the SHA-256 of a file. */
export async function fileDigest(path: string): Promise<Buffer> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest();
}

function getStat(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw new InputError(`${path} cannot be read: ${reason(error)}.`);
  }
}
