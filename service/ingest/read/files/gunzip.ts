import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

const CHUNK_BYTES = 256 * 1024;

/** A stream of chunks reads a single one ahead; Node's default of 16 would hold 4 MB of each. */
export const ONE_CHUNK = { highWaterMark: 1 };

/** Unpacks gzip data; an error of reading or unpacking is thrown where the chunks are awaited, after all chunks before it. */
export async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = pipeline(Readable.from(chunks, ONE_CHUNK), createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
  yield* readUntilError<Buffer>(stream);
}

/** Reads a stream to its end, or all that it has before its error, which ends the usual iteration before that. */
export async function* readUntilError<T>(stream: Readable): AsyncGenerator<T> {
  try {
    for await (const item of stream) yield item;
  } catch (error) {
    for (let item = stream.read(); item !== null; item = stream.read()) yield item;
    throw error;
  } finally {
    stream.destroy();
  }
}

/** Returns all bytes of a stream; throws what `tooLarge` returns for more than so many. */
export async function readWhole(chunks: AsyncIterable<Buffer>, most: number, tooLarge: () => Error) {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > most) throw tooLarge();
  }
  return Buffer.concat(parts);
}

/** Returns the first bytes of a stream, and ends it. */
export async function readStart(chunks: AsyncIterable<Buffer>, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}
