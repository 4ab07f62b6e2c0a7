import { afterAll, beforeAll, expect, it } from "vitest";
import { openPools } from "./pools/pools";
import { type TestDatabase, testDatabase } from "./testing";
import { checkWrites, describeWriteProblem } from "./write-check";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it("writes a temporary file, which needs room on the disk", async () => {
  const countFiles = async () => {
    const { rows } = await database.pool.query<{ files: number }>(
      "select temp_files::integer as files from pg_stat_database where datname = current_database()",
    );
    return rows[0]?.files;
  };
  expect(await countFiles()).toBe(0);
  await checkWrites(database.pools.probe);
  // The session would report its files seconds later.
  await database.pools.probe.query("select pg_stat_force_next_flush()");
  await expect.poll(countFiles, { timeout: 20_000 }).toBe(1);
});

it("fails in a database that is read-only, and leaves its connection usable", async () => {
  await database.pool.query(`alter database ${database.name} set default_transaction_read_only = on`);
  // The setting is that of connections that begin after it.
  const pools = openPools(database.url);
  const problem = await checkWrites(pools.probe).then(
    () => undefined,
    (error: Error) => describeWriteProblem(error),
  );
  expect(problem).toBe("The database is read-only: it is a standby, or default_transaction_read_only is on.");
  expect((await pools.probe.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pools.close();
  await database.pool.query(`alter database ${database.name} reset default_transaction_read_only`);
  await checkWrites(database.pools.probe);
});
