/** Stores finished attempts, the resulting states of deliveries, and the subscriptions that they disable. */

import type { WebhookAttempt } from "@dealflow/contract/account/webhooks";
import { parseRetryAfter } from "@dealflow/contract/retry-after";
import { WEBHOOK_LIMITS } from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { firstIdAt, newId } from "@/service/store/new-id";
import { dropRowsBefore } from "@/service/store/partitions";
import { inTransaction } from "@/service/store/transaction";
import type { ClaimedDelivery } from "./claim";
import { extendStreak, type FailureStreak, isFailing, retryDelay } from "./failures";
import { disableSubscriptions } from "./subscriptions";

export interface FinishedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly error: WebhookAttempt["error"];
  readonly status: number | null;
  readonly responseBody: string | null;
  readonly responseTruncated: boolean;
  readonly retryAfter: string | undefined;
  /** This number, from 0 to below 1, decides where within ±20 % of its delay a retry follows. */
  readonly random: number;
}

export interface Disabled {
  readonly subscriptionId: string;
  readonly reason: "failing" | "gone";
}

const GONE = 410;
const DAY_MS = 86_400_000;

const STORE = `
with results as (
  select * from jsonb_to_recordset($1) as r (id uuid, delivery_id uuid, lease_id uuid, subscription_id uuid, number integer,
    started_at timestamptz, duration_ms integer, succeeded boolean, error text, status integer, request_headers text,
    response_body text, response_truncated boolean, next_attempt_at timestamptz)
), updated as (
  update webhook_deliveries d set
    state = case when r.succeeded then 'succeeded' when d.state <> 'pending' then d.state
      when r.next_attempt_at is null then 'failed' else 'pending' end,
    next_attempt_at = case when r.succeeded or d.state <> 'pending' then null else r.next_attempt_at end,
    attempts = r.number, lease_id = null, leased_until = null
  from results r where d.id = r.delivery_id and d.lease_id = r.lease_id
)
insert into webhook_attempts (id, delivery_id, subscription_id, number, started_at, duration_ms, succeeded, error, status,
  request_headers, response_body, response_truncated)
select r.id, r.delivery_id, r.subscription_id, r.number, r.started_at, r.duration_ms, r.succeeded, r.error, r.status,
  r.request_headers, r.response_body, r.response_truncated
from results r join webhook_deliveries d on d.id = r.delivery_id`;

/**
 * Stores attempts in one transaction. An attempt whose lease has ended is recorded without changing its delivery, which
 * another worker has taken over; one whose subscription was deleted is dropped.
 */
export async function recordAttempts(
  db: pg.Pool | pg.PoolClient,
  finished: readonly FinishedAttempt[],
): Promise<Disabled[]> {
  const rows = finished.map(getRow);
  const succeeded = new Set(rows.filter((row) => row.succeeded).map((row) => row.subscription_id));
  const failed = new Set(rows.map((row) => row.subscription_id).filter((id) => !succeeded.has(id)));
  return inTransaction(db, async (client) => {
    // Subscriptions are locked before their deliveries, and in order, as everywhere else.
    const streaks = await lockStreaks(client, [...succeeded], [...failed]);
    // The statement is named, so that it is planned once: planning it for every month took as long as storing ten attempts.
    await client.query({ name: "record-webhook-attempts", text: STORE, values: [JSON.stringify(rows)] });
    const latest = new Date(Math.max(...finished.map(({ endedAt }) => endedAt.getTime())));
    const changed = streaks.map(({ id, streak }) => ({
      id,
      streak: succeeded.has(id) ? null : extendStreak(streak, latest),
    }));
    await client.query(
      `update webhook_subscriptions s set failing_since = c.since, last_failed_at = c.latest
       from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) c (id, since, latest) where s.id = c.id`,
      [
        changed.map(({ id }) => id),
        changed.map(({ streak }) => streak?.since ?? null),
        changed.map(({ streak }) => streak?.latest ?? null),
      ],
    );
    const exhausted = rows.filter((row) => !row.succeeded && row.next_attempt_at === null && row.status === GONE);
    const gone = exhausted.length === 0 ? [] : await findGone(client, exhausted);
    const disabled = changed.flatMap(({ id, streak }): Disabled[] => {
      if (gone.includes(id)) return [{ subscriptionId: id, reason: "gone" }];
      return streak !== null && isFailing(streak) ? [{ subscriptionId: id, reason: "failing" }] : [];
    });
    for (const reason of ["gone", "failing"] as const) {
      const ids = disabled.flatMap((one) => (one.reason === reason ? [one.subscriptionId] : []));
      if (ids.length > 0) await disableSubscriptions(client, { column: "id", ids, reason }, latest);
    }
    return disabled;
  });
}

function getRow({ delivery, startedAt, endedAt, ...attempt }: FinishedAttempt) {
  const { error, status } = attempt;
  const succeeded = error === null && status !== null && status >= 200 && status < 300;
  const delayMs = retryDelay(
    {
      attemptsSinceReplay: delivery.numberSinceReplay,
      timedOut: error === "timeout",
      status,
      retryAfterMs: parseRetryAfter(attempt.retryAfter, endedAt.getTime()),
    },
    attempt.random,
  );
  return {
    id: newId(),
    delivery_id: delivery.id,
    lease_id: delivery.leaseId,
    subscription_id: delivery.subscriptionId,
    number: delivery.number,
    started_at: startedAt,
    duration_ms: endedAt.getTime() - startedAt.getTime(),
    succeeded,
    error,
    status,
    request_headers: JSON.stringify(attempt.requestHeaders),
    response_body: attempt.responseBody,
    response_truncated: attempt.responseTruncated,
    next_attempt_at: succeeded || delayMs === undefined ? null : new Date(endedAt.getTime() + delayMs),
  };
}

/** Locks subscriptions whose streak changes: all that failed, and of the others those that had failed before. */
async function lockStreaks(
  client: pg.PoolClient,
  succeeded: readonly string[],
  failed: readonly string[],
): Promise<{ id: string; streak: FailureStreak | null }[]> {
  // Imports hold a weaker lock on subscriptions until they end, which this one does not wait for.
  const { rows } = await client.query<{ id: string; failing_since: Date | null; last_failed_at: Date | null }>(
    `select id, failing_since, last_failed_at from webhook_subscriptions
     where id = any($1::uuid[]) or (id = any($2::uuid[]) and failing_since is not null)
     order by id for no key update`,
    [failed, succeeded],
  );
  return rows.map(({ id, failing_since: since, last_failed_at: latest }) => ({
    id,
    streak: since === null || latest === null ? null : { since, latest },
  }));
}

/** Finds subscriptions with a delivery all of whose attempts, since it was last replayed, got status 410. */
async function findGone(
  client: pg.PoolClient,
  exhausted: readonly { readonly delivery_id: string }[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select d.subscription_id as id from webhook_deliveries d where d.id = any($1::uuid[]) and d.state = 'failed'
       and not exists (select from webhook_attempts a
         where a.delivery_id = d.id and a.number > d.earlier_attempts and a.status is distinct from ${GONE})`,
    [exhausted.map((row) => row.delivery_id)],
  );
  return rows.map(({ id }) => id);
}

/** Returns the first id of the attempts whose details are shown. */
export function oldestAttemptId(now: Date): string {
  return firstIdAt(now.getTime() - WEBHOOK_LIMITS.attemptDays * DAY_MS);
}

/** Details of attempts are kept until their month has passed for 30 days, and secrets until their overlap ends. */
export async function deleteOldWebhookAttempts(pool: pg.Pool, now: Date): Promise<void> {
  await dropRowsBefore(pool, "webhook_attempts", oldestAttemptId(now));
  await pool.query("delete from webhook_secrets where expires_at <= $1", [now]);
}
