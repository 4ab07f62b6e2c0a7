import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorkspace } from "./accounts/workspaces";
import { createDemoAccount, removeDemoHistory } from "./demo-history";
import { loadDemo, removeDemo } from "./ingest/demo/load";
import { type TestDatabase, testDatabase } from "./store/testing";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const SIZE = { companies: 4_000, rounds: 8_000, acquisitions: 1_000, moves: 3_000, investors: 200 };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await loadDemo(database.pool, { now: NOW, size: SIZE, log: () => undefined });
});
afterAll(() => database.drop());

async function count(from: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${from}`);
  return rows[0]?.count ?? 0;
}

it("gives the demo workspace owned records, views, a watchlist, deliveries and an inbox, and removes them", async () => {
  // The last statement fails: nothing of the account and its history is left, and the next start makes both.
  await database.pool.query("insert into settings (name, value) values ('demo history', '{}')");
  await expect(createDemoAccount(database.pool, NOW, true)).rejects.toThrow("duplicate key");
  for (const table of ["users", "workspaces", "ledger", "webhook_events"]) expect(await count(table), table).toBe(0);
  await database.pool.query("delete from settings where name = 'demo history'");
  const keys = await Promise.all([1, 2].map(() => createDemoAccount(database.pool, NOW, true)));
  expect(keys.filter((key) => key !== undefined)).toHaveLength(1);

  const owned = await count("purchased_records where ledger_id is not null");
  expect(owned).toBeGreaterThan(150);
  expect(owned).toBeLessThan(300);
  const { rows } = await database.pool.query(
    `select w.balance, sum(l.delta)::int as sum, -(sum(l.delta) filter (where l.delta < 0))::int as used
     from workspaces w join ledger l on l.workspace_id = w.id group by w.id`,
  );
  expect(rows).toEqual([{ balance: 25_000 - owned, sum: 25_000 - owned, used: owned }]);
  expect(await count("(select distinct at::date from ledger where delta < 0) d")).toBeGreaterThan(10);
  expect(await count("ledger where at > '2026-11-20T12:00:00Z'")).toBe(0);
  // The ledger is listed by its ids.
  expect(await count("(select at < lag(at) over (order by id) as earlier from ledger) entry where earlier")).toBe(0);
  expect(await count("free_deliveries")).toBeGreaterThan(0);
  expect([await count("saved_views"), await count("webhook_subscriptions")]).toEqual([3, 1]);
  expect(await count("watched_companies where note <> ''")).toBe(3);
  expect(await count("webhook_deliveries where state = 'succeeded'")).toBeGreaterThan(0);
  expect(await count("webhook_deliveries where state = 'pending' and attempts > 0")).toBeGreaterThan(0);
  expect(await count("webhook_subscriptions where failing_since is not null and disabled_at is null")).toBe(1);
  expect(
    await count("inbox_items i join inbox_reads r using (workspace_id) where i.position > r.position"),
  ).toBeGreaterThan(0);

  await removeDemoHistory(database.pool);
  await removeDemo(database.pool);
  for (const table of ["saved_views", "watched_companies", "webhook_subscriptions", "inbox_items"])
    expect(await count(table), table).toBe(0);
  await removeDemoHistory(database.pool);
}, 60_000);

it("gives no history to an account that comes later than the demo data, or to one next to other workspaces", async () => {
  for (const others of [0, 1]) {
    const empty = await testDatabase();
    try {
      if (others === 1) await createWorkspace(empty.pool, "Other", 5, NOW);
      expect(await createDemoAccount(empty.pool, NOW, others === 1)).toMatch(/^df_live_/);
      const { rows } = await empty.pool.query(
        `select w.balance, w.created_at, (select count(*) from saved_views) as views from workspaces w where name = 'Demo'`,
      );
      expect(rows).toEqual([{ balance: 25_000, created_at: NOW, views: 0 }]);
    } finally {
      await empty.drop();
    }
  }
});
