/**
 * Claims due deliveries, signs and sends them, and stores the results. Deliveries are made at least once: a worker that
 * dies after sending and before storing leaves a delivery that is sent again, under the same id.
 */
import { setTimeout as delay } from "node:timers/promises";
import { context, SpanStatusCode } from "@opentelemetry/api";
import type pg from "pg";
import type { Logger } from "pino";
import { inSpan } from "@/lib/monitoring/phases";
import { parseTraceparent, toContext } from "@/lib/monitoring/traceparent";
import type { Exchange, Outbound } from "@/service/net/outbound";
import { admitDeliveries } from "./admit";
import { type ClaimedDelivery, claimDeliveries } from "./claim";
import { type FinishedAttempt, recordAttempts } from "./record-attempts";
import { deliveryHeaders } from "./signature";

export interface WorkerSettings {
  readonly pool: pg.Pool;
  readonly outbound: Pick<Outbound, "post">;
  readonly log: Logger;
  /** A paid record stays owned for this time (days); with 0 each event is paid for. */
  readonly payOnceDays: number;
  /** Returns ms since 1970. */
  readonly now?: () => number;
  readonly random?: () => number;
  /** Attempts run concurrently up to these limits, in all and for one subscription. */
  readonly concurrency?: number;
  readonly perSubscription?: number;
  /** The lease is longer than an attempt may take (ms). */
  readonly leaseMs?: number;
  readonly pollMs?: number;
}

export type Worker = ReturnType<typeof createWorker>;

const CONCURRENCY = 200;
const PER_SUBSCRIPTION = 10;
const LEASE_MS = 30_000;
/** Due deliveries are polled this often (ms). */
const POLL_MS = 200;
/** After this many polls the credits of workspaces with waiting deliveries are checked again. */
const HELD_POLLS = 25;
/** Stopping waits this long for attempts in flight; the leases of the others end later (ms). */
const STOP_MS = 3_000;
/** The worker waits this long after a failure of the database (ms). */
const RETRY_MS = 1_000;

/**
 * The first attempt of a delivery, and the first after a replay, is a part of the trace of the request that caused the
 * delivery or the replay. A later one, which may come days later, is a trace of its own with a link to that request.
 */
function traceDelivery(delivery: ClaimedDelivery, send: () => Promise<Exchange>) {
  const { id, subscriptionId, event, number, numberSinceReplay, traceparent } = delivery;
  const cause = parseTraceparent(traceparent);
  const isPart = numberSinceReplay === 1;
  const attributes = {
    "dealflow.delivery_id": id,
    "dealflow.webhook_id": subscriptionId,
    "dealflow.event": event,
    "dealflow.attempt": number,
  };
  const links = cause === undefined || isPart ? [] : [{ context: cause }];
  return context.with(toContext(isPart ? cause : undefined), () =>
    inSpan("deliver webhook", { attributes, links }, async (span) => {
      const exchange = await send();
      if (exchange.status !== null) span.setAttribute("http.response.status_code", exchange.status);
      if (exchange.error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: exchange.error });
      return exchange;
    }),
  );
}

export function createWorker(settings: WorkerSettings) {
  const { pool, outbound, log, payOnceDays, now = Date.now, random = Math.random } = settings;
  const { concurrency = CONCURRENCY, perSubscription = PER_SUBSCRIPTION } = settings;
  const { leaseMs = LEASE_MS, pollMs = POLL_MS } = settings;
  const inFlight = new Map<string, number>();
  const attempts = new Set<Promise<void>>();
  /** Workspaces whose deliveries wait for credits are left alone until these times. */
  const heldUntil = new Map<string, number>();
  let free = concurrency;
  let stopped = false;
  let running: Promise<void> | undefined;
  let wake: () => void = () => undefined;
  let finished: { readonly attempt: FinishedAttempt; readonly stored: () => void }[] = [];
  let storing = false;

  async function send(delivery: ClaimedDelivery): Promise<FinishedAttempt> {
    const startedAt = new Date(now());
    const requestHeaders = deliveryHeaders(delivery, startedAt);
    const base = { delivery, startedAt, requestHeaders, random: random() };
    if (delivery.secrets.length === 0) {
      const nothing = { status: null, responseBody: null, responseTruncated: false, retryAfter: undefined };
      return { ...base, ...nothing, endedAt: startedAt, error: "unsigned" };
    }
    const { error, status, body, truncated, retryAfter, durationMs } = await traceDelivery(delivery, () =>
      outbound.post(delivery.url, requestHeaders, delivery.body),
    );
    const endedAt = new Date(startedAt.getTime() + durationMs);
    return { ...base, endedAt, error, status, responseBody: body, responseTruncated: truncated, retryAfter };
  }

  /** Stores finished attempts; those that finish while a statement is in flight are stored together by the next one. */
  async function store(): Promise<void> {
    if (storing) return;
    storing = true;
    while (finished.length > 0) {
      const batch = finished;
      finished = [];
      await storeBatch(batch.map(({ attempt }) => attempt));
      for (const { attempt, stored } of batch) {
        release(attempt.delivery.subscriptionId);
        stored();
      }
      wake();
    }
    storing = false;
  }

  async function storeBatch(batch: readonly FinishedAttempt[]): Promise<void> {
    for (;;) {
      try {
        const disabled = await recordAttempts(pool, batch);
        for (const { subscriptionId, reason } of disabled) log.warn({ subscriptionId, reason }, "webhook disabled");
        return;
      } catch (error) {
        log.error({ err: error }, "storing webhook attempts failed; retrying");
        // When stopping, leases are left to expire, and the deliveries are sent again.
        if (stopped) return;
        await delay(RETRY_MS);
      }
    }
  }

  function release(subscriptionId: string): void {
    free++;
    const count = (inFlight.get(subscriptionId) ?? 1) - 1;
    if (count === 0) inFlight.delete(subscriptionId);
    else inFlight.set(subscriptionId, count);
  }

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const attempt = await send(delivery);
    await new Promise<void>((stored) => {
      finished.push({ attempt, stored });
      void store();
    });
  }

  async function admit(): Promise<void> {
    const at = now();
    for (const [id, until] of heldUntil) if (until <= at) heldUntil.delete(id);
    for (const id of await admitDeliveries(pool, payOnceDays, [...heldUntil.keys()], new Date(at)))
      heldUntil.set(id, at + HELD_POLLS * pollMs);
  }

  async function claim(): Promise<Promise<void>[]> {
    if (free === 0) return [];
    const limits = { total: free, perSubscription, inFlight, leaseMs };
    const claimed = await claimDeliveries(pool, limits, new Date(now()));
    for (const { subscriptionId } of claimed) {
      free--;
      inFlight.set(subscriptionId, (inFlight.get(subscriptionId) ?? 0) + 1);
    }
    return claimed.map((delivery) => {
      const attempt = deliver(delivery).finally(() => attempts.delete(attempt));
      attempts.add(attempt);
      return attempt;
    });
  }

  async function run(): Promise<void> {
    let admittedAt = Number.NEGATIVE_INFINITY;
    while (!stopped) {
      let pauseMs = pollMs;
      // Set before claiming, because an attempt may finish meanwhile.
      const pause = new AbortController();
      wake = () => pause.abort();
      try {
        // Admission does not run with every batch: where everything is included, it would slow the others down.
        if (performance.now() - admittedAt >= pollMs) {
          await admit();
          admittedAt = performance.now();
        }
        await claim();
      } catch (error) {
        log.error({ err: error }, "claiming webhook deliveries failed; retrying");
        pauseMs = RETRY_MS;
      }
      await delay(pauseMs, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  }

  return {
    start: () => {
      running ??= run();
    },
    /** Admits deliveries, claims the due ones, sends them and stores the results; returns the number of attempts. */
    runOnce: async () => {
      await admit();
      const sent = await claim();
      await Promise.all(sent);
      return sent.length;
    },
    /** Claims nothing more, and waits a moment for the attempts in flight. */
    stop: async () => {
      stopped = true;
      wake();
      await running;
      await Promise.race([Promise.all(attempts.values()), delay(STOP_MS, undefined, { ref: false })]);
    },
  };
}
