/**
 * Keeps scheduled backups in object storage. Each is made and verified in a folder of this machine and stays there until it is
 * uploaded, so storage that is away delays it, and no backup is made twice.
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { successSchema } from "./backup-state";
import { MANIFEST_FILE } from "./manifest";
import type { Storage, StoredFile } from "./storage";
import { StorageError } from "./storage";
import { type BackupTarget, deleteLeftovers, listOwn, type NewBackup, OWN_NAME, type Success } from "./target";

/** The result of the verification is stored with the backup, for the process that goes on after this one died. */
const RESULT_FILE = "verification.json";

/** @param staging a folder of this machine for a backup that is not uploaded yet */
export function openStorageTarget(storage: Storage, staging: string): BackupTarget {
  const removeStaging = () => rmSync(staging, { recursive: true, force: true });

  async function readStored(): Promise<Map<string, StoredFile[]>> {
    const stored = new Map<string, StoredFile[]>();
    for (const file of await storage.list("dealflow-")) {
      const name = file.path.slice(0, Math.max(0, file.path.indexOf("/")));
      if (OWN_NAME.test(name)) stored.set(name, [...(stored.get(name) ?? []), file]);
    }
    return stored;
  }

  /** Returns the backup of this time that was uploaded, but not recorded. */
  async function findUploaded(stored: Map<string, StoredFile[]>, due: string): Promise<Success | undefined> {
    for (const [name, files] of stored) {
      if (!isComplete(files) || !files.some(({ path }) => path === `${name}/${RESULT_FILE}`)) continue;
      const result = parseResult(await text(storage.open(name).read(RESULT_FILE)));
      if (result?.due === due) return result;
    }
    return undefined;
  }

  async function makeStaged(backup: NewBackup): Promise<Success> {
    deleteLeftovers(staging);
    for (const name of listOwn(staging)) {
      const result = readResult(join(staging, name));
      if (result?.due === backup.due) return result;
      rmSync(join(staging, name), { recursive: true, force: true });
    }
    const made = await backup.make(staging);
    const result = { ...made, folder: `${storage.address}/${backup.name}` };
    writeFileSync(join(staging, backup.name, RESULT_FILE), `${JSON.stringify(result)}\n`, { mode: 0o600, flush: true });
    return result;
  }

  /** @param stored those of its files that were uploaded before */
  async function upload(name: string, backup: NewBackup, stored: readonly StoredFile[]): Promise<void> {
    const folder = join(staging, name);
    for (const file of readdirSync(folder).filter((one) => one !== MANIFEST_FILE)) {
      const [from, path] = [join(folder, file), `${name}/${file}`];
      if (!stored.some((one) => one.path === path && one.bytes === statSync(from).size))
        await storage.upload(from, path);
    }
    // Another process deletes what it takes for a leftover: only what has a manifest is a backup.
    await backup.confirm();
    await storage.upload(join(folder, MANIFEST_FILE), `${name}/${MANIFEST_FILE}`);
  }

  return {
    async add(backup) {
      const stored = await readStored().catch(async (error: unknown) => {
        // Storage that is away does not stop the backup from being made.
        if (!(error instanceof StorageError)) throw error;
        await makeStaged(backup);
        throw describeWaiting(error, staging);
      });
      const uploaded = await findUploaded(stored, backup.due);
      if (uploaded !== undefined) return uploaded;
      const result = await makeStaged(backup);
      const name = result.folder.slice(result.folder.lastIndexOf("/") + 1);
      try {
        for (const [other, files] of stored)
          if (!isComplete(files) && other !== name) await storage.remove(files.map(({ path }) => path));
        await upload(name, backup, stored.get(name) ?? []);
      } catch (error) {
        throw error instanceof StorageError ? describeWaiting(error, staging) : error;
      }
      removeStaging();
      return result;
    },
    tidy: removeStaging,
    list: async () => [...(await readStored())].flatMap(([name, files]) => (isComplete(files) ? [name] : [])).sort(),
    open: (name) => storage.open(name),
    remove: async (name) => {
      const paths = (await storage.list(`${name}/`)).map(({ path }) => path);
      // Without its manifest the rest is a leftover, which is deleted later.
      await storage.remove(paths.toSorted((a, b) => Number(isManifest(b)) - Number(isManifest(a))));
    },
  };
}

function describeWaiting(error: StorageError, staging: string): StorageError {
  return new StorageError(`${error.message} The verified backup waits in ${staging}.`);
}

function isManifest(path: string): boolean {
  return path.endsWith(`/${MANIFEST_FILE}`);
}

function isComplete(files: readonly StoredFile[]): boolean {
  return files.some(({ path }) => isManifest(path));
}

/** Returns undefined for a backup that was interrupted. */
function readResult(folder: string): Success | undefined {
  try {
    return parseResult(readFileSync(join(folder, RESULT_FILE), "utf8"));
  } catch {
    return undefined;
  }
}

function parseResult(content: string): Success | undefined {
  try {
    return successSchema.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}
