/** Metered deliveries are paid for once, before they are first sent, and wait while there are no credits. */
import { describe, expect, it } from "vitest";
import { updateWorkspace } from "@/service/accounts/workspaces";
import { setBudget } from "@/service/credits/budgets";
import { grantCredits, readLedger } from "@/service/credits/ledger";
import { undoImport } from "@/service/ingest/imports/undo";
import { mergeByHand } from "@/service/ingest/merge/merge";
import { findAnyRecord } from "@/service/ingest/withdraw/find-record";
import { retractRecord } from "@/service/ingest/withdraw/retract";
import { inTransaction } from "@/service/store/transaction";
import { expireWaitingDeliveries } from "./admit";
import { getDelivery, replayDelivery, replayMissed } from "./deliveries";
import { disableWebhook, enableWebhook } from "./subscriptions";
import { readDeliveries, subscribe } from "./testing/subscriptions";
import { OK, START, WorkerStage } from "./testing/worker-stage";

const DAY_MS = 86_400_000;
const stage = new WorkerStage();

/** Subscribes to all rounds in a workspace of the free plan with these credits. */
async function subscribeMetered(credits: number, workspaceId?: string) {
  const subscription = await subscribe(stage.pool, { "funding.created": "" }, workspaceId ? { workspaceId } : {});
  await updateWorkspace(stage.pool, subscription.workspaceId, { plan: "free" });
  if (credits > 0) await grantCredits(stage.pool, subscription.workspaceId, credits, new Date(START));
  return subscription;
}

interface Account {
  readonly balance: number;
  readonly owned: number;
  readonly charges: { readonly endpoint: string; readonly delta: number; readonly records: number | null }[];
}

async function readAccount(workspaceId: string): Promise<Account> {
  const { rows } = await stage.pool.query<Account>(
    `select w.balance, (select count(*) from purchased_records p where p.workspace_id = w.id) as owned,
       (select coalesce(json_agg(json_build_object('endpoint', l.endpoint, 'delta', l.delta, 'records', l.records) order by l.sequence), '[]')
        from ledger l where l.workspace_id = w.id and l.delta < 0) as charges
     from workspaces w where w.id = $1`,
    [workspaceId],
  );
  return rows[0] ?? expect.fail();
}

const CHARGE = { endpoint: "webhooks.delivery", delta: -1, records: 1 };

describe("a metered delivery", () => {
  it("names the webhooks that it pays for in the ledger, by their description or their host", async () => {
    const { pool } = stage;
    const { id, workspaceId } = await subscribeMetered(10);
    await pool.query("update webhook_subscriptions set description = 'CRM' where id = $1", [id]);
    const other = await subscribe(pool, { "funding.created": "" }, { workspaceId });
    await pool.query(
      "update webhook_subscriptions set url = 'https://hooks.example:8443/secret?token=1' where id = $1",
      [other.id],
    );
    await stage.addRound();
    await stage.workerWith(() => OK).runOnce();
    expect(await readLedger(pool, workspaceId, 1)).toMatchObject([
      { delta: -1, view: "/settings/webhooks?webhook=CRM&webhook=hooks.example%3A8443" },
    ]);
  });

  it("names only the webhooks that it pays for where the credits cover a part of what waits", async () => {
    const { pool } = stage;
    const { id, workspaceId } = await subscribeMetered(1);
    await pool.query("update webhook_subscriptions set description = 'CRM' where id = $1", [id]);
    await stage.addRound();
    await subscribe(pool, { "funding.created": "" }, { workspaceId });
    await stage.addRound();
    await stage.workerWith(() => OK).runOnce();
    expect(await readLedger(pool, workspaceId, 1)).toMatchObject([
      { delta: -1, view: "/settings/webhooks?webhook=CRM" },
    ]);
    expect(await readAccount(workspaceId)).toMatchObject({ balance: 0, owned: 1 });
  });

  it("costs one credit before its first attempt, once for all subscriptions, retries and replays", async () => {
    const { pool } = stage;
    const { workspaceId } = await subscribeMetered(10);
    await subscribe(pool, { "funding.created": "" }, { workspaceId });
    await stage.addRound();
    expect(await readAccount(workspaceId)).toEqual({ balance: 10, owned: 0, charges: [] });
    const failing = stage.workerWith(() => ({ status: 500 }));
    expect(await failing.runOnce()).toBe(2);
    expect(await readAccount(workspaceId)).toEqual({ balance: 9, owned: 1, charges: [CHARGE] });
    stage.clock += 60_000;
    const worker = stage.workerWith(() => OK);
    expect(await worker.runOnce()).toBe(2);
    const [delivery] = await readDeliveries(pool);
    await replayDelivery(pool, workspaceId, delivery?.id ?? "", new Date(stage.clock));
    expect(await worker.runOnce()).toBe(1);
    expect(await readAccount(workspaceId)).toEqual({ balance: 9, owned: 1, charges: [CHARGE] });
  });

  it("of an owned record costs nothing, also without credits", async () => {
    const { pool } = stage;
    const { workspaceId } = await subscribeMetered(0);
    await stage.addRound();
    await pool.query(
      `insert into purchased_records (workspace_id, kind, record_id, at) select $1, 'funding_events', id, $2 from funding_events`,
      [workspaceId, new Date(stage.clock)],
    );
    expect(await stage.workerWith(() => OK).runOnce()).toBe(1);
    expect(await readAccount(workspaceId)).toEqual({ balance: 0, owned: 1, charges: [] });
  });

  it("waits for credits without showing its record, and goes on in order of age", async () => {
    const { pool } = stage;
    const { workspaceId } = await subscribeMetered(1);
    for (let count = 0; count < 4; count++) await stage.addRound();
    const worker = stage.workerWith(() => OK);
    expect(await worker.runOnce()).toBe(1);
    const states = async () => (await readDeliveries(pool)).map(({ state }) => state);
    expect(await states()).toEqual(["succeeded", "waiting", "waiting", "waiting"]);
    const [sent, waiting] = await readDeliveries(pool);
    expect(await getDelivery(pool, workspaceId, waiting?.id ?? "", new Date())).toMatchObject({
      recordId: null,
      requestBody: null,
    });
    expect(await getDelivery(pool, workspaceId, sent?.id ?? "", new Date())).toMatchObject({
      recordId: expect.any(String),
      requestBody: worker.sent[0]?.body,
    });
    await grantCredits(pool, workspaceId, 2, new Date(stage.clock));
    stage.clock += 5_000;
    expect(await worker.runOnce()).toBe(2);
    expect(await states()).toEqual(["succeeded", "succeeded", "succeeded", "waiting"]);
    expect((await readAccount(workspaceId)).charges).toEqual([CHARGE, { ...CHARGE, delta: -2, records: 2 }]);
    // A plan that includes them needs no credits.
    await updateWorkspace(pool, workspaceId, { plan: "paid" });
    stage.clock += 5_000;
    expect(await worker.runOnce()).toBe(1);
    expect(await readAccount(workspaceId)).toMatchObject({ balance: 0, owned: 4 });
  });

  it("stays within the budget of the workspace, and counts against it", async () => {
    const { pool } = stage;
    const { workspaceId } = await subscribeMetered(10);
    const setDay = (day: number | null) =>
      inTransaction(pool, (client) => setBudget(client, workspaceId, null, { day, month: null }));
    await setDay(2);
    for (let count = 0; count < 5; count++) await stage.addRound();
    const worker = stage.workerWith(() => OK);
    expect(await worker.runOnce()).toBe(2);
    stage.clock += 5_000;
    expect(await worker.runOnce()).toBe(0);
    expect(await readAccount(workspaceId)).toMatchObject({ balance: 8, owned: 2 });
    await setDay(null);
    stage.clock += 5_000;
    expect(await worker.runOnce()).toBe(3);
    expect(await readAccount(workspaceId)).toMatchObject({ balance: 5, owned: 5 });
  });

  it("is paid for once for each event where records are not paid for once", async () => {
    const { pool } = stage;
    const { workspaceId } = await subscribeMetered(10);
    const { id } = await subscribe(pool, { "funding.created": "" }, { workspaceId });
    await disableWebhook(pool, workspaceId, id, new Date(stage.clock));
    await stage.addRound();
    const worker = stage.workerWith(() => OK, { payOnceDays: 0 });
    expect(await worker.runOnce()).toBe(1);
    expect(await readAccount(workspaceId)).toMatchObject({ balance: 9, owned: 0 });
    await enableWebhook(pool, workspaceId, id, new Date(stage.clock));
    expect(await replayMissed(pool, workspaceId, id, new Date(0), new Date(stage.clock))).toBe(1);
    for (const delivery of await readDeliveries(pool))
      await replayDelivery(pool, workspaceId, delivery.id, new Date(stage.clock));
    expect(await worker.runOnce()).toBe(2);
    expect(await readAccount(workspaceId)).toMatchObject({ balance: 9, owned: 0 });
  });

  it("expires after 30 days without credits, and can be replayed", async () => {
    const { pool } = stage;
    const { workspaceId } = await subscribeMetered(0);
    await stage.addRound();
    // A delivery's id has the time of the machine.
    const expire = (days: number) => expireWaitingDeliveries(pool, new Date(Date.now() + days * DAY_MS));
    await expire(29);
    expect(await stage.only()).toMatchObject({ state: "waiting" });
    await expire(31);
    const { id } = await stage.only();
    expect(await stage.only()).toMatchObject({ state: "expired" });
    await grantCredits(pool, workspaceId, 1, new Date(stage.clock));
    const worker = stage.workerWith(() => OK);
    expect(await worker.runOnce()).toBe(0);
    await replayDelivery(pool, workspaceId, id, new Date(stage.clock));
    expect(await worker.runOnce()).toBe(1);
    expect(await readAccount(workspaceId)).toEqual({ balance: 0, owned: 1, charges: [CHARGE] });
  });

  it("is not sent by a disabled webhook, and paid for when it is replayed", async () => {
    const { pool } = stage;
    const { id, workspaceId } = await subscribeMetered(1);
    await stage.addRound();
    await disableWebhook(pool, workspaceId, id, new Date(stage.clock));
    const worker = stage.workerWith(() => OK);
    expect(await worker.runOnce()).toBe(0);
    expect(await readAccount(workspaceId)).toMatchObject({ balance: 1, owned: 0 });
    await enableWebhook(pool, workspaceId, id, new Date(stage.clock));
    expect(await replayMissed(pool, workspaceId, id, new Date(0), new Date(stage.clock))).toBe(1);
    expect(await worker.runOnce()).toBe(1);
    expect(await readAccount(workspaceId)).toMatchObject({ balance: 0, owned: 1 });
  });

  it("is paid for once by concurrent workers", async () => {
    const { pool } = stage;
    const subscriptions = [await subscribeMetered(100), await subscribeMetered(7)];
    for (const { workspaceId } of subscriptions) await subscribe(pool, { "funding.created": "" }, { workspaceId });
    for (let count = 0; count < 10; count++) await stage.addRound();
    const workers = Array.from({ length: 4 }, () => stage.workerWith(() => OK));
    await Promise.all(workers.map((worker) => worker.runOnce()));
    const [rich, poor] = await Promise.all(subscriptions.map(({ workspaceId }) => readAccount(workspaceId)));
    expect(rich).toMatchObject({ balance: 90, owned: 10 });
    expect(poor).toMatchObject({ balance: 0, owned: 7 });
  });
});

describe("a metered delivery whose record changed while it waited", () => {
  const readIds = async (): Promise<string[]> =>
    (await stage.pool.query("select id from funding_events order by id")).rows.map(({ id }) => id);

  /** Adds two rounds, which wait, and merges them; returns the id that stays and the one that goes. */
  async function mergeWaiting(): Promise<{ into: string; from: string }> {
    await stage.addRound();
    await stage.addRound();
    const [one = "", other = ""] = await readIds();
    return mergeByHand(stage.pool, [one, other], new Date());
  }

  it("is skipped and costs nothing once its record is withdrawn, and is paid for when a replay finds it again", async () => {
    const { pool } = stage;
    const { workspaceId } = await subscribeMetered(5);
    await stage.addRound();
    const [id = ""] = await readIds();
    const retraction = { source: "test", reason: "wrong" };
    const { id: importId } = await retractRecord(pool, (client) => findAnyRecord(client, id), retraction, new Date());
    const worker = stage.workerWith(() => OK);
    const delivery = await stage.only();
    for (let turn = 0; turn < 2; turn++) {
      expect(await worker.runOnce()).toBe(0);
      expect(await stage.only()).toMatchObject({ state: "skipped", nextAttemptAt: null });
      expect(await readAccount(workspaceId)).toEqual({ balance: 5, owned: 0, charges: [] });
      expect(await getDelivery(pool, workspaceId, delivery.id, new Date())).toMatchObject({
        recordId: null,
        requestBody: null,
      });
      await replayDelivery(pool, workspaceId, delivery.id, new Date(stage.clock));
    }
    await undoImport(pool, Number(importId), new Date());
    expect(await worker.runOnce()).toBe(1);
    expect(await readAccount(workspaceId)).toEqual({ balance: 4, owned: 1, charges: [CHARGE] });
  });

  it("costs nothing when its record was merged into an owned one", async () => {
    const { workspaceId } = await subscribeMetered(5);
    const { into } = await mergeWaiting();
    await stage.pool.query(
      "insert into purchased_records (workspace_id, kind, record_id, at) values ($1, 'funding_events', $2, $3)",
      [workspaceId, into, new Date(stage.clock)],
    );
    expect(await stage.workerWith(() => OK).runOnce()).toBe(2);
    expect(await readAccount(workspaceId)).toEqual({ balance: 5, owned: 1, charges: [] });
  });

  it("is paid for together with the one whose record became the same", async () => {
    const { workspaceId } = await subscribeMetered(5);
    const { into } = await mergeWaiting();
    expect(await stage.workerWith(() => OK).runOnce()).toBe(2);
    expect(await readAccount(workspaceId)).toEqual({ balance: 4, owned: 1, charges: [{ ...CHARGE, records: 2 }] });
    const { rows } = await stage.pool.query("select record_id from purchased_records where workspace_id = $1", [
      workspaceId,
    ]);
    expect(rows).toEqual([{ record_id: into }]);
  });

  it("makes that record owned once when the plan includes deliveries meanwhile", async () => {
    const { workspaceId } = await subscribeMetered(0);
    await mergeWaiting();
    await updateWorkspace(stage.pool, workspaceId, { plan: "paid" });
    expect(await stage.workerWith(() => OK).runOnce()).toBe(2);
    expect(await readAccount(workspaceId)).toEqual({ balance: 0, owned: 1, charges: [] });
  });
});

describe("an included delivery", () => {
  it("makes its record owned, and costs nothing", async () => {
    const { workspaceId } = await subscribe(stage.pool, { "funding.created": "" });
    await subscribe(stage.pool, { "funding.created": "" }, { workspaceId });
    await stage.addRound();
    expect(await stage.workerWith(() => OK).runOnce()).toBe(2);
    expect(await readAccount(workspaceId)).toEqual({ balance: 0, owned: 1, charges: [] });
  });
});

describe("webhooks that are off", () => {
  it("send nothing, and get no deliveries, until they are on again", async () => {
    const { pool } = stage;
    const { workspaceId } = await subscribe(pool, { "funding.created": "" });
    await stage.addRound();
    await updateWorkspace(pool, workspaceId, { webhooks: "off" });
    await stage.addRound();
    const worker = stage.workerWith(() => OK);
    expect(await worker.runOnce()).toBe(0);
    await updateWorkspace(pool, workspaceId, { webhooks: "plan" });
    expect(await worker.runOnce()).toBe(1);
    expect(await stage.only()).toMatchObject({ state: "succeeded" });
  });
});

it("a minimum amount that was saved under another plan is raised to the next band", async () => {
  const { pool } = stage;
  // The rounds are of $2.0m.
  const [low, high] = [
    await subscribe(pool, { "funding.created": "minAmountUsd=800000" }),
    await subscribe(pool, { "funding.created": "minAmountUsd=1100000" }),
  ];
  for (const { workspaceId } of [low, high]) await updateWorkspace(pool, workspaceId, { plan: "free" });
  await stage.addRound();
  expect((await stage.only()).subscriptionId).toBe(low.id);
});
