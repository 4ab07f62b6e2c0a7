/** Keeps scheduled backups in a folder, or defines what another place for them has to do. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupState } from "./backup-state";
import { BackupError, type BackupSource, openFolder } from "./source";

export type Success = NonNullable<BackupState["success"]>;

/** Names of scheduled backups sort by their time; everything that has another name is left alone. */
export const OWN_NAME = /^dealflow-\d{8}T\d{6}Z$/;
/** An interrupted backup, and one that failed its verification, have such names. */
const LEFTOVER = /^dealflow-\d{8}T\d{6}Z\.(?:partial-[0-9a-f]+|failed)$/;

export interface NewBackup {
  readonly name: string;
  /** It was due at this time (ISO). */
  readonly due: string;
  /** Makes and verifies it in this folder. */
  make(directory: string): Promise<Success>;
  /** Rejects when another process may be making backups too: the lock is lost with the connection. */
  confirm(): Promise<void>;
}

/** Methods throw `BackupError`. They are called by one process at a time. */
export interface BackupTarget {
  /** Returns one that was made for the same time before, unless it is incomplete. */
  add(backup: NewBackup): Promise<Success>;
  /** Deletes what was not needed after all, because another process made the backup. */
  tidy(): void;
  /** Returns the names of complete backups, the oldest first. */
  list(): Promise<string[]>;
  open(name: string): BackupSource;
  remove(name: string): Promise<void>;
}

export function openFolderTarget(directory: string): BackupTarget {
  return {
    add: (backup) => {
      deleteLeftovers(directory);
      return backup.make(directory);
    },
    tidy: () => undefined,
    list: async () => listOwn(directory),
    open: (name) => openFolder(join(directory, name)),
    remove: async (name) => rmSync(join(directory, name), { recursive: true, force: true }),
  };
}

/** No process is writing them, because one makes backups at a time. */
export function deleteLeftovers(directory: string): void {
  for (const name of listNames(directory).filter((one) => LEFTOVER.test(one)))
    rmSync(join(directory, name), { recursive: true, force: true });
}

export function listOwn(directory: string): string[] {
  return listNames(directory).filter((name) => OWN_NAME.test(name));
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    // The first backup creates it.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new BackupError(`${directory} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
