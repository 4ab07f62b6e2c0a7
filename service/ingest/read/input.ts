/** Reports what is wrong with a file, each with one sentence. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** The file ends or breaks somewhere in the middle. */
export class DamagedFile extends Error {
  override readonly name = "DamagedFile";
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
