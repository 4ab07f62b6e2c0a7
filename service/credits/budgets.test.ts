import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPerson, insertOwnedWorkspace, join } from "@/service/accounts/members/testing";
import { watched } from "@/service/http/testing/watched-pools";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { type BudgetLimits, readBudgets, setBudget } from "./budgets";
import { BudgetReached, type Charge, type Charged } from "./charge";
import { openDebits } from "./debit";
import { grantCredits, readBalance } from "./ledger";

const NOW = new Date("2026-11-15T12:00:00.000Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Creates a workspace with two people, 1,000 credits and so much used by the first of them at these instants. */
async function team(used: Readonly<Record<string, number>> = {}) {
  const { pool } = database;
  const [olga, mika] = [await addPerson(pool, "Olga"), await addPerson(pool, "Mika")];
  const workspaceId = await insertOwnedWorkspace(pool, olga);
  await join(pool, workspaceId, mika, "member");
  await grantCredits(pool, workspaceId, 1_000, NOW);
  for (const [at, credits] of Object.entries(used))
    await openDebits(pool, () => new Date(at)).charge(createCharge(workspaceId, olga.id, credits));
  return { workspaceId, olga: olga.id, mika: mika.id };
}

function createCharge(workspaceId: string, personId: string | undefined, records: number, more: Partial<Charge> = {}) {
  const ledger = { requestId: newId(), keyId: null, endpoint: "funding_events.list", feed: "funding_events" };
  return { workspaceId, personId, records, limit: undefined, ...ledger, ...more };
}

function buy(charge: Charge, at = NOW): Promise<Charged> {
  return openDebits(database.pools.debits, () => at).charge(charge);
}

/** What of it was taken, or which budget holds it back. */
async function outcome(charged: Promise<Charged>): Promise<unknown> {
  try {
    return (await charged).records;
  } catch (error) {
    if (error instanceof BudgetReached) return error.exceeded;
    throw error;
  }
}

function limit(workspaceId: string, personId: string | null, limits: Partial<BudgetLimits>): Promise<void> {
  return inTransaction(database.pool, (client) =>
    setBudget(client, workspaceId, personId, { day: null, month: null, ...limits }),
  );
}

describe("a budget", () => {
  it("allows purchases up to it, and rejects a request as a whole that would exceed it", async () => {
    const { workspaceId, olga } = await team();
    await limit(workspaceId, null, { day: 50 });
    expect(await outcome(buy(createCharge(workspaceId, olga, 30)))).toBe(30);
    expect(await outcome(buy(createCharge(workspaceId, olga, 21)))).toEqual({
      owner: "workspace",
      period: "day",
      limit: 50,
      used: 30,
      requested: 21,
    });
    expect(await outcome(buy(createCharge(workspaceId, olga, 20)))).toBe(20);
    expect(await outcome(buy(createCharge(workspaceId, olga, 1)))).toMatchObject({ used: 50, requested: 1 });
    expect(await outcome(buy(createCharge(workspaceId, olga, 0)))).toBe(0);
    expect(await readBalance(database.pool, workspaceId)).toEqual({
      balance: 950,
      granted: 1_000,
      refunded: 0,
      used: 50,
      corrected: 0,
    });
  });

  it("applies to the day or the month of UTC, and the tightest is reported", async () => {
    const { workspaceId, olga } = await team({
      "2026-10-31T23:59:59.999Z": 100,
      "2026-11-01T00:00:00.000Z": 40,
      "2026-11-14T23:59:59.999Z": 20,
      "2026-11-15T00:00:00.000Z": 5,
    });
    await limit(workspaceId, null, { day: 30, month: 80 });
    await limit(workspaceId, olga, { day: 21 });
    const buyAs = (records: number, at?: Date) => outcome(buy(createCharge(workspaceId, olga, records), at));
    expect(await buyAs(16)).toMatchObject({ owner: "workspace", period: "month", limit: 80, used: 65 });
    expect(await buyAs(15)).toBe(15);
    expect(await buyAs(1)).toMatchObject({ used: 80 });
    expect(await buyAs(22, new Date("2026-12-01T00:00:00.000Z"))).toMatchObject({ owner: "person", used: 0 });
    expect(await buyAs(21, new Date("2026-12-01T00:00:00.000Z"))).toBe(21);
  });

  it("of a person applies to them, of the workspace to everyone; neither to clients of the API", async () => {
    const { workspaceId, olga, mika } = await team();
    await limit(workspaceId, mika, { month: 10 });
    const buyAs = (person: string | undefined, records: number) =>
      outcome(buy(createCharge(workspaceId, person, records)));
    expect(await buyAs(mika, 11)).toMatchObject({
      owner: "person",
      period: "month",
      limit: 10,
      used: 0,
      requested: 11,
    });
    expect(await buyAs(olga, 11)).toBe(11);
    expect(await buyAs(undefined, 100)).toBe(100);
    await limit(workspaceId, null, { month: 12 });
    expect(await buyAs(mika, 2)).toMatchObject({ owner: "workspace", limit: 12, used: 11 });
    expect(await buyAs(mika, 1)).toBe(1);
    expect(await buyAs(undefined, 100)).toBe(100);
    await limit(workspaceId, null, {});
    expect(await buyAs(olga, 100)).toBe(100);
  });

  it("requests what the balance holds, no more", async () => {
    const { workspaceId, olga } = await team();
    await limit(workspaceId, null, { day: 1_000 });
    await buy(createCharge(workspaceId, undefined, 995));
    expect(await outcome(buy(createCharge(workspaceId, olga, 20)))).toBe(5);
    expect(await outcome(buy(createCharge(workspaceId, olga, 20)))).toBe(0);
  });

  it("lets of steps so many through as fit, and rejects when the first does not", async () => {
    const { workspaceId, olga } = await team();
    await limit(workspaceId, olga, { day: 10 });
    const steps = (...sums: number[]) =>
      outcome(buy(createCharge(workspaceId, olga, sums.at(-1) ?? 0, { steps: sums, feed: "companies" })));
    expect(await steps(0, 4, 8, 12)).toBe(8);
    expect(await steps(3, 6)).toMatchObject({ limit: 10, used: 8, requested: 3 });
    expect(await steps(0, 3)).toMatchObject({ requested: 3 });
    expect(await steps(0)).toBe(0);
    expect(await steps(2, 6)).toBe(2);
  });

  it("is never passed by two processes at once, and is used up to what fits", async () => {
    const { workspaceId, olga, mika } = await team();
    await limit(workspaceId, null, { day: 100 });
    await limit(workspaceId, olga, { month: 40 });
    const processes = [1, 2].map(() => openDebits(database.pools.debits, () => NOW));
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        outcome(
          (processes[index % 2] ?? expect.fail()).charge(createCharge(workspaceId, index % 3 === 0 ? olga : mika, 7)),
        ),
      ),
    );
    const taken = outcomes.filter((one) => one === 7).length * 7;
    expect(taken).toBe(98);
    const [whole, ...people] = (await readBudgets(database.pool, workspaceId, NOW)).sort(
      (a, b) => Number(a.personId !== null) - Number(b.personId !== null),
    );
    expect(whole).toEqual({
      personId: null,
      limits: { session: null, day: 100, month: null },
      used: { day: 98, month: 98 },
    });
    const ofOlga = people.find(({ personId }) => personId === olga);
    expect(ofOlga?.limits).toEqual({ session: null, day: null, month: 40 });
    expect(ofOlga?.used.month).toBeLessThanOrEqual(40);
    expect((await readBalance(database.pool, workspaceId)).used).toBe(98);
  });

  it("takes one statement, like a charge without one", async () => {
    const { workspaceId, olga } = await team();
    const other = await team();
    await limit(other.workspaceId, null, { day: 5 });
    const { database: watchedDatabase, statements } = watched(database);
    const debits = openDebits(watchedDatabase.pools.debits, () => NOW);
    expect(await outcome(debits.charge(createCharge(workspaceId, olga, 20)))).toBe(20);
    expect(statements()).toEqual(["with requested as ("]);
    await limit(workspaceId, olga, { day: 500 });
    expect(await outcome(debits.charge(createCharge(workspaceId, olga, 20)))).toBe(20);
    expect(statements()).toEqual(["with requested as ("]);
  });

  it("counts a request once against the rate limit, whether it was rejected or not", async () => {
    const { workspaceId, olga } = await team();
    await limit(workspaceId, olga, { day: 30 });
    const rate = { limit: { perMinute: 1e-6, burst: 3 } };
    const debits = openDebits(database.pools.debits, () => NOW);
    const charge = (records: number) => debits.charge(createCharge(workspaceId, olga, records, rate));
    expect(await charge(20)).toMatchObject({ records: 20, admitted: true });
    expect(Math.round((await charge(5)).tokens)).toBe(1);
    await expect(charge(20)).rejects.toMatchObject({ admitted: { records: 0, balance: 975, admitted: true } });
    expect(await charge(1)).toMatchObject({ records: 0, admitted: false });
  });
});

describe("what was used", () => {
  it("is listed for the workspace and for each person, with and without a limit", async () => {
    const { workspaceId, olga, mika } = await team({
      "2026-10-31T23:00:00.000Z": 100,
      "2026-11-02T00:00:00.000Z": 7,
      "2026-11-15T01:00:00.000Z": 3,
    });
    await limit(workspaceId, mika, { day: 5, month: 6 });
    const found = await readBudgets(database.pool, workspaceId, NOW);
    expect(new Map(found.map(({ personId, limits, used }) => [personId, { limits, used }]))).toEqual(
      new Map([
        [null, { limits: { session: null, day: null, month: null }, used: { day: 3, month: 10 } }],
        [olga, { limits: { session: null, day: null, month: null }, used: { day: 3, month: 10 } }],
        [mika, { limits: { session: null, day: 5, month: 6 }, used: { day: 0, month: 0 } }],
      ]),
    );
  });
});
