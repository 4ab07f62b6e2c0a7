import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDemo } from "@/service/ingest/demo/load";
import { query, until } from "@/service/store/embedded/testing";
import { MIGRATIONS } from "@/service/store/migrate";
import { dropDatabase, earlierDatabase, emptyDatabase, type TestDatabase, testDatabase } from "@/service/store/testing";
import { openDatabaseProxy } from "@/service/store/testing-proxy";
import { type BackupOptions, backup } from "./backup";
import { type Manifest, readManifest } from "./manifest";
import { NO_PROGRESS, type Progress } from "./progress";
import { restore } from "./restore";
import { openFolder } from "./source";
import { readTables, SEQUENCES } from "./tables";
import { type Folder, getDigests, testFolder } from "./testing/folder";
import { verifyBackup } from "./verify";

const CURRENT = MIGRATIONS.map(({ name }) => ({ name }));
const SIZE = { companies: 200, rounds: 1_000, acquisitions: 100, moves: 500, investors: 40 };
let database: TestDatabase;
let folder: Folder;
let whole: string;
beforeAll(async () => {
  folder = testFolder();
  database = await testDatabase();
  await loadDemo(database.pool, { now: new Date("2026-11-20T00:00:00Z"), size: SIZE, log: () => undefined });
  whole = folder.fresh("whole");
  await backup(buildOptions(whole));
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

function buildOptions(path: string, progress: Progress = NO_PROGRESS, signal?: AbortSignal): BackupOptions {
  const options = {
    url: database.url,
    dataDir: folder.path,
    folder: path,
    withSecrets: false,
    version: "test",
    progress,
  };
  return signal === undefined ? options : { ...options, signal };
}

async function load(
  target: TestDatabase,
  from: string,
  progress = NO_PROGRESS,
  signal?: AbortSignal,
): Promise<Manifest> {
  const source = openFolder(from);
  const manifest = await readManifest(source);
  await verifyBackup(source, manifest, NO_PROGRESS);
  const options = { url: target.url, source, manifest, progress, writeFiles: () => undefined };
  await restore(signal === undefined ? options : { ...options, signal });
  return manifest;
}

/** Does something once, in the middle of reading or loading the largest table. */
function inTheMiddle(act: () => void): Progress {
  let bytes = 0;
  let done = false;
  return {
    ...NO_PROGRESS,
    stage: (_name, total) => {
      bytes = total;
    },
    show: (at) => {
      if (done || at < bytes / 2) return;
      done = true;
      act();
    },
  };
}

async function cutOff({ url }: TestDatabase, program: string): Promise<void> {
  await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = '${program}'`,
  );
}

/** Uses a connection that belongs to no program of ours, because a restore rejects to run next to one. */
async function isEmpty({ url }: TestDatabase): Promise<boolean> {
  return (await query(url, "select from pg_class where relnamespace = 'public'::regnamespace")).length === 0;
}

async function inUse({ url }: TestDatabase): Promise<boolean> {
  const sessions = "from pg_stat_activity where datname = current_database() and application_name = 'dealflow-restore'";
  return (await query(url, `select ${sessions}`)).length > 0;
}

it("copies exactly the tables and sequences that the migrations make", async () => {
  const { rows } = await database.pool.query<{ kind: string; names: string[] }>(
    `select case relkind when 'p' then 'r' else relkind end::text as kind, array_agg(relname::text order by relname) as names from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S') and not relispartition and relname <> 'schema_migrations' group by 1 order by 1`,
  );
  const client = await database.pool.connect();
  const tables = await readTables(client);
  client.release();
  expect(rows).toEqual([
    // Later migrations dropped the others.
    { kind: "S", names: SEQUENCES.filter((name) => rows[0]?.names.includes(name)) },
    { kind: "r", names: tables.map(({ name }) => name) },
  ]);
});

it("leaves alone what another program keeps in the same schema", async () => {
  await database.pool.query("create table somebody_elses as select 1 as one");
  const path = folder.fresh("shared");
  const { tables } = await backup(buildOptions(path));
  expect(tables.map(({ table }) => table)).not.toContain("somebody_elses");
  const target = await emptyDatabase();
  await query(target.url, "create table somebody_elses as select 2 as two");
  await load(target, path);
  expect((await target.pool.query("select two from somebody_elses")).rows).toEqual([{ two: 2 }]);
  await target.drop();
  await database.pool.query("drop table somebody_elses");
});

describe("a backup that is cut off", () => {
  const leftIn = () => readdirSync(folder.path).filter((name) => name.includes("cut"));

  it("by a lost connection leaves nothing, and is reported in one sentence", async () => {
    const cut = inTheMiddle(() => void cutOff(database, "dealflow-backup"));
    await expect(backup(buildOptions(folder.fresh("cut"), cut))).rejects.toThrow(
      /^The backup to .*cut failed; nothing was written: .*[^.]\.$/,
    );
    expect(leftIn()).toEqual([]);
  });

  it("by its operator leaves nothing", async () => {
    const stop = new AbortController();
    const cut = inTheMiddle(() => stop.abort());
    await expect(backup(buildOptions(folder.fresh("cut"), cut, stop.signal))).rejects.toThrow(
      "The backup was cancelled; nothing was written.",
    );
    expect(leftIn()).toEqual([]);
  });
});

describe("a restore", () => {
  it.each([
    ["by a lost connection", /^The restore failed; nothing was changed: .*[^.]\.$/],
    ["by its operator @long", /^The restore was cancelled; nothing was changed\.$/],
  ])("that is cut off %s changes nothing", async (how, message) => {
    const target = await emptyDatabase();
    const stop = new AbortController();
    const cut = inTheMiddle(() =>
      how.startsWith("by its operator") ? stop.abort() : void cutOff(target, "dealflow-restore"),
    );
    await expect(load(target, whole, cut, stop.signal)).rejects.toThrow(message);
    expect(await isEmpty(target)).toBe(true);
    // PostgreSQL takes a moment to end the session.
    await until(async () => !(await inUse(target)));
    await load(target, whole);
    expect(await getDigests(target.pool)).toEqual(await getDigests(database.pool));
    await target.drop();
  });

  it("whose connection is lost at the commit finds out whether it was committed", async () => {
    const target = await emptyDatabase();
    const proxy = await openDatabaseProxy(target.url);
    const through = { ...target, url: proxy.url };
    proxy.breakOn("commit\0", "cut-before");
    await expect(load(through, whole)).rejects.toThrow(/^The restore failed; nothing was changed: /);
    expect(await isEmpty(target)).toBe(true);
    await until(async () => !(await inUse(target)));
    proxy.breakOn("commit\0", "cut-after");
    await load(through, whole);
    expect(proxy.faults).toBe(2);
    expect(await getDigests(target.pool)).toEqual(await getDigests(database.pool));
    await proxy.close();
    await target.drop();
  });

  it("that cannot write the files next to the database changes nothing", async () => {
    const target = await emptyDatabase();
    const source = openFolder(whole);
    const manifest = await readManifest(source);
    const writeFiles = () => {
      throw new Error("no space left on device");
    };
    await expect(restore({ url: target.url, source, manifest, progress: NO_PROGRESS, writeFiles })).rejects.toThrow(
      "The restore failed; nothing was changed: no space left on device.",
    );
    expect(await isEmpty(target)).toBe(true);
    await target.drop();
  });

  it("of a database with the three earlier migrations is loaded into the one schema", async () => {
    const [old, target] = [await earlierDatabase(), await emptyDatabase()];
    await old.pool.query("insert into settings values ('a fact', '1')");
    const path = folder.fresh("old");
    await backup({ ...buildOptions(path), url: old.url });
    expect((await load(target, path)).migrations).toHaveLength(3);
    // A later migration drops this table.
    const { event_bitmaps: _, ...kept } = await getDigests(old.pool);
    expect(await getDigests(target.pool)).toMatchObject(kept);
    const { rows } = await target.pool.query("select name from schema_migrations order by 1");
    expect(rows).toEqual(CURRENT);
    await Promise.all([old.drop(), target.drop()]);
  });

  it("is loaded into an empty database with the three earlier migrations, which is adopted", async () => {
    const target = await earlierDatabase();
    await target.pools.close();
    // The server ends the connections after they were closed here.
    const others =
      "select from pg_stat_activity where datname = current_database() and application_name like 'dealflow-%'";
    await expect.poll(() => query(target.url, others)).toEqual([]);
    await load(target, whole);
    expect(await query(target.url, "select name from schema_migrations order by 1")).toEqual(CURRENT);
    expect(await query(target.url, "select count(*)::int from funding_events")).toEqual([{ count: SIZE.rounds }]);
    await dropDatabase(target.name);
  });
});
