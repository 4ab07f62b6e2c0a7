/** Row locks that someone holds on workspaces: the purchases of every other workspace go on. */
import { FEEDS } from "@dealflow/contract/feeds";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "@/service/store/new-id";
import { readBalance } from "./testing/api-client";
import { insertRound } from "./testing/fixtures";
import { type TestAccount, type TestService, testService } from "./testing/service";

const CREDITS = 1_000;
/** They are fewer than a slow machine answers until the locked ones, which wait for 2.5 s at most, are refused. */
const PURCHASES = 10;
/** No pool has this many connections. */
const BLOCKED = 12;
const LOCKED_WORKSPACES = 20;
const ROUNDS = 10;

let service: TestService;
beforeAll(async () => {
  service = await testService();
  await insertRound(service.database.pool, "Alder");
});
afterAll(() => service.stop());

let locked: TestAccount;
let other: TestAccount;
let blocker: pg.PoolClient;
beforeEach(async () => {
  [locked, other] = [await service.account(CREDITS), await service.account(CREDITS)];
  // Authenticates both, and opens connections.
  for (const account of [locked, other]) expect(await buy(account)).toBe(200);
  blocker = await service.database.pool.connect();
  await blocker.query("begin");
  await blocker.query("select from workspaces where id = $1 for update", [locked.workspaceId]);
});
afterEach(async () => {
  await blocker.query("rollback");
  blocker.release();
});

async function buy({ key }: TestAccount, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${service.url}${FEEDS.funding.path}?limit=1`, {
    headers: { "X-API-Key": key, ...headers },
  });
  await response.arrayBuffer();
  return response.status;
}
const buyKeyed = (account: TestAccount) => buy(account, { "Idempotency-Key": newId() });

/** Connections of a pool that wait for a lock. */
async function countWaiting(pool: string): Promise<number | null> {
  const { rowCount } = await service.database.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like $1 and wait_event_type = 'Lock'`,
    [`dealflow-${pool} %`],
  );
  return rowCount;
}

async function countEntries({ workspaceId }: TestAccount): Promise<number> {
  const { rows } = await service.database.pool.query<{ entries: number }>(
    "select count(*) as entries from ledger where workspace_id = $1 and delta < 0",
    [workspaceId],
  );
  return rows[0]?.entries ?? 0;
}

it.each([
  ["purchases", buy, "debits", 1],
  ["purchases under idempotency keys", buyKeyed, "keyed", 2],
] as const)("holds up none of another workspace's %s", async (_, purchase, pool, connections) => {
  let answered = 0;
  const blocked = Array.from({ length: BLOCKED }, () => purchase(locked).finally(() => answered++));
  await expect.poll(() => countWaiting(pool)).toBe(connections);
  const statuses = await Promise.all(Array.from({ length: PURCHASES }, () => purchase(other)));
  // The lock is still held, and everything that needs it still waits, on few connections.
  expect([answered, await countWaiting(pool)]).toEqual([0, connections]);
  expect(statuses).toEqual(Array(PURCHASES).fill(200));
  expect(await countEntries(other)).toBe(1 + PURCHASES);
  expect(await readBalance(service, other.workspaceId)).toBe(CREDITS - 1 - PURCHASES);

  await blocker.query("commit");
  expect(await Promise.all(blocked)).toEqual(Array(BLOCKED).fill(200));
  expect(await countEntries(locked)).toBe(1 + BLOCKED);
});

it("holds up no purchases of another workspace while more workspaces are locked than there are connections", async () => {
  const accounts = await Promise.all(Array.from({ length: LOCKED_WORKSPACES }, () => service.account(CREDITS)));
  for (const account of accounts) expect(await buy(account)).toBe(200);
  await blocker.query("select from workspaces where id = any($1) for update", [
    accounts.map(({ workspaceId }) => workspaceId),
  ]);
  let served = 0;
  const blocked = accounts.map((account) =>
    Promise.all([buy(account), buyKeyed(account)]).then((statuses) => {
      const paid = statuses.filter((status) => status === 200).length;
      served += paid;
      return { account, statuses, paid };
    }),
  );
  for (const pool of ["debits", "keyed"]) await expect.poll(() => countWaiting(pool)).toBe(2);
  for (let index = 0; index < ROUNDS; index++)
    expect(await Promise.all([buy(other), buyKeyed(other), buy(other), buyKeyed(other)])).toEqual(Array(4).fill(200));
  // The locks are still held: none of the locked workspaces was served before all of these.
  expect(served).toBe(0);

  await blocker.query("commit");
  for (const { account, statuses, paid } of await Promise.all(blocked)) {
    // One that waited too long got a 503, and has not paid.
    for (const status of statuses) expect([200, 503]).toContain(status);
    expect(await countEntries(account)).toBe(1 + paid);
  }
});
