/** The upgrade of an embedded database that an earlier major version of PostgreSQL wrote. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleFile, ensureBuilt } from "@/scripts/build.mjs";
import { createWorkspace } from "@/service/accounts/workspaces";
import { getDigests } from "@/service/backup/testing/folder";
import { readConfig } from "@/service/config";
import { checkLedger } from "@/service/credits/ledger-check";
import { insertRound } from "@/service/http/testing/fixtures";
import { fetchServerPackage, getMajor } from "@/service/store/embedded/earlier-server";
import { getUpgradedFolder } from "@/service/store/embedded/location";
import { findServerPackage, type ServerPackage } from "@/service/store/embedded/platform";
import { openEmbeddedServer, stopIdleServer } from "@/service/store/embedded/server";
import { query, temporaryFolder, until } from "@/service/store/embedded/testing";
import { migrate } from "@/service/store/migrate";
import { parseCommand } from "./command";
import { DATABASE_COMMANDS } from "./database-commands";

const EARLIER = getMajor(findServerPackage()) - 1;
let made: ReturnType<typeof temporaryFolder>;
let earlier: ServerPackage;
let digests: Awaited<ReturnType<typeof getDigests>>;
let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;

const open = (server?: ServerPackage) =>
  openEmbeddedServer({ dataDir, program: "test", log: () => undefined, durable: false, ...(server && { server }) });
function upgrade(...options: readonly string[]) {
  const call = parseCommand(["database", "upgrade", ...options], DATABASE_COMMANDS);
  return call?.command.runOn(readConfig({ DATA_DIR: dataDir }), call.options, new AbortController().signal);
}
async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // The server may stop before the last connection is closed.
  pool.on("error", () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
/** Opens the database with this version, and compares every row with those that the earlier one wrote. */
async function expectUpgraded(): Promise<void> {
  const server = await open();
  expect(await query(server.url, "show server_version_num")).toEqual([
    { server_version_num: expect.stringMatching(new RegExp(`^${EARLIER + 1}`)) },
  ]);
  await withPool(server.url, async (pool) => {
    expect(await getDigests(pool)).toEqual(digests);
    expect((await checkLedger(pool)).mismatches).toEqual([]);
  });
  await server.close();
}

describe(`a database of PostgreSQL ${EARLIER}`, () => {
  beforeAll(async () => {
    await ensureBuilt("service");
    made = temporaryFolder();
    earlier = await fetchServerPackage(EARLIER, findServerPackage().name, join(made.path, "package"));
    dataDir = join(made.path, "data-dir");
    const server = await open(earlier);
    await migrate(server.url);
    digests = await withPool(server.url, async (pool) => {
      await createWorkspace(pool, "Upgraded", 1_000, new Date());
      for (let index = 0; index < 40; index++) await insertRound(pool, `Company ${index}`);
      return getDigests(pool);
    });
    await server.close();
  });
  afterAll(() => made.remove());
  beforeEach(() => {
    folder = temporaryFolder();
    dataDir = join(folder.path, "data-dir");
    execFileSync("cp", ["-a", join(made.path, "data-dir"), dataDir]);
  });
  afterEach(async () => {
    await stopIdleServer(dataDir).catch(() => undefined);
    folder.remove();
  });
  const getFolder = () => join(dataDir, "postgres");
  const getServer = (path: string) => readdirSync(path).find((name) => name.startsWith(`server-${EARLIER}.`)) ?? "";

  it("is not opened by this version, and has every row after the upgrade with the server that npm fetches @long", async () => {
    await expect(open()).rejects.toThrow(
      `The database in ${getFolder()} is of PostgreSQL ${EARLIER}, and this version of Dealflow has PostgreSQL ${EARLIER + 1}: stop every program that uses it, and run npm run admin -- database upgrade.`,
    );
    rmSync(join(getFolder(), getServer(getFolder())), { recursive: true });
    const result = await upgrade();
    expect(result?.json).toMatchObject({ upgraded: true, from: EARLIER, to: EARLIER + 1, rows: expect.any(Number) });
    const kept = readdirSync(getFolder()).filter((name) => name.startsWith("data-"));
    expect(kept).toEqual([expect.stringMatching(new RegExp(`^data-postgres-${EARLIER}-\\d+$`))]);
    expect(readFileSync(join(getFolder(), kept[0] ?? "", "PG_VERSION"), "utf8").trim()).toBe(String(EARLIER));
    expect(existsSync(join(getFolder(), "upgrade"))).toBe(false);
    await expectUpgraded();
    expect((await upgrade())?.json).toMatchObject({ upgraded: false });
  });

  it("is upgraded with binaries of the machine, and with no others @long", async () => {
    const binaries = join(made.path, "data-dir", "postgres", getServer(join(made.path, "data-dir", "postgres")));
    await expect(upgrade("--binaries", folder.path)).rejects.toThrow(
      `${folder.path} has no PostgreSQL that runs here (bin/postgres).`,
    );
    const program = await open(earlier);
    await expect(upgrade("--binaries", binaries)).rejects.toThrow(
      /^The database is in use by test \(process \d+\); stop it before the upgrade\.$/,
    );
    await program.close();
    rmSync(join(getFolder(), getServer(getFolder())), { recursive: true });
    await upgrade("--binaries", binaries);
    await expectUpgraded();
  });

  it("works with the earlier version after the upgrade was killed anywhere, and can be upgraded again @long", async () => {
    const work = join(getFolder(), "upgrade");
    const moments = {
      "the new database was created": join(work, "new", "data", "PG_VERSION"),
      "both servers ran": join(work, "new", "data", "postmaster.pid"),
      "everything was read": join(work, "backup", "manifest.json"),
    };
    for (const [moment, file] of Object.entries(moments)) {
      const child = spawn(process.execPath, [bundleFile("admin"), "database", "upgrade"], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      await until(() => existsSync(file));
      child.kill("SIGKILL");
      expect(await ended, moment).toEqual([null, "SIGKILL"]);
      const server = await open(earlier);
      await withPool(server.url, async (pool) => expect(await getDigests(pool), moment).toEqual(digests));
      await server.close();
    }
    await upgrade();
    await expectUpgraded();
  });

  it("is upgraded by the next start after the upgrade was killed between its renames @long", async () => {
    await upgrade();
    const data = join(getFolder(), "data");
    renameSync(data, getUpgradedFolder(getFolder()));
    await expectUpgraded();
    expect(existsSync(data)).toBe(true);
  });
});
