/** The schema of the three earlier migrations is that of `0001-schema`; the two were compared when the three were removed. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { MIGRATIONS, migrate } from "./migrate";
import { compareSchemas, readSchema } from "./schema";
import { copyTemplate, earlierTemplate, type TestDatabase, type TestTemplate, testDatabase } from "./testing";

/** They are applied after the schema was adopted. */
const LATER = MIGRATIONS.slice(1).map(({ name }) => name);

let earlier: TestTemplate;
let database: TestDatabase;
beforeAll(async () => {
  earlier = await earlierTemplate();
});
beforeEach(async () => {
  database = await copyTemplate(earlier);
  await database.pool.query("insert into settings values ('a fact', '1')");
});
afterEach(() => database.drop());
afterAll(() => earlier.drop());

async function migrationNames(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>("select name from schema_migrations order by 1");
  return rows.map(({ name }) => name);
}

it("adopts a database of the three earlier migrations, also by two programs that start together", async () => {
  const applied = await Promise.all([migrate(database.url), migrate(database.url)]);
  expect(applied.flat().sort()).toEqual(LATER);
  expect(await migrationNames()).toEqual(["0001-schema", ...LATER]);
  const current = await testDatabase();
  expect(await readSchema(database.pool)).toEqual(await readSchema(current.pool));
  await current.drop();
  expect((await database.pool.query("select value from settings where name = 'a fact'")).rows).toEqual([{ value: 1 }]);
  expect((await database.pool.query("select to_regnamespace('dealflow_expected') as left")).rows).toEqual([
    { left: null },
  ]);
});

it("adopts a database in which another program has tables and functions", async () => {
  await database.pool.query("create table somebody_elses as select 1 as one");
  await database.pool.query("create function somebody_elses() returns integer language sql as 'select 1'");
  await migrate(database.url);
  expect(await migrationNames()).toEqual(["0001-schema", ...LATER]);
});

/** A change of each kind of object. */
const CHANGES: readonly (readonly [object: string, change: string])[] = [
  ["index ledger_person", "drop index ledger_person"],
  ["column settings.more", "alter table settings add column more text"],
  ["column people.name", "alter table people alter column name drop not null"],
  ["constraint ledger_check of ledger", "alter table ledger drop constraint ledger_check"],
  ["trigger ledger_append_only of ledger", "alter table ledger disable trigger ledger_append_only"],
  ["relation companies", "alter table companies reset (autovacuum_vacuum_scale_factor)"],
  [
    "function unpaid_positions",
    "alter function unpaid_positions(uuid, text[], uuid[], timestamptz) reset enable_seqscan",
  ],
];

it.each(CHANGES)("names the %s when it differs from the expected schema", async (object, change) => {
  const expected = await readSchema(database.pool);
  await database.pool.query(change);
  expect(compareSchemas(expected, await readSchema(database.pool))).toEqual([expect.stringContaining(object)]);
});

it.each(CHANGES.map(([object, change], index) => [object, index === 0 ? "" : " @long", change] as const))(
  "changes nothing when the %s differs from the schema that its migrations make%s",
  async (object, _, change) => {
    await database.pool.query(change);
    await expect(migrate(database.url)).rejects.toThrow(
      `The schema of the database differs from the one that its migrations make, so nothing was changed: compare ${object}`,
    );
    expect(await migrationNames()).toHaveLength(3);
  },
);

it("names the commit to start first when one of the three is missing", async () => {
  await database.pool.query("delete from schema_migrations where name = '0003-session-use'");
  await expect(migrate(database.url)).rejects.toThrow(
    "The database was written by an earlier version of Dealflow: start commit 3c9915c of Dealflow once with this data, then start this version.",
  );
  expect(await migrationNames()).toHaveLength(2);
});

it("names that commit for a database without checksums, which the earliest versions made", async () => {
  await database.pool.query("alter table schema_migrations drop column checksum");
  await expect(migrate(database.url)).rejects.toThrow(/^The database was written by an earlier version of Dealflow: /);
});

it("rejects a database in which one of the three had another text", async () => {
  await database.pool.query("update schema_migrations set checksum = 'edited' where name = '0002-charge'");
  await expect(migrate(database.url)).rejects.toThrow(/^The database was written by a modified version.*0002-charge/);
});
