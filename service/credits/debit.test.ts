import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertRound } from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";
import { newId } from "@/service/store/new-id";
import type { Charge } from "./charge";
import { openDebits } from "./debit";
import { grantCredits, readBalance } from "./ledger";

const CLIENTS = 50;
const CREDITS = 1_000;
const PAGE = 7;

let service: TestService;
beforeAll(async () => {
  service = await testService();
  for (let index = 0; index < 20; index++) await insertRound(service.database.pool, `Company ${index}`);
});
afterAll(() => service.stop());

describe("many clients on one workspace", () => {
  it("are served exactly its credits, then all get 402, and the ledger adds up", async () => {
    const { key, workspaceId } = await service.account(CREDITS);
    const { pool } = service.database;
    let served = 0;
    let lowest = CREDITS;

    const client = async (): Promise<number> => {
      for (;;) {
        const response = await fetch(`${service.url}${FEEDS.funding.path}?limit=${PAGE}`, {
          headers: { "X-API-Key": key },
        });
        const body = await response.json();
        if (response.status !== 200) return response.status;
        expect(body.data).toHaveLength(body.meta.creditsUsed);
        served += body.data.length;
        lowest = Math.min(lowest, body.meta.creditsRemaining);
      }
    };
    let watching = true;
    const watch = async () => {
      while (watching) {
        const { rows } = await pool.query(
          `select balance, (select sum(delta) from ledger where workspace_id = $1)::bigint as sum from workspaces where id = $1`,
          [workspaceId],
        );
        expect(rows[0].balance).toBe(rows[0].sum);
        expect(rows[0].balance).toBeGreaterThanOrEqual(0);
      }
    };
    const watched = watch();
    const last = await Promise.all(Array.from({ length: CLIENTS }, client));
    watching = false;
    await watched;

    expect(served).toBe(CREDITS);
    expect(lowest).toBe(0);
    expect(new Set(last)).toEqual(new Set([402]));
    expect(await readBalance(pool, workspaceId)).toEqual({
      balance: 0,
      granted: CREDITS,
      refunded: 0,
      used: CREDITS,
      corrected: 0,
    });
  });

  it("serves again once credits were granted by another program", async () => {
    const { key, workspaceId } = await service.account(1);
    const request = () => fetch(`${service.url}${FEEDS.funding.path}?limit=2`, { headers: { "X-API-Key": key } });
    expect((await request()).status).toBe(200);
    expect((await request()).status).toBe(402);
    const { grantCredits } = await import("./ledger");
    await grantCredits(service.database.pool, workspaceId, 2, new Date());
    expect((await request()).status).toBe(200);
  });
});

it("spends a grant that is committed while the charges wait for it", async () => {
  const { pool, pools } = service.database;
  const { workspaceId } = await service.account(5);
  const granting = await pool.connect();
  await granting.query("begin");
  await grantCredits(granting, workspaceId, 10, new Date());
  const { charge } = openDebits(pools.debits, () => new Date());
  const charged = charge({
    ...{ workspaceId, keyId: null, requestId: newId(), endpoint: "funding_events.list", feed: "funding_events" },
    ...{ records: 12, limit: undefined },
  });
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%with requested as%'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await granting.query("commit");
  granting.release();
  expect(await charged).toMatchObject({ records: 12, balance: 3 });
});

describe("the sequence of the ledger", () => {
  const readEntries = async (workspaceId: string) =>
    (
      await service.database.pool.query<{ sequence: number; delta: number; balance: number }>(
        "select sequence, delta, balance_after as balance from ledger where workspace_id = $1 order by sequence",
        [workspaceId],
      )
    ).rows;
  const createCharge = (workspaceId: string, more: Partial<Charge> = {}): Charge => ({
    ...{ workspaceId, keyId: null, requestId: newId(), endpoint: "funding_events.list", feed: "funding_events" },
    ...{ records: 3, limit: undefined },
    ...more,
  });

  it("increases with every entry, in the order of the balances, with concurrent charges and grants", async () => {
    const { pool, pools } = service.database;
    const [one, other] = [await service.account(500), await service.account(100)];
    const processes = [1, 2].map(() => openDebits(pools.debits, () => new Date()));
    const charged = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const { workspaceId, personId } = index % 3 === 0 ? other : one;
        if (index % 40 === 0) await grantCredits(pool, workspaceId, 10, new Date());
        const { charge } = processes[index % 2] ?? expect.fail();
        const buyer = index % 5 === 0 ? { personId } : {};
        // Some take nothing, and some get only what is left.
        const { balance, sequence } = await charge(createCharge(workspaceId, { ...buyer, records: index % 7 }));
        return { workspaceId, balance, sequence };
      }),
    );
    for (const { workspaceId } of [one, other]) {
      const entries = await readEntries(workspaceId);
      let balance = 0;
      for (const [index, entry] of entries.entries()) {
        balance += entry.delta;
        expect(entry).toMatchObject({ sequence: index + 1, balance });
      }
      // The balance of each response is what the ledger has under that sequence.
      const balances = new Map(entries.map((entry) => [entry.sequence, entry.balance]));
      for (const response of charged.filter((charge) => charge.workspaceId === workspaceId))
        expect(response.balance).toBe(balances.get(response.sequence));
      const { rows } = await pool.query("select balance, ledger_sequence from workspaces where id = $1", [workspaceId]);
      expect(rows[0]).toEqual({ balance, ledger_sequence: entries.length });
    }
  });

  it("is that of the balance that a request found when it takes nothing, and 0 before the first entry", async () => {
    const { pool, pools } = service.database;
    const { workspaceId } = await service.account(0);
    const { charge } = openDebits(pools.debits, () => new Date());
    expect(await charge(createCharge(workspaceId))).toMatchObject({ records: 0, balance: 0, sequence: 0 });
    await grantCredits(pool, workspaceId, 5, new Date());
    const results = await Promise.all([
      charge(createCharge(workspaceId, { records: 0 })),
      charge(createCharge(workspaceId)),
      charge(createCharge(workspaceId, { records: 0 })),
      charge(createCharge(workspaceId)),
      charge(createCharge(workspaceId)),
    ]);
    expect(results.map(({ records, balance, sequence }) => [records, balance, sequence])).toEqual([
      [0, 5, 1],
      [3, 2, 2],
      [0, 2, 2],
      [2, 0, 3],
      [0, 0, 3],
    ]);
  });
});

describe("the ledger", () => {
  it("refuses to be changed", async () => {
    const { pool } = service.database;
    await expect(pool.query("update ledger set delta = 1")).rejects.toThrow("append-only");
    await expect(pool.query("delete from ledger")).rejects.toThrow("append-only");
  });
});
