/** Opens a file to import, unpacked when it is gzip, and shows how far it was read. */
import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";

export class InputError extends Error {
  override readonly name = "InputError";
}

/** The file ends or breaks somewhere in the middle. */
export class DamagedFile extends Error {
  override readonly name = "DamagedFile";
}

export interface Input {
  readonly bytes: Readable;
  /** The size is that of the file on disk. */
  readonly size: number;
  /** Returns the bytes of the file that were read. */
  position(): number;
}

export function openInput(file: string): Input {
  const [size, start] = [getFileSize(file), firstBytes(file)];
  if (start.toString("latin1") === "PK") throw new InputError(`${file} is a zip archive; unzip it first.`);
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 });
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const bytes = isGzip ? pipeline(stream, createGunzip({ chunkSize: 256 * 1024 }), () => undefined) : stream;
  return { bytes, size, position: () => stream.bytesRead };
}

function getFileSize(file: string): number {
  try {
    const stat = statSync(file);
    if (stat.isFile()) return stat.size;
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${reason(error)}.`);
  }
  throw new InputError(`${file} is not a file.`);
}

function firstBytes(file: string): Buffer {
  try {
    const handle = openSync(file, "r");
    const bytes = Buffer.alloc(2);
    const read = readSync(handle, bytes, 0, 2, 0);
    closeSync(handle);
    return bytes.subarray(0, read);
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${reason(error)}.`);
  }
}

/** Returns what went wrong as the end of a sentence. */
export function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  return error instanceof Error ? error.message : String(error);
}

/** Turns an error of reading into a sentence; other errors are passed on. */
export function damage(error: unknown, file: string, line: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "Z_BUF_ERROR") return new DamagedFile(`${file} is truncated: its gzip data ends after line ${line}.`);
  if (typeof code === "string" && code.startsWith("Z_"))
    return new DamagedFile(`${file} is damaged: its gzip data cannot be decompressed after line ${line}.`);
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return new DamagedFile(`${file} ends inside a quoted cell; the quote opens after line ${line}.`);
  if (code === "CSV_MAX_RECORD_SIZE")
    return new DamagedFile(`${file} has a row of more than 1 MB after line ${line}; a quote is probably not closed.`);
  return error;
}
