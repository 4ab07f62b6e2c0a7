import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defer } from "./batching";
import { type TestDatabase, testDatabase } from "./testing";
import { inBatchedTransaction } from "./transaction";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const SUM = "select $1::integer + $2::integer as sum";
const PREPARED = "select count(*)::integer as count from pg_prepared_statements where name like 'batched_%'";

function inPreparing<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inBatchedTransaction(database.pool, { prepares: true }, work);
}

async function add(client: pg.PoolClient, one: number, other: number): Promise<number> {
  const { rows } = await client.query<{ sum: number }>(SUM, [one, other]);
  return rows[0]?.sum ?? Number.NaN;
}

it("prepares a statement once on a connection, and again after a text with it failed", async () => {
  const failed = inPreparing(async (client) => {
    await defer(client, "select 1 / $1::integer", [0]);
    return add(client, 1, 2);
  });
  await expect(failed).rejects.toThrow("division by zero");
  for (const first of [1, -2])
    expect(await inPreparing((client) => Promise.all([add(client, first, 2), add(client, first, 3)]))).toEqual([
      first + 2,
      first + 3,
    ]);
  const { rows } = await inPreparing((client) => client.query(PREPARED));
  expect(rows).toEqual([{ count: 2 }]);
});
