/** Writes the configuration in `deploy/cluster` with its variables filled in. */
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SystemUser } from "./programs";

export const CONFIGURATION = path.resolve(import.meta.dirname, "../../deploy/cluster");

/** Writes files that the user of the programs owns. */
export class FolderWriter {
  constructor(
    readonly folder: string,
    private readonly user: SystemUser | undefined,
  ) {
    this.createFolder(".");
  }

  /** Returns the path. */
  createFolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    this.#own(folder, 0o700);
    return folder;
  }

  /** Returns the path. */
  write(name: string, content: string, mode = 0o600): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, content);
    this.#own(file, mode);
    return file;
  }

  #own(file: string, mode: number): void {
    chmodSync(file, mode);
    if (this.user !== undefined) chownSync(file, this.user.uid, this.user.gid);
  }
}

/** Replaces the variables of a file in `deploy/cluster`, as envsubst does. */
export function fill(name: string, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(path.join(CONFIGURATION, name), "utf8").replace(/\$\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${name} needs ${key}`);
    return String(value);
  });
}
