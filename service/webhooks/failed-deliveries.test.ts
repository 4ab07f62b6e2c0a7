import { WEBHOOK_RETRY_DELAYS_MS } from "@dealflow/contract/webhook-events";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { LONG } from "@/service/http/long/testing";
import { getDelivery } from "./deliveries";
import { deleteWebhook, disableWebhook, enableWebhook, getWebhook, rotateWebhookSecret } from "./subscriptions";
import { readDeliveries, subscribe } from "./testing/subscriptions";
import { OK, START, WorkerStage } from "./testing/worker-stage";
import type { Worker } from "./worker";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const stripe = new Stripe("sk_test_of_the_verifier");
const stage = new WorkerStage();

describe("a failed delivery", () => {
  it("is attempted seven times by the schedule, under one id and body and a new time each, and then fails", async () => {
    const { pool } = stage;
    await subscribe(pool, { "funding.created": "" });
    await stage.addRound();
    const worker = stage.workerWith(() => ({ status: 500, body: "no" }));
    const times: number[] = [];
    for (const delay of [0, ...WEBHOOK_RETRY_DELAYS_MS]) {
      stage.clock += delay - 1;
      expect(await worker.runOnce()).toBe(0);
      stage.clock += 1;
      expect(await worker.runOnce()).toBe(1);
      times.push(stage.clock);
      // An attempt takes 10 ms here, and the delay begins at its end.
      stage.clock += 10;
    }
    expect(await stage.only()).toMatchObject({ state: "failed", attempts: 7, nextAttemptAt: null });
    stage.clock += 30 * DAY;
    expect(await worker.runOnce()).toBe(0);
    const { id } = await stage.only();
    expect(new Set(worker.sent.map(({ body }) => body)).size).toBe(1);
    expect(worker.sent.map(({ headers }) => headers["X-Service-Delivery"])).toEqual(Array(7).fill(id));
    expect(worker.sent.map(({ headers }) => Number(headers["webhook-timestamp"]))).toEqual(
      times.map((at) => Math.floor(at / SECOND)),
    );
    const { rows } = await pool.query(
      "select number, succeeded, error, status, response_body from webhook_attempts order by number",
    );
    expect(rows).toEqual(
      Array.from({ length: 7 }, (_, index) => ({
        number: index + 1,
        succeeded: false,
        error: null,
        status: 500,
        response_body: "no",
      })),
    );
  });

  it("shows the details of its attempts for 30 days, also of a month that is not deleted yet", async () => {
    const { pool } = stage;
    const { workspaceId } = await subscribe(pool, { "funding.created": "" });
    await stage.addRound();
    await stage.workerWith(() => ({ status: 500 })).runOnce();
    const { id } = await stage.only();
    const readAttempts = async (later: number) =>
      (await getDelivery(pool, workspaceId, id, new Date(Date.now() + later))).attemptList.map(({ status }) => status);
    expect(await readAttempts(30 * DAY - MINUTE)).toEqual([500]);
    expect(await readAttempts(30 * DAY + MINUTE)).toEqual([]);
  });

  it.each([
    ["a redirect", { status: 302 }, 5 * SECOND],
    ["a response with 199", { status: 199 }, 5 * SECOND],
    ["an address that is refused", { error: "address", status: null, body: null }, 5 * SECOND],
    ["a wrong certificate", { error: "tls", status: null, body: null }, 5 * SECOND],
    ["a 200 that was cut off", { error: "disconnect", status: 200 }, 5 * SECOND],
    ["a timeout", { error: "timeout", status: null, body: null }, MINUTE],
    ["429", { status: 429 }, MINUTE],
    ["429 with a longer Retry-After", { status: 429, retryAfter: "90" }, 90 * SECOND],
    ["429 with a far longer Retry-After", { status: 429, retryAfter: "86400" }, 2 * MINUTE],
    ["503 with Retry-After", { status: 503, retryAfter: "8" }, 8 * SECOND],
  ] as const)("is retried later after %s", async (_, exchange, delay) => {
    await subscribe(stage.pool, { "funding.created": "" });
    await stage.addRound();
    await stage.workerWith(() => exchange).runOnce();
    expect(await stage.only()).toMatchObject({ state: "pending", attempts: 1 });
    expect(((await stage.only()).nextAttemptAt?.getTime() ?? 0) - stage.clock - OK.durationMs).toBe(delay);
  });

  it("is retried while its webhook has no secret, and nothing is sent", async () => {
    const { pool } = stage;
    await subscribe(pool, { "funding.created": "" });
    await pool.query("delete from webhook_secrets");
    await stage.addRound();
    const worker = stage.workerWith(() => OK);
    await worker.runOnce();
    expect(worker.sent).toEqual([]);
    expect((await pool.query("select error, status from webhook_attempts")).rows).toEqual([
      { error: "unsigned", status: null },
    ]);
  });
});

describe("a webhook", () => {
  /** Runs the worker every hour; returns the hour after which the webhook was disabled. */
  async function hoursUntilDisabled(
    workspaceId: string,
    id: string,
    hours: number,
    everyHour: (hour: number) => Promise<void>,
    worker: Worker,
  ): Promise<number | undefined> {
    for (let hour = 0; hour < hours; hour++) {
      await everyHour(hour);
      await worker.runOnce();
      if ((await getWebhook(stage.pool, workspaceId, id, new Date(stage.clock))).disabledAt !== null) return hour;
      stage.clock += HOUR;
    }
    return undefined;
  }

  it("is disabled after five days of failures only, and what is pending stays unsent", async () => {
    const { pool } = stage;
    const { id, workspaceId } = await subscribe(pool, { "funding.created": "" });
    const worker = stage.workerWith(() => ({ status: 500 }));
    const daily = async (hour: number) => {
      if (hour % 24 === 0) await stage.addRound();
    };
    const disabledAfter = await hoursUntilDisabled(workspaceId, id, 200, daily, worker);
    expect(disabledAfter).toBeGreaterThanOrEqual(120);
    expect(disabledAfter).toBeLessThan(130);
    const webhook = await getWebhook(pool, workspaceId, id, new Date(stage.clock));
    expect(webhook).toMatchObject({ disabledReason: "failing", failingSince: new Date(START + 10).toISOString() });
    const states = (await readDeliveries(pool)).map(({ state }) => state);
    expect(states).not.toContain("pending");
    expect(states).toContain("skipped");
    await enableWebhook(pool, workspaceId, id, new Date(stage.clock));
    await stage.addRound();
    expect(await worker.runOnce()).toBe(1);
  });

  it("stays enabled when failures are sporadic", async () => {
    const { pool } = stage;
    const { id, workspaceId } = await subscribe(pool, { "funding.created": "" });
    let count = 0;
    const worker = stage.workerWith(() => ({ status: ++count % 5 === 0 ? 204 : 500 }));
    const daily = async (hour: number) => {
      if (hour % 12 === 0) await stage.addRound();
    };
    expect(await hoursUntilDisabled(workspaceId, id, LONG ? 400 : 200, daily, worker)).toBeUndefined();
  });

  it("is disabled by a delivery all of whose attempts got status 410, and not by one with another response", async () => {
    const { pool } = stage;
    for (const [statuses, reason] of [
      [[410, 410, 410, 503, 410, 410, 410], null],
      [[410, 410, 410, 410, 410, 410, 410], "gone"],
    ] as const) {
      const { id, workspaceId } = await subscribe(pool, { "funding.created": "" });
      await stage.addRound();
      let count = 0;
      const worker = stage.workerWith(() => ({ status: statuses[count++] ?? 204 }));
      for (const delay of [0, ...WEBHOOK_RETRY_DELAYS_MS]) {
        stage.clock += delay + 10;
        expect(await worker.runOnce()).toBe(1);
      }
      expect((await getWebhook(pool, workspaceId, id, new Date(stage.clock))).disabledReason).toBe(reason);
      await deleteWebhook(pool, workspaceId, id);
    }
  });

  it("signs with both secrets during a rotation, and with the new one after it", async () => {
    const { pool } = stage;
    const { id, workspaceId, secret } = await subscribe(pool, { "funding.created": "" });
    const rotated = await rotateWebhookSecret(pool, workspaceId, id, 24, new Date(stage.clock));
    const worker = stage.workerWith(() => OK);
    const signatures = async () => {
      await stage.addRound();
      await worker.runOnce();
      const { headers, body } = worker.sent.at(-1) ?? expect.fail();
      const signature = headers["X-Service-Signature"] ?? "";
      const verifies = (key: string) => {
        try {
          // The signature's age is not tested here.
          stripe.webhooks.constructEvent(body, signature, key, 100 * 365 * DAY);
          return true;
        } catch {
          return false;
        }
      };
      return [signature.split(",").length - 1, verifies(rotated.secret), verifies(secret)];
    };
    expect(await signatures()).toEqual([2, true, true]);
    stage.clock += 24 * HOUR - 1;
    expect(await signatures()).toEqual([2, true, true]);
    stage.clock += 1;
    expect(await signatures()).toEqual([1, true, false]);
    const again = await rotateWebhookSecret(pool, workspaceId, id, 0, new Date(stage.clock));
    expect(again.webhook.overlapEndsAt).toBeNull();
    expect(await signatures()).toEqual([1, false, false]);
  });

  it("that is disabled or deleted during an attempt gets no other one", async () => {
    const { pool } = stage;
    for (const end of [disableWebhook, deleteWebhook]) {
      const { id, workspaceId } = await subscribe(pool, { "funding.created": "" });
      await stage.addRound();
      const worker = stage.workerWith(async () => {
        await end(pool, workspaceId, id, new Date(stage.clock));
        return { status: 500 };
      });
      expect(await worker.runOnce()).toBe(1);
      stage.clock += DAY;
      expect(await worker.runOnce()).toBe(0);
      const states = (await readDeliveries(pool)).map(({ state, attempts }) => [state, attempts]);
      expect(states).toEqual(end === disableWebhook ? [["skipped", 1]] : []);
      await deleteWebhook(pool, workspaceId, id);
    }
  });
});
