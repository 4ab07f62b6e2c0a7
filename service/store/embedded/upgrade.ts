/**
 * Moves the embedded database to the major version of PostgreSQL that this version of Dealflow has. The new data are complete
 * in a folder of their own before they take the place of the old ones, which stay.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureCluster, serverPassword } from "./cluster";
import { findEarlierServer, getMajor, readDataMajor } from "./earlier-server";
import { createFolder, type DatabaseLocation, getUpgradedFolder, resolveLocation } from "./location";
import { findServerPackage } from "./platform";
import { findOrStart, stopPostmaster } from "./postmaster";
import { withProcessLock } from "./process-lock.mjs";
import { liveProgramsIn } from "./programs";
import { ensureProgramRole, programUrl } from "./roles";
import { installServerFiles } from "./server-files";

interface UpgradeOptions<T> {
  readonly dataDir: string;
  /** The binaries of the earlier version are in this folder; undefined: npm fetches them. */
  readonly binaries: string | undefined;
  log(sentence: string): void;
  /**
   * Copies a database into another, which is empty, and compares both.
   * @param folder does not exist, and is deleted afterwards
   */
  copy(from: string, to: string, folder: string): Promise<T>;
}

const SERVER_OPTIONS = { durable: true, walLevel: "minimal" } as const;

/**
 * Returns the major versions and the folder that keeps the old data; undefined when there is nothing to upgrade. Throws one sentence;
 * then the old data are in their place.
 */
export async function upgradeEmbeddedServer<T>(options: UpgradeOptions<T>) {
  const { dataDir, binaries, log, copy } = options;
  const source = findServerPackage();
  const onWait = (pid: number) => log(`Waiting for process ${pid}, which is opening the same database.`);
  if (!existsSync(join(dataDir, "database.password"))) throw new Error(`There is no embedded database in ${dataDir}.`);
  return withProcessLock(join(dataDir, "database.lock"), { onWait }, async () => {
    const old = resolveLocation(dataDir, log);
    const others = liveProgramsIn(old.folder);
    if (others.length > 0)
      throw new Error(
        `The database is in use by ${others.map(({ program, pid }) => `${program} (process ${pid})`).join(", ")}; stop it before the upgrade.`,
      );
    const [from, to] = [readDataMajor(old), getMajor(source)];
    if (from === null) throw new Error(`There is no embedded database in ${dataDir}.`);
    const work = join(old.folder, "upgrade");
    const draft: DatabaseLocation = {
      folder: join(work, "new"),
      dataFolder: join(work, "new", "data"),
      runAs: old.runAs,
    };
    const discard = async () => {
      await stopPostmaster(draft, join(draft.folder, `server-${source.version}`));
      rmSync(work, { recursive: true, force: true, maxRetries: 5 });
    };
    // An upgrade that was killed may have left its files.
    await discard();
    if (from === to) return undefined;
    if (from > to)
      throw new Error(`The database is of PostgreSQL ${from}, and this version of Dealflow has PostgreSQL ${to}.`);
    for (const folder of [work, draft.folder, join(work, "old")]) createFolder(folder);
    try {
      const earlier = await findEarlierServer(from, old, binaries, join(work, "old"), source);
      const current = installServerFiles(draft.folder, source);
      const password = serverPassword(dataDir, old);
      await ensureCluster(draft, current, password, true);
      let copied: T;
      try {
        const oldServer = await findOrStart(old, earlier, 0, SERVER_OPTIONS, log);
        const newServer = await findOrStart(draft, current, 0, SERVER_OPTIONS, log);
        await ensureProgramRole(newServer.port, password);
        const urls = [oldServer, newServer].map(({ port }) => programUrl(port, password));
        copied = await copy(urls[0] ?? "", urls[1] ?? "", join(work, "backup"));
      } finally {
        await stopPostmaster(old, earlier);
      }
      await stopPostmaster(draft, current);
      return { from, to, kept: swap(old, draft, from), copied };
    } finally {
      await discard();
    }
  });
}

/** Returns the folder that keeps the old data. A start after the first two renames makes the third. */
function swap(old: DatabaseLocation, draft: DatabaseLocation, major: number): string {
  const time = new Date().toISOString().replaceAll(/[^0-9]/g, "");
  const kept = join(old.folder, `data-postgres-${major}-${time}`);
  const upgraded = getUpgradedFolder(old.folder);
  renameSync(draft.dataFolder, upgraded);
  renameSync(old.dataFolder, kept);
  renameSync(upgraded, old.dataFolder);
  return kept;
}
