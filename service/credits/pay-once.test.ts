/** A workspace pays for a record once: what the charging statement takes, delivers and writes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPerson, insertOwnedWorkspace } from "@/service/accounts/members/testing";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { setBudget } from "./budgets";
import { BudgetReached, type Charge, type RecordKey } from "./charge";
import { openDebits } from "./debit";
import { grantCredits, readBalance } from "./ledger";

const NOW = new Date("2026-11-15T12:00:00.000Z");
const DAY_MS = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function buyer(credits: number) {
  const person = await addPerson(database.pool, "Olga");
  const workspaceId = await insertOwnedWorkspace(database.pool, person);
  if (credits > 0) await grantCredits(database.pool, workspaceId, credits, NOW);
  return { workspaceId, personId: person.id };
}
type Buyer = Awaited<ReturnType<typeof buyer>>;

/** Records that nobody has purchased yet. */
function records(count: number, kind = "funding_events"): RecordKey[] {
  return Array.from({ length: count }, () => ({ kind, id: newId() }));
}

function createCharge(by: Buyer, items: readonly RecordKey[], more: Partial<Charge> = {}): Charge {
  return {
    ...by,
    ...{ requestId: newId(), keyId: null, endpoint: "funding_events.list", feed: "funding_events", limit: undefined },
    records: items.length,
    once: { items, since: null },
    ...more,
  };
}

async function buy(by: Buyer, items: readonly RecordKey[], more: Partial<Charge> = {}, at = NOW) {
  const {
    records: delivered,
    credits,
    balance,
    paid,
  } = await openDebits(database.pools.debits, () => at).charge(createCharge(by, items, more));
  return { delivered, credits, balance, paid };
}

const readEntries = async ({ workspaceId }: Buyer) =>
  (
    await database.pool.query(
      "select delta, records from ledger where workspace_id = $1 and delta < 0 order by sequence",
      [workspaceId],
    )
  ).rows;
const readFreeDeliveries = async ({ workspaceId }: Buyer) =>
  (
    await database.pool.query(
      "select day::text, person_id, view, records, requests from free_deliveries where workspace_id = $1 order by 1, 3",
      [workspaceId],
    )
  ).rows;
const purchasedBy = async ({ workspaceId }: Buyer): Promise<string[]> =>
  (
    await database.pool.query("select record_id from purchased_records where workspace_id = $1", [workspaceId])
  ).rows.map((row) => row.record_id);

describe("a purchase", () => {
  it("charges for the new records alone, and records them in the ledger", async () => {
    const olga = await buyer(100);
    const [a, b, c] = records(3);
    if (!a || !b || !c) throw new Error("three records");
    expect(await buy(olga, [a, b])).toEqual({ delivered: 2, credits: 2, balance: 98, paid: [1, 2] });
    expect(await buy(olga, [b, c, a])).toEqual({ delivered: 3, credits: 1, balance: 97, paid: [2] });
    expect(await buy(olga, [a, b, c])).toEqual({ delivered: 3, credits: 0, balance: 97, paid: [] });
    expect(await readEntries(olga)).toEqual([
      { delta: -2, records: 2 },
      { delta: -1, records: 3 },
    ]);
    expect((await purchasedBy(olga)).sort()).toEqual([a.id, b.id, c.id].sort());
  });

  it("counts what was free by day, person and page", async () => {
    const olga = await buyer(100);
    const page = records(4);
    await buy(olga, page.slice(0, 3), { view: "/funding" });
    await buy(olga, page, { view: "/funding" });
    await buy(olga, page, { view: "/funding" });
    await buy(olga, page);
    await buy(olga, page, {}, new Date(NOW.getTime() + DAY_MS));
    const common = { person_id: olga.personId };
    expect(await readFreeDeliveries(olga)).toEqual([
      { ...common, day: "2026-11-15", view: "", records: 4, requests: 1 },
      { ...common, day: "2026-11-15", view: "/funding", records: 7, requests: 2 },
      { ...common, day: "2026-11-16", view: "", records: 4, requests: 1 },
    ]);
  });

  it("is each workspace's own, and each kind's", async () => {
    const [olga, mika] = [await buyer(10), await buyer(10)];
    const [record] = records(1);
    if (!record) throw new Error("one record");
    expect((await buy(olga, [record])).credits).toBe(1);
    expect((await buy(mika, [record])).credits).toBe(1);
    expect((await buy(olga, [{ ...record, kind: "companies" }])).credits).toBe(1);
  });

  it("of a record that occurs twice charges once", async () => {
    const olga = await buyer(10);
    const [a, b] = records(2);
    if (!a || !b) throw new Error("two records");
    expect(await buy(olga, [a, b, a])).toEqual({ delivered: 3, credits: 2, balance: 8, paid: [1, 2] });
  });

  it("is cut where the balance ends; what is owned before that is free", async () => {
    const olga = await buyer(5);
    const page = records(6);
    const owned = [page[1], page[2], page[5]].filter((record) => record !== undefined);
    await buy(olga, owned);
    // 0, 3 and 4 are new; 1, 2 and 5 are owned.
    expect(await buy(olga, page)).toEqual({ delivered: 4, credits: 2, balance: 0, paid: [1, 4] });
    expect(await buy(olga, page)).toEqual({ delivered: 4, credits: 0, balance: 0, paid: [] });
    expect(await buy(olga, page.slice(4))).toEqual({ delivered: 0, credits: 0, balance: 0, paid: [] });
    expect(await buy(olga, owned)).toMatchObject({ delivered: 3, credits: 0 });
    expect(await readBalance(database.pool, olga.workspaceId)).toEqual({
      balance: 0,
      granted: 5,
      refunded: 0,
      used: 5,
      corrected: 0,
    });
  });

  it("in steps takes the most whole ones whose new records the balance covers", async () => {
    const olga = await buyer(7);
    const [first, second, third] = [records(3), records(4), records(2)];
    await buy(olga, [...second.slice(1), ...first.slice(2)]);
    const all = [...first, ...second, ...third];
    // New are 2, 1 and 2 records; 3 credits are left.
    expect(await buy(olga, all, { steps: [3, 7, 9] })).toEqual({
      delivered: 7,
      credits: 3,
      balance: 0,
      paid: [1, 2, 4],
    });
    expect(await buy(olga, all, { steps: [3, 7, 9] })).toEqual({ delivered: 7, credits: 0, balance: 0, paid: [] });
    expect(await buy(olga, [...third, ...first], { steps: [2, 5] })).toMatchObject({ delivered: 0, credits: 0 });
  });

  it("stays within budgets, of which owned records use nothing", async () => {
    const olga = await buyer(100);
    await inTransaction(database.pool, (client) => setBudget(client, olga.workspaceId, null, { day: 5, month: null }));
    const page = records(8);
    await buy(olga, page.slice(0, 4));
    await expect(buy(olga, page)).rejects.toThrow(BudgetReached);
    expect(await buy(olga, page.slice(0, 5))).toMatchObject({ delivered: 5, credits: 1 });
    expect(await buy(olga, page.slice(0, 5))).toMatchObject({ delivered: 5, credits: 0 });
    await expect(buy(olga, page.slice(5))).rejects.toThrow(BudgetReached);
    expect(await purchasedBy(olga)).toHaveLength(5);
  });

  it("over the rate limit delivers nothing, not even what is owned", async () => {
    const olga = await buyer(100);
    const page = records(2);
    const limit = { perMinute: 1e-6, burst: 1 };
    await buy(olga, page);
    expect(await buy(olga, page, { limit })).toMatchObject({ delivered: 2, credits: 0 });
    expect(await buy(olga, page, { limit })).toMatchObject({ delivered: 0, credits: 0 });
    expect(await readFreeDeliveries(olga)).toMatchObject([{ records: 2, requests: 1 }]);
  });

  it("of a cached page that has changed since takes and delivers nothing", async () => {
    const olga = await buyer(100);
    expect(await buy(olga, records(2), { version: -1 })).toEqual({
      delivered: 0,
      credits: 0,
      balance: 100,
      paid: undefined,
    });
    expect(await purchasedBy(olga)).toEqual([]);
  });

  it("counts exactly as long as it should", async () => {
    const olga = await buyer(100);
    const page = records(2);
    const onDay = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
    const once = (at: Date) => ({ once: { items: page, since: new Date(at.getTime() - 7 * DAY_MS) } });
    const credits = [];
    for (const day of [0, 6.9, 7.1, 14, 14.2]) {
      const bought = await buy(olga, page, once(onDay(day)), onDay(day));
      credits.push(bought.credits);
    }
    expect(credits).toEqual([2, 0, 2, 0, 2]);
    expect(await purchasedBy(olga)).toHaveLength(2);
  });

  it("is charged in full for clients that do not pay once, and marks nothing", async () => {
    const olga = await buyer(100);
    const page = records(3);
    await buy(olga, page);
    expect(await buy(olga, page, { once: undefined, personId: undefined })).toMatchObject({ delivered: 3, credits: 3 });
    const other = records(2);
    await buy(olga, other, { once: undefined, personId: undefined });
    expect(await purchasedBy(olga)).toHaveLength(3);
    expect(await readEntries(olga)).toEqual([
      { delta: -3, records: 3 },
      { delta: -3, records: null },
      { delta: -2, records: null },
    ]);
  });

  it("is paid again, once, when its row was lost", async () => {
    const olga = await buyer(100);
    const page = records(3);
    await buy(olga, page);
    await database.pool.query("delete from purchased_records where workspace_id = $1", [olga.workspaceId]);
    expect((await buy(olga, [...page, ...page])).credits).toBe(3);
    expect((await buy(olga, page)).credits).toBe(0);
  });

  it("disappears with its workspace", async () => {
    const olga = await buyer(10);
    const page = records(2);
    await buy(olga, page);
    await buy(olga, page);
    await database.pool.query("delete from members where workspace_id = $1", [olga.workspaceId]);
    await database.pool.query("delete from api_keys where workspace_id = $1", [olga.workspaceId]);
    await database.pool.query("delete from workspaces where id = $1", [olga.workspaceId]);
    expect([await purchasedBy(olga), await readFreeDeliveries(olga)]).toEqual([[], []]);
  });
});

it("is made once by many charges at once, of several processes and workspaces", async () => {
  const workspaces = [await buyer(10_000), await buyer(10_000)];
  const all = records(300);
  const processes = [1, 2, 3].map(() => openDebits(database.pools.debits, () => NOW));
  const results = await Promise.all(
    Array.from({ length: 240 }, async (_, index) => {
      const by = workspaces[index % 2] ?? expect.fail();
      const start = (index * 37) % 280;
      const { charge } = processes[index % 3] ?? expect.fail();
      return { by, ...(await charge(createCharge(by, all.slice(start, start + 20)))) };
    }),
  );
  for (const by of workspaces) {
    const own = results.filter((result) => result.by === by);
    expect(own.every((result) => result.records === 20)).toBe(true);
    const credits = own.reduce((sum, result) => sum + result.credits, 0);
    const purchased = await purchasedBy(by);
    expect(credits).toBe(purchased.length);
    expect((await readBalance(database.pool, by.workspaceId)).used).toBe(credits);
    expect(credits).toBeLessThan(20 * own.length);
  }
});
