import pino from "pino";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseNetwork } from "@/lib/net/address";
import { createOutbound, type Exchange, type Outbound } from "@/service/net/outbound";
import { TEST_CA } from "@/service/net/testing/certificates";
import { type Receiver, startReceiver } from "@/service/net/testing/receiver";
import { claimDeliveries } from "./claim";
import { readDeliveries, subscribe } from "./testing/subscriptions";
import { OK, WorkerStage } from "./testing/worker-stage";
import { createWorker, type Worker } from "./worker";

const silent = pino({ level: "silent" });
const stripe = new Stripe("sk_test_of_the_verifier");
const stage = new WorkerStage();

describe("a delivery to a real HTTPS receiver", () => {
  let receiver: Receiver;
  let outbound: Outbound;
  let worker: Worker;
  beforeAll(async () => {
    receiver = await startReceiver();
    const allowed = [parseNetwork("127.0.0.0/8") ?? expect.fail()];
    outbound = createOutbound({ allowed, ca: TEST_CA, responseBytes: 16_384, deadlineMs: 15_000 });
    worker = createWorker({
      pool: stage.pool,
      outbound,
      payOnceDays: Number.POSITIVE_INFINITY,
      log: silent,
      pollMs: 20,
    });
  });
  afterAll(async () => {
    outbound.close();
    await receiver.stop();
  });
  afterEach(() => worker.stop());

  it("is verified by packages that are not ours, and holds the record as REST returns it", async () => {
    const { pool } = stage;
    const { secret } = await subscribe(pool, { "funding.created": "" }, { url: receiver.url() });
    worker.start();
    stage.clock = Date.now();
    await stage.addRound();
    await expect.poll(async () => (await stage.only()).state).toBe("succeeded");
    const { id } = await stage.only();
    const [{ headers, body }] = [receiver.received.at(-1) ?? expect.fail()];
    const event: unknown = stripe.webhooks.constructEvent(body, String(headers["x-service-signature"]), secret, 300);
    expect(event).toEqual(
      new Webhook(secret).verify(body, {
        "webhook-id": String(headers["webhook-id"]),
        "webhook-timestamp": String(headers["webhook-timestamp"]),
        "webhook-signature": String(headers["webhook-signature"]),
      }),
    );
    const { rows } = await pool.query<{ record: string }>("select record from funding_events");
    expect(event).toEqual({
      id,
      event: "funding.created",
      createdAt: expect.stringMatching(/Z$/),
      data: JSON.parse(rows[0]?.record ?? ""),
    });
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Dealflow-Webhooks/1",
      "x-service-event": "funding.created",
      "x-service-delivery": id,
      "webhook-id": id,
    });
  });
});

describe("several workers", () => {
  it("share the deliveries, and none is sent twice", async () => {
    const { pool } = stage;
    for (let count = 0; count < 4; count++) await subscribe(pool, { "funding.created": "" });
    for (let count = 0; count < 15; count++) await stage.addRound();
    const workers = Array.from({ length: 3 }, () => stage.workerWith(() => OK, { concurrency: 7 }));
    for (let round = 0; round < 10; round++) await Promise.all(workers.map((worker) => worker.runOnce()));
    const ids = workers.flatMap(({ sent }) => sent.map(({ headers }) => headers["webhook-id"]));
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
    expect((await readDeliveries(pool)).every(({ state }) => state === "succeeded")).toBe(true);
  });

  it("take over what another one had claimed when its lease ends, and its late result changes nothing", async () => {
    const { pool } = stage;
    await subscribe(pool, { "funding.created": "" });
    await stage.addRound();
    let respond: (exchange: Exchange) => void = () => undefined;
    const responded = new Promise<Exchange>((resolve) => {
      respond = resolve;
    });
    const slow = stage.workerWith(() => responded, { leaseMs: 30_000 });
    const first = slow.runOnce();
    await expect.poll(() => slow.sent).toHaveLength(1);
    const other = stage.workerWith(() => OK);
    stage.clock += 30_000 - 1;
    expect(await other.runOnce()).toBe(0);
    stage.clock += 1;
    expect(await other.runOnce()).toBe(1);
    expect(other.sent[0]?.body).toBe(slow.sent[0]?.body);
    respond({ ...OK, status: 500 });
    await first;
    expect(await stage.only()).toMatchObject({ state: "succeeded" });
    expect((await pool.query("select from webhook_attempts")).rowCount).toBe(2);
  });

  it("never let a dead endpoint hold up the others", async () => {
    const { pool } = stage;
    const dead = await subscribe(pool, { "funding.created": "" }, { url: "https://dead.example/" });
    await subscribe(pool, { "funding.created": "" }, { url: "https://alive.example/" });
    for (let count = 0; count < 30; count++) await stage.addRound();
    let giveUp: (exchange: Exchange) => void = () => undefined;
    const timeout = new Promise<Exchange>((resolve) => {
      giveUp = resolve;
    });
    const limits = { concurrency: 8, perSubscription: 3, pollMs: 10 };
    const worker = stage.workerWith(({ url }) => (url.includes("dead") ? timeout : OK), limits);
    worker.start();
    const states = async () => {
      const all = await readDeliveries(pool);
      return all.filter(({ subscriptionId, state }) => subscriptionId !== dead.id && state === "succeeded").length;
    };
    await expect.poll(states).toBe(30);
    expect(worker.sent.filter(({ url }) => url.includes("dead"))).toHaveLength(3);
    giveUp({ ...OK, error: "timeout" });
    await worker.stop();
  });

  it("send nothing to a blocked workspace until it is unblocked", async () => {
    const { pool } = stage;
    await subscribe(pool, { "funding.created": "" });
    await stage.addRound();
    await pool.query("update workspaces set blocked = true");
    const worker = stage.workerWith(() => OK);
    expect(await worker.runOnce()).toBe(0);
    await pool.query("update workspaces set blocked = false");
    expect(await worker.runOnce()).toBe(1);
  });

  it("give a failing endpoint one attempt at a time", async () => {
    const { pool } = stage;
    await subscribe(pool, { "funding.created": "" });
    for (let count = 0; count < 5; count++) await stage.addRound();
    await pool.query("update webhook_subscriptions set failing_since = $1, last_failed_at = $1", [
      new Date(stage.clock),
    ]);
    const limits = { total: 100, perSubscription: 10, inFlight: new Map(), leaseMs: 1_000 };
    expect(await claimDeliveries(pool, limits, new Date(stage.clock))).toHaveLength(1);
  });
});
