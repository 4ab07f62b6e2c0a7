// Chooses the location of the database, and the user that PostgreSQL runs as. PostgreSQL refuses to run as root, so
// root starts it as `nobody`, who may be unable to enter the folder of the clone.
import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, parse, resolve } from "node:path";
import { findRecordedFolder, INSIDE, readLocationFile, writeLocationFile } from "./location-file";
import { liveProgramsIn } from "./programs";

export type Account = { uid: number; gid: number };
export type DatabaseLocation = {
  /** The folder holds the binaries, the data, the registry of programs and the server's log. */
  folder: string;
  dataFolder: string;
  /** PostgreSQL is started as this user; null for the user of this program. */
  runAs: Account | null;
};

/** `system` is used when `nobody` cannot enter the data directory; `temporary` when that cannot be created. */
export type LocationOptions = { system?: string; temporary?: string };

/**
 * Decides once where the database of `dataDir` is and stores it in `dataDir`/database.json. Call it under the lock of
 * `dataDir`. Throws one sentence when the stored database is missing, because a new one must not replace it.
 */
export function resolveLocation(
  dataDir: string,
  log: (sentence: string) => void,
  options: LocationOptions = {},
): DatabaseLocation {
  const real = realpathSync(dataDir);
  const inside = join(real, INSIDE);
  completeUpgrade(resolve(real, readLocationFile(real)?.place ?? INSIDE));
  const recordedFolder = readRecordedFolder(real);
  if (recordedFolder !== null) return toLocation(recordedFolder, serverAccount(join(recordedFolder, "data")));
  const account = serverAccount(join(inside, "data"));
  if (account === null || existsSync(join(inside, "data"))) return toLocation(inside, account);
  if (canEnter(real, account) && canOwn(inside, account)) return toLocation(inside, account);
  return createOutside(real, account, log, options);
}

/** New data of an upgrade are in this folder just before they take the place of the old ones. */
export function getUpgradedFolder(folder: string): string {
  return join(folder, "data.upgraded");
}

/** Ends an upgrade that was interrupted between its renames: before the first of them, the old data are in their place. */
function completeUpgrade(folder: string): void {
  const [upgraded, data] = [getUpgradedFolder(folder), join(folder, "data")];
  if (!existsSync(upgraded)) return;
  if (existsSync(data)) rmSync(upgraded, { recursive: true, force: true });
  else renameSync(upgraded, data);
}

/** Returns the recorded location, without creating or changing anything; null when no database exists. */
export function findLocation(dataDir: string): DatabaseLocation | null {
  if (!existsSync(dataDir)) return null;
  const real = realpathSync(dataDir);
  const file = readLocationFile(real);
  const found = file === null ? null : findRecordedFolder(real, file);
  const folder = found !== null && "folder" in found ? found.folder : join(real, INSIDE);
  if (!existsSync(join(folder, "data"))) return null;
  return { folder, dataFolder: join(folder, "data"), runAs: serverAccount(join(folder, "data")) };
}

function readRecordedFolder(dataDir: string): string | null {
  const file = readLocationFile(dataDir);
  if (file === null) return null;
  const found = findRecordedFolder(dataDir, file);
  if ("folder" in found) return found.folder;
  throw new Error(found.error);
}

function createOutside(
  dataDir: string,
  account: Account,
  log: (sentence: string) => void,
  { system = "/var/lib/dealflow", temporary = realpathSync(tmpdir()) }: LocationOptions,
): DatabaseLocation {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  for (const folder of [join(system, name), join(temporary, `dealflow-${name}`)]) {
    if (!canCreate(dirname(folder)) || !canEnter(dirname(folder), account)) continue;
    archiveFolder(folder, dataDir, log);
    if (!canOwn(folder, account)) continue;
    const id = randomUUID();
    writeFileSync(join(folder, "id"), id);
    writeLocationFile(dataDir, { place: folder, id, dataDir, made: false });
    return toLocation(folder, account);
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user "nobody" can enter neither ${dataDir} nor ${system} nor ${temporary}. ` +
      "Set DATA_DIR to a folder that other users can enter, or DATABASE_URL to a PostgreSQL server.",
  );
}

/**
 * A removed DATA_DIR took the password with it: its database is archived under another name, and a new one is created.
 */
function archiveFolder(folder: string, dataDir: string, log: (sentence: string) => void): void {
  if (!existsSync(folder)) return;
  const link = lstatSync(folder);
  // Any user could have created it in a temporary folder.
  if (!link.isDirectory() || link.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to another user; remove it, or set DATABASE_URL to a PostgreSQL server.`);
  }
  if (!existsSync(join(folder, "data"))) return;
  const living = liveProgramsIn(folder);
  if (living.length > 0) {
    const pids = living.map((program) => program.pid).join(", ");
    throw new Error(
      `${dataDir} was removed while process ${pids} uses its database in ${folder}; end that process first.`,
    );
  }
  const archive = `${folder}-${new Date().toISOString().replaceAll(/[^0-9]/g, "")}`;
  renameSync(folder, archive);
  log(`The database of an earlier ${dataDir} was moved to ${archive}; remove it when you no longer need it.`);
}

function toLocation(folder: string, runAs: Account | null): DatabaseLocation {
  createFolder(folder);
  const real = realpathSync(folder);
  return { folder: real, dataFolder: join(real, "data"), runAs };
}

/** Returns the server's account: as root the owner of existing data, so that both can use it, else `nobody`. */
function serverAccount(dataFolder: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(dataFolder)) {
    const { uid, gid } = statSync(dataFolder);
    if (uid !== 0) return { uid, gid };
  }
  return { uid: readNobodyId("-u"), gid: readNobodyId("-g") };
}

function readNobodyId(option: string): number {
  try {
    return Number(execFileSync("id", [option, "nobody"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return 65_534;
  }
}

function canEnter(folder: string, account: Account): boolean {
  let current = folder;
  for (;;) {
    const { mode, uid, gid } = statSync(current);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (current === parse(current).root) return true;
    current = dirname(current);
  }
}

function canCreate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    return true;
  } catch {
    return false;
  }
}

/** Tells whether the folder can have that owner, which some mounts do not allow. */
function canOwn(folder: string, account: Account): boolean {
  const probe = join(folder, "probe");
  try {
    createFolder(folder);
    mkdirSync(probe, { recursive: true });
    chownSync(probe, account.uid, account.gid);
    return statSync(probe).uid === account.uid;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  // Root's own umask must not exclude other users, as PostgreSQL's passes through. The data itself and every secret have their own modes.
  chmodSync(folder, process.getuid?.() === 0 ? 0o755 : 0o700);
}
