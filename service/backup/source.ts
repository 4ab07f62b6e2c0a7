/** Reads the files of a backup in a folder, and defines how any backup is read. */
import { createReadStream, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** Reports with one sentence why a backup cannot be created, read or restored. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export interface BackupSource {
  /** The backup is read from this folder, or this address in object storage. */
  readonly name: string;
  /** Returns the path or address of a file for messages. */
  getPath(file: string): string;
  /** Returns the length (bytes); undefined when there is no such file. Throws `BackupError`. */
  getSize(file: string): Promise<number | undefined>;
  /** Throws `BackupError` while it is read. */
  read(file: string): AsyncIterable<Buffer>;
}

export function openFolder(path: string): BackupSource {
  const name = resolve(path);
  const getPath = (file: string) => join(name, file);
  return {
    name,
    getPath,
    getSize: async (file) => {
      try {
        if (statSync(name, { throwIfNoEntry: false })?.isFile() === true)
          throw new BackupError(`${name} is a file; a backup is a folder.`);
        return statSync(getPath(file), { throwIfNoEntry: false })?.size;
      } catch (error) {
        throw error instanceof BackupError ? error : unreadable(getPath(file), error);
      }
    },
    read: async function* (file) {
      try {
        yield* createReadStream(getPath(file));
      } catch (error) {
        throw unreadable(getPath(file), error);
      }
    },
  };
}

function unreadable(path: string, error: unknown): BackupError {
  return new BackupError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
}
