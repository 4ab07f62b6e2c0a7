import { ACCOUNT } from "@dealflow/contract/account/account";
import type { BulkPurchase } from "@dealflow/contract/account/spending/bulk-purchases";
import { FEEDS } from "@dealflow/contract/feeds";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { setDisabled } from "@/service/accounts/administration/person-access";
import { createBulkBuyer } from "@/service/bulk-purchases/buyer";
import { endLease, insertBulkPurchase, leaseBulkPurchase, renewLease } from "@/service/bulk-purchases/store";
import { type Debits, openDebits } from "@/service/credits/debit";
import { loadDemo } from "@/service/ingest/demo/load";
import { mergeByHand } from "@/service/ingest/merge/merge";
import { findAnyRecord } from "@/service/ingest/withdraw/find-record";
import { retractRecord } from "@/service/ingest/withdraw/retract";
import { newId } from "@/service/store/new-id";
import { requestAccount, requestAccountFeed } from "../../testing/account";
import { readBalance } from "../../testing/api-client";
import { expectErrorMessage, expectResponse } from "../../testing/expect-response";
import { type TestAccount, type TestService, testService } from "../../testing/service";

const NOW = new Date("2026-11-01T12:00:00.000Z");
const SIZE = { companies: 500, rounds: 2_600, acquisitions: 10, moves: 10, investors: 100 };
const VIEW = "/funding?round=seed";

let service: TestService;
/** This many rounds match the view. */
let matching: number;
beforeAll(async () => {
  service = await testService(undefined, { payOnceDays: Number.POSITIVE_INFINITY });
  await loadDemo(service.database.pool, { now: NOW, size: SIZE, log: () => undefined });
  await service.preload();
  matching = (await expectQuote(await service.account(0))).newRecords;
  // Several portions and several lists.
  expect(matching).toBeGreaterThan(250);
});
afterAll(() => service.stop());

async function expectQuote({ cookie }: TestAccount, search = "?round=seed") {
  return expectResponse<{ newRecords: number }>(service, ACCOUNT.quoteAll, { cookie, id: "funding", search });
}

const body = (agreed: number, query = "round=seed") => ({ feed: "funding", query, agreed, view: VIEW });

function start({ cookie }: TestAccount, agreed: number, id = newId(), query?: string): Promise<BulkPurchase> {
  return expectResponse(service, ACCOUNT.startBulkPurchase, { cookie, id, body: body(agreed, query) });
}

async function read({ cookie }: TestAccount, id: string): Promise<BulkPurchase> {
  const { purchases } = await expectResponse<{ purchases: BulkPurchase[] }>(service, ACCOUNT.bulkPurchases, { cookie });
  return purchases.find((one) => one.id === id) ?? expect.fail(`no purchase ${id}`);
}

const ended = (account: TestAccount, id: string) =>
  expect.poll(async () => (await read(account, id)).state, { timeout: 20_000 }).not.toMatch(/running|stopping/);

const readSpent = async ({ workspaceId }: TestAccount): Promise<number> => {
  const { rows } = await service.database.pool.query(
    "select -sum(delta)::int as spent from ledger where workspace_id = $1 and delta < 0",
    [workspaceId],
  );
  return rows[0].spent ?? 0;
};

/** Stores a running purchase that a process left which was killed. */
async function leave(account: TestAccount, agreed: number, leasedUntil = new Date(0)): Promise<string> {
  const id = newId();
  const { rows } = await service.database.pool.query("select id from user_sessions where user_id = $1", [
    account.personId,
  ]);
  await insertBulkPurchase(
    service.database.pool,
    account,
    { ...body(agreed), feed: "funding", id, sessionId: rows[0].id },
    new Date(),
  );
  await service.database.pool.query("update bulk_purchases set leased_until = $2 where id = $1", [id, leasedUntil]);
  return id;
}

/** Makes the purchases that are left, as another process whose columns have these lists, one after the other. */
async function buy(account: TestAccount, id: string, lists: string[][], change = (debits: Debits) => debits) {
  const { pool } = service.database;
  const list = async () => ({ total: 0, ids: lists.shift() ?? [], isOutdated: true });
  const buyer = createBulkBuyer({
    pools: { main: pool },
    debits: change(openDebits(pool, () => new Date())),
    summaries: { list },
    payOnceDays: Number.POSITIVE_INFINITY,
    log: pino({ level: "silent" }),
  });
  buyer.wake();
  await ended(account, id);
  await buyer.stop();
}

const FAR = new Date("2100-01-01T00:00:00.000Z");

describe("a bulk purchase", () => {
  it("buys what matches and is not owned, once, in portions that the ledger has under its id", async () => {
    const account = await service.account(5_000);
    await requestAccountFeed(service, `${FEEDS.funding.path}?round=seed&limit=20`, account.cookie);
    const id = newId();
    const [one, same] = await Promise.all([start(account, matching - 20, id), start(account, matching - 20, id)]);
    expect([one.id, same.id]).toEqual([id, id]);
    await ended(account, id);
    expect(await read(account, id)).toMatchObject({
      ...{ feed: "funding", query: "round=seed", agreed: matching - 20, credits: matching - 20 },
      ...{ state: "done", problem: null },
    });
    expect(await expectQuote(account)).toMatchObject({ newRecords: 0 });
    expect(await readBalance(service, account.workspaceId)).toBe(5_000 - matching);
    const { rows } = await service.database.pool.query(
      "select view, person_id, max(-delta)::int as most from ledger where workspace_id = $1 and request_id = $2 group by 1, 2",
      [account.workspaceId, id],
    );
    expect(rows).toEqual([{ view: VIEW, person_id: account.personId, most: 100 }]);
  });

  it("never costs more than was agreed to", async () => {
    const account = await service.account(5_000);
    const { id } = await start(account, 130);
    await ended(account, id);
    expect(await read(account, id)).toMatchObject({ state: "done", credits: 130 });
    expect(await readSpent(account)).toBe(130);
  });

  it("keeps what the credits covered, says so, and another one goes on with the rest", async () => {
    const account = await service.account(150);
    const { id } = await start(account, matching);
    await ended(account, id);
    expect(await read(account, id)).toMatchObject({ state: "failed", credits: 150, problem: "You’re out of credits." });
    await service.database.pool.query("update workspaces set balance = 5000 where id = $1", [account.workspaceId]);
    const { newRecords } = await expectQuote(account);
    expect(newRecords).toBe(matching - 150);
    const next = await start(account, newRecords);
    await ended(account, next.id);
    expect(await readSpent(account)).toBe(matching);
  });

  it("buys what a budget covers and ends there, with its sentence", async () => {
    const account = await service.account(5_000);
    await expectResponse(service, ACCOUNT.setBudget, {
      cookie: account.cookie,
      body: { person: null, day: 120, month: null },
    });
    const { id } = await start(account, matching);
    await ended(account, id);
    expect(await read(account, id)).toMatchObject({
      ...{ state: "failed", credits: 120 },
      problem: "The workspace's budget of 120 credits a day would be exceeded: 120 used, this request needs 20.",
    });
  });

  it("goes on after its process was killed, and counts what the ledger says", async () => {
    const account = await service.account(5_000);
    const id = await leave(account, 150, FAR);
    // The portion was charged, and the process ended before it stored that.
    const charged = await start({ ...account, ...(await service.person(account.workspaceId, "owner")) }, 100);
    await expect.poll(() => readSpent(account)).toBe(100);
    await service.database.pool.query("alter table ledger disable trigger user");
    await service.database.pool.query("update ledger set request_id = $2 where request_id = $1", [charged.id, id]);
    await service.database.pool.query("alter table ledger enable trigger user");
    expect(await read(account, id)).toMatchObject({ state: "running", credits: 0 });
    await service.database.pool.query("update bulk_purchases set leased_until = now() where id = $1", [id]);
    // The start of another one wakes the buyer.
    await start(await service.account(10), 1);
    await ended(account, id);
    expect(await read(account, id)).toMatchObject({ state: "done", credits: 150 });
    expect(await readSpent(account)).toBe(150);
  });

  it("is made by one process at a time, and for members only", async () => {
    const { pool } = service.database;
    const account = await service.account(5_000);
    const id = await leave(account, 150);
    const leased = (await leaseBulkPurchase(pool, new Date())) ?? expect.fail("nothing was due");
    expect([leased.id, await leaseBulkPurchase(pool, new Date())]).toEqual([id, undefined]);
    expect(await renewLease(pool, leased, 0, new Date())).toBe("running");
    await pool.query("delete from members where workspace_id = $1 and user_id = $2", [
      account.workspaceId,
      account.personId,
    ]);
    expect(await renewLease(pool, leased, 0, new Date())).toBe("lost");
    await pool.query("update bulk_purchases set leased_until = $2 where id = $1", [id, FAR]);
    await endLease(pool, leased, { state: "done" }, new Date());
    expect((await pool.query("select state from bulk_purchases where id = $1", [id])).rows).toEqual([
      { state: "running" },
    ]);
  });

  it("waits while its person is disabled", async () => {
    const { pool } = service.database;
    const account = await service.account(5_000);
    const id = await leave(account, 150);
    const disable = (disabled: boolean) => setDisabled(pool, account.personId, disabled, new Date());
    await disable(true);
    expect(await leaseBulkPurchase(pool, new Date())).toBeUndefined();
    await disable(false);
    const leased = (await leaseBulkPurchase(pool, new Date())) ?? expect.fail("nothing was due");
    expect(leased.id).toBe(id);
    await disable(true);
    expect(await renewLease(pool, leased, 0, new Date())).toBe("lost");
  });

  it.each(["before its start", "between its portions"])("ends when the Dashboard key is revoked %s", async (when) => {
    const { pool } = service.database;
    const account = await service.account(5_000);
    const revoke = async () => {
      await pool.query("update api_keys set revoked_at = now() where workspace_id = $1 and dashboard", [
        account.workspaceId,
      ]);
    };
    const { rows } = await pool.query<{ id: string }>("select id from funding_events where round = 'seed' limit 101");
    const [one = [], other = []] = [rows.slice(0, 100), rows.slice(100)].map((part) => part.map((row) => row.id));
    const id = await leave(account, matching);
    if (when === "before its start") await revoke();
    await buy(account, id, [[...one, ...other]], (debits) => ({
      ...debits,
      charge: (charge) => debits.charge(charge).finally(revoke),
    }));
    const bought = when === "before its start" ? 0 : 100;
    expect(await read(account, id)).toMatchObject({
      ...{ state: "failed", credits: bought },
      problem: "This workspace’s Dashboard key is revoked. An owner can restore it under Settings, Keys.",
    });
    expect(await readSpent(account)).toBe(bought);
  });

  it("is stopped by its person, after the portion in progress", async () => {
    const account = await service.account(5_000);
    const id = await leave(account, matching, FAR);
    const colleague = await service.person(account.workspaceId, "owner");
    await expectErrorMessage(service, ACCOUNT.stopBulkPurchase, { cookie: colleague.cookie, id }, 404);
    const stop = (of = id) => expectResponse(service, ACCOUNT.stopBulkPurchase, { cookie: account.cookie, id: of });
    expect(await stop()).toMatchObject({ state: "stopping", credits: 0 });
    expect(await stop()).toMatchObject({ state: "stopping" });
    // Its process was killed.
    await service.database.pool.query("update bulk_purchases set leased_until = now() where id = $1", [id]);
    await start(await service.account(10), 1);
    await ended(account, id);
    expect(await read(account, id)).toMatchObject({ state: "stopped", credits: 0 });
    expect(await readSpent(account)).toBe(0);
  });

  it("runs alone, but not against a colleague", async () => {
    const account = await service.account(5_000);
    await leave(account, matching, FAR);
    const request = { cookie: account.cookie, id: newId(), body: body(1) };
    const response = await requestAccount(service, ACCOUNT.startBulkPurchase, request);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: { message: "Another purchase of yours is still running. Wait for it, or stop it." },
    });
    const colleague = { ...account, ...(await service.person(account.workspaceId, "member")) };
    const { id } = await start(colleague, 5);
    await ended(colleague, id);
    expect(await read(colleague, id)).toMatchObject({ state: "done", credits: 5 });
  });

  it.each([
    [{ ...body(0) }, "agreed: must be a whole number from 1 to 1000000"],
    [{ ...body(1), feed: "rounds" }, "feed: must be the name of a feed"],
    [{ ...body(1), view: "//elsewhere.example" }, "view: must be the address of a page of the dashboard"],
    [{ ...body(1, "round=sede") }, "round must be one of pre-seed,"],
  ])("is rejected with one sentence for %j", async (invalid, message) => {
    const { cookie } = await service.account(10);
    const response = await requestAccount(service, ACCOUNT.startBulkPurchase, { cookie, id: newId(), body: invalid });
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toContain(message);
  });
});

describe("a bulk purchase whose list is not what is stored", () => {
  const LEASE_MS = 30_000;
  afterEach(() => vi.useRealTimers());

  /** Returns ids of rounds that no other test counts. */
  async function readIds(count: number): Promise<string[]> {
    const { rows } = await service.database.pool.query<{ id: string }>(
      "select id from funding_events where round = 'series-a' order by announced_at desc, id limit $1",
      [count],
    );
    expect(rows).toHaveLength(count);
    return rows.map(({ id }) => id);
  }

  const readOwned = async ({ workspaceId }: TestAccount): Promise<string[]> => {
    const { rows } = await service.database.pool.query<{ id: string }>(
      "select record_id as id from purchased_records where workspace_id = $1",
      [workspaceId],
    );
    return rows.map(({ id }) => id);
  };

  it("charges for none that was withdrawn or merged, and goes on with what is listed then", async () => {
    const { pool } = service.database;
    const account = await service.account(5_000);
    const [withdrawn = "", one = "", other = "", last = ""] = await readIds(4);
    const retraction = { source: "test", reason: "wrong" };
    await retractRecord(pool, (client) => findAnyRecord(client, withdrawn), retraction, new Date());
    const { from, into } = await mergeByHand(pool, [one, other], new Date());
    const id = await leave(account, 10);
    await buy(account, id, [
      [withdrawn, from],
      [from, into, last],
    ]);
    expect(await read(account, id)).toMatchObject({ state: "done", credits: 2 });
    expect(await readSpent(account)).toBe(2);
    expect(new Set(await readOwned(account))).toEqual(new Set([into, last]));
  });

  it("never costs more than was agreed to when another process took it over during a pause", async () => {
    const account = await service.account(5_000);
    const [first = "", second = "", third = "", fourth = ""] = await readIds(4);
    const id = await leave(account, 2);
    const pause = (debits: Debits): Debits => ({
      ...debits,
      charge: async (charge) => {
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LEASE_MS });
        await buy(account, id, [[third, fourth]]);
        return debits.charge(charge);
      },
    });
    await buy(account, id, [[first, second]], pause);
    expect(await read(account, id)).toMatchObject({ state: "done", credits: 2 });
    expect(await readSpent(account)).toBe(2);
    expect(new Set(await readOwned(account))).toEqual(new Set([third, fourth]));
  });
});

it("buys nothing where every delivery is charged", async () => {
  const other = await testService(service, { payOnceDays: 0 });
  const { cookie } = await service.account(10);
  const response = await requestAccount(other, ACCOUNT.startBulkPurchase, { cookie, id: newId(), body: body(1) });
  expect(response.status).toBe(403);
  await other.stop();
});
