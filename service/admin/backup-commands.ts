/** Backs up the database and the files of DATA_DIR. */
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { backup } from "@/service/backup/backup";
import { checkBackup } from "@/service/backup/check-restore";
import { type FileEntry, type Manifest, readManifest, sumManifest } from "@/service/backup/manifest";
import { type Progress, progressBar } from "@/service/backup/progress";
import { RestoreOutcomeUnknown, restore } from "@/service/backup/restore";
import type { BackupSource } from "@/service/backup/source";
import { isStorageAddress, openBackup } from "@/service/backup/storage";
import { readDataFile, verifyBackup } from "@/service/backup/verify";
import { type Config, packageVersion } from "@/service/config";
import { openDatabaseServer } from "@/service/store/database-server";
import { findLocation } from "@/service/store/embedded/location";
import { liveProgramsIn } from "@/service/store/embedded/programs";
import { CommandError, type CommandResult, type InstallationCommand } from "./command";

const FOLDER = "folder";
const WITH_SECRETS = "with-secrets";
const VERIFY = "verify";

export const BACKUP_COMMANDS: readonly InstallationCommand[] = [
  {
    subject: "backup",
    verb: "",
    argument: FOLDER,
    help: "Backs up the installation to a new folder. The service may be running.",
    options: [
      {
        name: WITH_SECRETS,
        help: "include the secret, sessions and links, so that sessions and cursors stay valid after a restore",
      },
      {
        name: VERIFY,
        help: "verify the backup in the folder, or in object storage (s3://…), instead: by restoring it into a scratch database that is dropped afterwards",
      },
    ],
    runOn: (config, options, signal) =>
      watched((progress) =>
        options.flag(VERIFY)
          ? runVerify(config, options.text(FOLDER), progress, signal)
          : runBackup(config, options.text(FOLDER), options.flag(WITH_SECRETS), progress, signal),
      ),
  },
  {
    subject: "restore",
    verb: "",
    argument: FOLDER,
    help: "Restores a backup, from a folder or object storage (s3://…), into an empty installation. The backup is verified before anything changes.",
    options: [],
    runOn: (config, options, signal) =>
      watched((progress) => runRestore(config, options.text(FOLDER), progress, signal)),
  },
];

async function runBackup(
  config: Config,
  folder: string,
  withSecrets: boolean,
  progress: Progress,
  signal: AbortSignal,
): Promise<CommandResult> {
  const startedAt = performance.now();
  const { dataDir } = config;
  if (isStorageAddress(folder))
    throw new CommandError(
      `Back up to a folder; the scheduled backups of a service with BACKUP_URL are uploaded to object storage.`,
    );
  if (!hasDatabase(config))
    throw new CommandError(
      `There is no database in ${dataDir}; set DATA_DIR or DATABASE_URL to the installation to back up.`,
    );
  const manifest = await onServer(config, "backup", ({ url }) =>
    backup({ url, dataDir, folder, withSecrets, version: packageVersion(), progress, signal }),
  );
  const { rows, bytes } = sumManifest(manifest);
  const seconds = since(startedAt);
  const { takenAt, tables, files } = manifest;
  const hasSecret = config.secret === undefined && files.some(({ name }) => name === "secret");
  return {
    json: { folder: resolve(folder), takenAt, tables: tables.length, rows, bytes, secrets: withSecrets, seconds },
    lines: [
      `Backed up ${rows.toLocaleString("en-US")} rows in ${tables.length} tables to ${resolve(folder)}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s.`,
      withSecrets
        ? hasSecret
          ? "The backup contains the secret, sessions and links. Protect it like the installation itself."
          : "The backup contains sessions and links, but not the SECRET from the environment, which they need to work."
        : "Without --with-secrets, everyone must sign in again after a restore, and existing cursors stop working.",
    ],
  };
}

function hasDatabase({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== undefined || findLocation(dataDir) !== null || existsSync(join(dataDir, "database.json"));
}

async function runVerify(
  config: Config,
  path: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<CommandResult> {
  const startedAt = performance.now();
  const source = await openBackup(path, config.storage, signal);
  const folder = source.name;
  const options = { source, progress, signal };
  const { takenAt, rows, notRestored } = hasDatabase(config)
    ? await onServer(config, "backup", (server) => checkBackup({ ...options, ...server }))
    : await checkBackup({ ...options, url: null, location: null });
  const seconds = since(startedAt);
  const restored = notRestored === null;
  return {
    json: { folder, takenAt, rows, restored, notRestored, seconds },
    lines: [
      restored
        ? `${folder}, as of ${takenAt}, was restored into a scratch database: ${rows.toLocaleString("en-US")} rows in ${seconds} s.`
        : `${folder}, as of ${takenAt}, has its checksums: ${rows.toLocaleString("en-US")} rows. It was not restored, because ${notRestored}.`,
    ],
  };
}

async function runRestore(
  config: Config,
  path: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<CommandResult> {
  const startedAt = performance.now();
  const source = await openBackup(path, config.storage, signal);
  const folder = source.name;
  const manifest = await readManifest(source);
  await verifyBackup(source, manifest, progress, signal);
  const files = await readDataFiles(config, source, manifest);
  await onServer(config, "restore", ({ url, location }) => {
    const others = location === null ? [] : liveProgramsIn(location).filter(({ pid }) => pid !== process.pid);
    if (others.length > 0)
      throw new CommandError(
        `The database is in use by ${others.map(({ program, pid }) => `${program} (process ${pid})`).join(", ")}; stop it before restoring.`,
      );
    return restore({ url, source, manifest, progress, signal, writeFiles: files.write }).catch((error: unknown) => {
      // Files without their data do no harm; data without its secret would.
      if (!(error instanceof RestoreOutcomeUnknown)) files.undo();
      throw error;
    });
  });
  const { rows } = sumManifest(manifest);
  const seconds = since(startedAt);
  const { takenAt, tables } = manifest;
  return {
    json: { folder, takenAt, tables: tables.length, rows, secret: files.secret, seconds },
    lines: [
      `Restored ${rows.toLocaleString("en-US")} rows in ${tables.length} tables, as of ${takenAt}, in ${seconds} s.`,
      SECRET_LINES[files.secret],
    ],
  };
}

type SecretOutcome = "restored" | "kept" | "environment" | "none";
const SECRET_LINES: Readonly<Record<SecretOutcome, string>> = {
  restored: "The secret was restored. Existing sessions and cursors stay valid.",
  kept: "The secret in DATA_DIR was kept. Existing sessions and cursors stay valid only if it is the same.",
  environment: "SECRET comes from the environment. Existing sessions and cursors stay valid only if it is the same.",
  none: "The backup contains no secret. Everyone must sign in again, and existing cursors stop working.",
};

/** Returns the files of the backup for DATA_DIR; existing files are not overwritten. */
async function readDataFiles(config: Config, source: BackupSource, { files }: Manifest) {
  const { dataDir } = config;
  const has = (name: FileEntry["name"]) => existsSync(join(dataDir, name));
  const restored = files.some(({ name }) => name === "secret");
  const secret: SecretOutcome =
    config.secret !== undefined ? "environment" : !restored ? "none" : has("secret") ? "kept" : "restored";
  const contents = new Map<FileEntry["name"], Buffer>();
  for (const file of files) contents.set(file.name, await readDataFile(source, file));
  const restoredFiles: string[] = [];
  return {
    secret,
    write: () => {
      mkdirSync(dataDir, { recursive: true });
      for (const [name, content] of contents) {
        if (has(name) || (name === "secret" && secret !== "restored")) continue;
        const path = join(dataDir, name);
        writeAtomically(path, content);
        restoredFiles.push(path);
      }
    },
    undo: () => {
      for (const path of restoredFiles) rmSync(path, { force: true });
    },
  };
}

/** Writes the whole file or nothing, and never over an existing one. */
function writeAtomically(path: string, content: Buffer): void {
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } finally {
    rmSync(draft);
  }
}

async function onServer<T>(
  { databaseUrl, sessionUrl, dataDir, walLevel }: Config,
  program: string,
  work: (server: { url: string; location: string | null }) => Promise<T>,
): Promise<T> {
  const log = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const server = await openDatabaseServer({
    ...{ databaseUrl: sessionUrl ?? databaseUrl ?? null, dataDir, walLevel },
    ...{ program, log },
  });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

export async function watched<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = progressBar(process.stderr);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

/** Returns seconds with one digit. */
export function since(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}
