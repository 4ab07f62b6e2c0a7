// Runs the embedded PostgreSQL: programs with the same data directory share one server, and the last stops it.
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ensureCluster, serverPassword } from "./cluster";
import { checkDataMajor } from "./earlier-server";
import { createFolder, type DatabaseLocation, findLocation, type LocationOptions, resolveLocation } from "./location";
import { recordCreated } from "./location-file";
import { findServerPackage, type ServerPackage } from "./platform";
import { findOrStart, findPostmaster, stopPostmaster } from "./postmaster";
import { withProcessLock } from "./process-lock.mjs";
import { enterProgram, liveProgramsIn } from "./programs";
import { ensureProgramRole, programUrl } from "./roles";
import { installServerFiles } from "./server-files";
import type { WalLevel } from "./settings";

const WATCH_MS = 1_000;

type EmbeddedServerOptions = {
  dataDir: string;
  /** The registry of programs has this name. */
  program: string;
  log: (sentence: string) => void;
  /** When false, a crash of the system (but not of PostgreSQL) may corrupt the data. It is true by default. */
  durable?: boolean | undefined;
  /** A server that runs already keeps its own. It is minimal by default. */
  walLevel?: WalLevel | undefined;
  /** The server came back on another port when this is called: then this program has to start again. */
  onLost?: (sentence: string) => void;
  locations?: LocationOptions;
  /** These binaries run; those of this version by default. */
  server?: ServerPackage;
};

export type DatabaseServer = {
  /** The connection string includes the password: never log it. */
  url: string;
  /** This is the folder of the embedded database; null for the operator's own server. */
  location: string | null;
  /** Leaves, and stops PostgreSQL when no other living program uses it. */
  close: () => Promise<void>;
};

/**
 * Finds or starts PostgreSQL on 127.0.0.1 with its data in `dataDir`, or at the location recorded there. Restarts it on
 * the same port when it is killed, retrying as long as necessary. Throws one sentence when that is not possible here.
 */
export async function openEmbeddedServer(
  options: EmbeddedServerOptions,
): Promise<DatabaseServer & { location: string }> {
  const { log, durable = true, walLevel = "minimal" } = options;
  const serverOptions = { durable, walLevel };
  const source = options.server ?? findServerPackage();
  const dataDir = createDataDir(options.dataDir);
  const lock = join(dataDir, "database.lock");
  const lockOptions = {
    onWait: (pid: number) => log(`Waiting for process ${pid}, which is opening the same database.`),
  };

  const opened = await withProcessLock(lock, lockOptions, async () => {
    const location = resolveLocation(dataDir, log, options.locations);
    // Before binaries of another version are deleted.
    checkDataMajor(location, source);
    const entry = enterProgram(location.folder, options.program);
    try {
      const serverFolder = installServerFiles(location.folder, source);
      const password = serverPassword(dataDir, location);
      await ensureCluster(location, serverFolder, password, durable);
      recordCreated(dataDir, location.folder);
      const postmaster = await findOrStart(location, serverFolder, readPort(location), serverOptions, log);
      if (readPort(location) !== postmaster.port) writeFileSync(join(location.folder, "port"), String(postmaster.port));
      await ensureProgramRole(postmaster.port, password);
      return { place: location, entry, serverFolder, password, postmaster };
    } catch (error) {
      entry.leave();
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      throw new Error(
        `The disk of ${location.folder} is full (${error.message}); free some space, or set DATA_DIR to a folder on another disk.`,
      );
    }
  });

  const { place: location, entry, serverFolder, password, postmaster } = opened;
  let closed = false;
  let busy = false;
  const watch = setInterval(() => {
    if (closed || busy || findPostmaster(location) !== null) return;
    busy = true;
    void restartServer().finally(() => {
      busy = false;
    });
  }, WATCH_MS);
  watch.unref();

  let lastFailure = "";

  async function restartServer(): Promise<void> {
    try {
      const port = await withProcessLock(lock, lockOptions, async () => {
        if (closed) return postmaster.port;
        if (lastFailure === "") log("PostgreSQL stopped; restarting it.");
        return (await findOrStart(location, serverFolder, postmaster.port, serverOptions, log)).port;
      });
      lastFailure = "";
      if (port === postmaster.port) return;
      clearInterval(watch);
      options.onLost?.(
        `PostgreSQL restarted on another port because ${postmaster.port} is taken; restarting this program.`,
      );
    } catch (error) {
      // Some failures are temporary, such as a full disk. It is logged once, not every second.
      const failure = error instanceof Error ? error.message : String(error);
      if (failure !== lastFailure) log(`PostgreSQL stopped and cannot be restarted yet: ${failure}`);
      lastFailure = failure;
    }
  }

  let closing: Promise<void> | undefined;
  return {
    url: programUrl(postmaster.port, password),
    location: location.folder,
    close: () => {
      closed = true;
      clearInterval(watch);
      closing ??= withProcessLock(lock, lockOptions, async () => {
        entry.leave();
        if (liveProgramsIn(location.folder).length === 0) await stopPostmaster(location, serverFolder);
      });
      return closing;
    },
  };
}

/** Stops the server of `dataDir` when every program that used it is dead, since a killed program could not. */
export async function stopIdleServer(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, "database.password"))) return;
  await withProcessLock(join(dataDir, "database.lock"), {}, async () => {
    const location = findLocation(dataDir);
    if (location === null || liveProgramsIn(location.folder).length > 0) return;
    await stopPostmaster(location, join(location.folder, `server-${findServerPackage().version}`));
  });
}

function createDataDir(requested: string): string {
  const dataDir = resolve(requested);
  try {
    createFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const password = join(dataDir, "database.password");
    if (existsSync(password)) accessSync(password, constants.R_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `DATA_DIR is ${dataDir}, which this user cannot read and write (${reason}); set DATA_DIR to a folder you own.`,
    );
  }
  return dataDir;
}

function readPort(location: DatabaseLocation): number {
  try {
    const port = Number(readFileSync(join(location.folder, "port"), "utf8"));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
  } catch {
    return 0;
  }
}
