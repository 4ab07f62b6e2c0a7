import { tmpdir } from "node:os";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS, migrate } from "./migrate";
import { openStore } from "./open";
import { databaseBefore, emptyDatabase, type TestDatabase, testDatabase, withLimitedRole } from "./testing";

const ALL = MIGRATIONS.map(({ name }) => name);
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Runs the work while another connection holds the locks of a dump or a backup. */
async function duringDump<T>(work: () => Promise<T>, { url } = database): Promise<T> {
  const dump = new pg.Client({ connectionString: url });
  await dump.connect();
  try {
    await dump.query("begin transaction isolation level repeatable read, read only");
    await dump.query("lock table schema_migrations in access share mode");
    return await work();
  } finally {
    await dump.end();
  }
}

/** Adds a lock timeout of a second to the address. */
function impatient(url: string): string {
  const patient = new URL(url);
  patient.searchParams.set("options", "-c lock_timeout=1s");
  return patient.href;
}

it("notices when a released migration was edited", () => {
  expect(Object.fromEntries(MIGRATIONS.map(({ name, checksum }) => [name, checksum]))).toEqual({
    "0001-schema": "c7f89c0170c2da85d742e4e9c3790b9410690598ba53950167c256a061fbd546",
    "0002-bulk-purchases": "93e7b44776b7fcb492e0e2330d5de3f4f2dbb713c33148aacc710447112be530",
    "0003-imports": "e55b0d2ceba6c4bd599ad36246d1f0282c2bf22dc24a8baacf93086e64fbb283",
    "0004-date-precision-and-rates": "3787947423b18e689f0b3dba787b631e0e65b1b140dec7644efa9fe4e223c868",
    "0005-retractions-and-schedules": "05754615f1dd5d0b4276e0558f1693f3933d04bed72a3c5696f9447f7d830bd0",
    "0006-resolution": "d0577f409d80787d466968d6f4ff704bf22b0526e460dbf481194aa3e39c02cc",
    "0007-merged-records": "3e4fd9d5e7dabcae4e1a8304b8513f20e175ed5319a44e276e7fd23f9f0a1f53",
    "0008-record-reports": "c3ce9d691aa6372c0ff307d24dda6775748982ab33e4def26b04c36e7099e609",
    "0009-source-trust": "2c6a9aea409b817a845e713dba2ffaaf7840a4f86f7db6ebec993944c1531b78",
    "0010-former-names": "ce984ddb165b302941c7140725bc14ab00e0800c48ff0a566ebcb6cb08e6b249",
    "0011-names-in-order": "0c78bd88ecc0d74f598e13420d54d91b5f15349e13634578f99d2377e8e6671f",
    "0012-order-of-sources": "7ca723984465ebf67e6b789de80ab3e86afe27b7d63bd321108094bb5bb41a44",
    "0013-ranks-of-new-companies": "34dd8049e5ec507e82e5d7a66574125360b6c920341cd2ed84dc1c510fa214cf",
    "0014-all-changes": "45d57ad3a93975102783e33589d427c05f15873098257bb56cf9060e9149da2c",
    "0015-totals-from-columns": "736253df6aed07d1521c9de1353d6e75097b01a92181904afeda2634b1edd50f",
    "0016-ledger-by-month": "5a7d2a7dcb7cda1d470b51f9b52cefb46c0767936a4f7a7505a74254710ed4f2",
    "0017-deliveries-by-month": "7d822df91e07b3803a2d6aec6a9a7faa636b05ef5ab45fc29b96d5a4d6eaa190",
    "0018-attempts-by-month": "68be51bd2615c1f3a25921e107939508ccdc4e88c91272073e1dde12449e7741",
    "0019-names-of-companies": "68934de2f85aa9162d91c925096178afc7e8e63fdd6dd1a945a429087f1a55fb",
    "0020-notes-of-ledger-entries": "03e0ccdbd1fa4c803bbd2efa67a6544b502ed478fb26b7e7b881a48060e20858",
    "0021-disabled-people": "62dd24a2a0ec9b70cd702fbf0edfbeeb161d37b883032dbb3888e4a8987dfd30",
    "0022-operator-actions": "47d123dc4961e9cdd3e1431ece3a1f2790e24b99e5da8bb7ba1b7308d087fc87",
    "0023-traces-of-deliveries": "0b9580a5b3e46db7637edcbc5c9928e8ccff1c9751e1fda32b2b853c959e553e",
    "0024-rates-of-people": "b9e47d67c623f08535bdf5e41a1f87fb9a0f2e9e09c9ab9f3ddcc535385c6ef9",
    "0025-corrections": "3628b6138eb91b62de3d3e2dfb4e5a4b9896ecae2caa19c20314f83cbd476094",
    "0026-folded-letters": "6ead4c96ca648abc217f31d67adce6800012857ce03e10d6861f1721fe1c4540",
    "0027-undo-of-merges": "9c9d2c636eb3659013d4ea3362f71569010775e59b1a0b0d77d6ceb06c77b961",
    "0028-moved-keys": "210728eb35c113df18d4f85449af8b918a783b8ef77adfa7eeb5c20e6cd7a895",
  });
});

describe("while a dump runs", () => {
  it("a database that lacks nothing is found so", async () => {
    expect(await duringDump(() => migrate(impatient(database.url)))).toEqual([]);
  });

  it("a program opens its store", async () => {
    const settings = {
      dataDir: tmpdir(),
      databaseUrl: impatient(database.url),
      sessionUrl: undefined,
      replicaUrl: undefined,
      replicaLagMs: 5_000,
      databaseConnections: 40,
    };
    const store = await duringDump(() => openStore(settings, "test", () => undefined));
    expect((await store.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await store.close();
  });

  it("what is missing is applied", async () => {
    const empty = await emptyDatabase();
    await empty.pool.query(
      "create table schema_migrations (name text primary key, applied_at timestamptz not null default now(), checksum text)",
    );
    expect(await duringDump(() => migrate(impatient(empty.url)), empty)).toEqual(ALL);
    await empty.drop();
  });
});

it("a migration lets requests pass that read a table while a longer transaction holds it", async () => {
  const earlier = await databaseBefore("0004");
  const holder = await earlier.pool.connect();
  await holder.query("begin");
  await holder.query("lock table funding_events in access share mode");
  const logged: string[] = [];
  const migrating = migrate(earlier.url, (sentence) => logged.push(sentence));
  await expect.poll(() => logged).toEqual([expect.stringMatching(/0004-date-precision-and-rates failed/)]);
  await earlier.pool.query("set statement_timeout = '5s'; select from funding_events");
  await holder.query("commit");
  holder.release();
  expect(await migrating).toEqual(ALL.filter((name) => name >= "0004"));
  await earlier.drop();
});

it("a command leaves the database of an earlier version as it is, and creates the schema of a new one", async () => {
  const earlier = await databaseBefore("0004");
  await expect(migrate(earlier.url, undefined, true)).rejects.toThrow(
    /^The database has the schema of an earlier version, 0003-.*npm run admin -- migrate$/,
  );
  expect((await earlier.pool.query("select from schema_migrations where name like '0004%'")).rowCount).toBe(0);
  await earlier.drop();
  const empty = await emptyDatabase();
  expect(await migrate(empty.url, undefined, true)).toEqual(ALL);
  await empty.drop();
});

describe("an empty database", () => {
  it("is migrated once by two programs that start together", async () => {
    const empty = await emptyDatabase();
    const applied = await Promise.all([migrate(empty.url), migrate(empty.url)]);
    expect(applied.sort((a, b) => b.length - a.length)).toEqual([ALL, []]);
    await empty.drop();
  });

  it("stays as it is when the role may not create tables, and one sentence states what to do", async () => {
    const empty = await emptyDatabase();
    await withLimitedRole(empty, (url) =>
      expect(migrate(url)).rejects.toThrow(
        /^The database role lacks privileges \(permission denied for schema public\): .*DATABASE_URL.*[^.]\.$/,
      ),
    );
    expect((await empty.pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
    await empty.drop();
  });

  it("stays as it is when a table of someone else's has one of the names", async () => {
    const empty = await emptyDatabase();
    await empty.pool.query("create table companies (name text)");
    await expect(migrate(empty.url)).rejects.toThrow(
      'The migration 0001-schema failed; nothing was changed: relation "companies" already exists.',
    );
    const { rows } = await empty.pool.query("select tablename from pg_tables where schemaname = 'public' order by 1");
    expect(rows.map(({ tablename }) => tablename)).toEqual(["companies"]);
    await empty.drop();
  });
});

describe("a database of another program", () => {
  it("is rejected when it has migrations that this version does not know", async () => {
    await database.pool.query("insert into schema_migrations (name) values ('9999-later')");
    await expect(migrate(database.url)).rejects.toThrow(
      "The database was written by a newer version of Dealflow: it has 9999-later.",
    );
    await database.pool.query("delete from schema_migrations where name = '9999-later'");
  });

  it("is rejected when a migration was applied with another text than this version's", async () => {
    await database.pool.query("update schema_migrations set checksum = 'edited' where name = '0001-schema'");
    await expect(migrate(database.url)).rejects.toThrow(/^The database was written by a modified version.*0001-schema/);
    await database.pool.query("update schema_migrations set checksum = $1 where name = '0001-schema'", [
      MIGRATIONS.find(({ name }) => name === "0001-schema")?.checksum,
    ]);
    expect(await migrate(database.url)).toEqual([]);
  });
});
