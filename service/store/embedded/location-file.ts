/**
 * Reads and writes `database.json` in the data directory: the location of its database, so that a start finds that one
 * or none. Without it a data directory that was restored or copied alone would silently begin with an empty database.
 */
import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { earlierVersionError } from "../adopt";

const locationFile = z.object({
  /** The path is absolute, or relative to the data directory when it is inside. */
  place: z.string(),
  /** The file `id` in that folder has this content; null for a folder inside. */
  id: z.string().nullable(),
  /** The file was written in this data directory. */
  dataDir: z.string(),
  /** The database was created; before that, initdb may have been interrupted. */
  made: z.boolean(),
});
const earlierFile = locationFile.extend({ made: z.undefined().optional() });
type LocationFile = z.infer<typeof locationFile>;

export const INSIDE = "postgres";

/** Returns null when there is no such file. Throws one sentence when it is not one of ours. */
export function readLocationFile(dataDir: string): LocationFile | null {
  const file = join(dataDir, "database.json");
  if (!existsSync(file)) return null;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    value = null;
  }
  const { data } = locationFile.safeParse(value);
  if (data !== undefined) return data;
  if (earlierFile.safeParse(value).success) throw earlierVersionError(file);
  throw new Error(`${file}, which names the database folder, cannot be read; restore it, or remove it to start over.`);
}

export function writeLocationFile(dataDir: string, content: LocationFile): void {
  const draft = join(dataDir, "database.json.draft");
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(draft, join(dataDir, "database.json"));
}

/** Records that the database of this folder was created; from then on a start without it fails. */
export function recordCreated(dataDir: string, folder: string): void {
  const real = realpathSync(dataDir);
  const inside = join(real, INSIDE);
  const isInside = existsSync(inside) && realpathSync(inside) === folder;
  const previous = readLocationFile(real);
  const content = {
    place: isInside ? INSIDE : folder,
    id: isInside ? null : (readId(folder) ?? null),
    dataDir: real,
    made: true,
  };
  if (JSON.stringify(previous) !== JSON.stringify(content)) writeLocationFile(real, content);
}

/** Returns the recorded folder, or one sentence about why the database is missing and what to do. */
export function findRecordedFolder(dataDir: string, file: LocationFile): { folder: string } | { error: string } {
  const folder = resolve(dataDir, file.place);
  const remove = `remove ${join(dataDir, "database.json")} to start over`;
  if (file.id !== null && isCopy(dataDir, file))
    return {
      error:
        `DATA_DIR is ${dataDir}, a copy of ${file.dataDir}, whose database in ${folder} was not copied: ` +
        `set DATA_DIR to ${file.dataDir}, restore a backup of it into a new DATA_DIR (npm run admin -- restore <folder>), or ${remove}.`,
    };
  const foreign = file.id !== null && readId(folder) !== file.id;
  if (!foreign && (!file.made || existsSync(join(folder, "data")))) return { folder };
  return {
    error:
      `The database of ${dataDir} in ${folder} ${foreign && existsSync(join(folder, "data")) ? "has been replaced by another" : "is missing"}: ` +
      `put that folder back, restore a backup into a new DATA_DIR (npm run admin -- restore <folder>), or ${remove}.`,
  };
}

/** Tells whether the data directory is a copy; a moved one leaves nothing at its old path. */
function isCopy(dataDir: string, { id, dataDir: from }: LocationFile): boolean {
  if (from === dataDir) return false;
  try {
    return readLocationFile(from)?.id === id;
  } catch {
    return false;
  }
}

function readId(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, "id"), "utf8");
  } catch {
    return undefined;
  }
}
