/** Lists deliveries of a workspace, reads their attempts, replays them under their id, and counts them by hour. */

import type {
  DeliveryState,
  WebhookActivityHour,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from "@dealflow/contract/account/webhooks";
import type { WebhookEventName } from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { readTraceparent } from "@/lib/monitoring/traceparent";
import { firstIdAt, newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { deliveryBody } from "./claim";
import { oldestAttemptId } from "./record-attempts";
import { sampleRecord } from "./sample-records";
import { requireWebhooks, WebhookError } from "./subscriptions";

const HOUR_MS = 3_600_000;

export interface DeliveryFilter {
  readonly webhookId: string | undefined;
  readonly event: WebhookEventName | undefined;
  readonly state: DeliveryState | undefined;
  /** The search is the id of a delivery or of its record. */
  readonly search: string | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

interface Row {
  readonly id: string;
  readonly subscription_id: string;
  readonly event: string;
  readonly record_id: string;
  readonly admitted: boolean;
  readonly test: boolean;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly created_at: Date;
  readonly next_attempt_at: Date | null;
}

const COLUMNS =
  "d.id, d.subscription_id, e.event, e.record_id, d.admitted, e.test, d.state, d.attempts, e.created_at, d.next_attempt_at";
const FROM = "from webhook_deliveries d join webhook_events e on e.id = d.event_id where d.workspace_id = $1";

function toDelivery(row: Row): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.subscription_id,
    event: row.event,
    recordId: row.admitted ? row.record_id : null,
    test: row.test,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  };
}

/** Lists the newest first. */
export async function listDeliveries(
  pool: pg.Pool,
  workspaceId: string,
  filter: DeliveryFilter,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<WebhookDelivery[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} ${FROM} and ($2::uuid is null or d.subscription_id = $2) and ($3::text is null or e.event = $3)
       and ($4::text is null or d.state = $4) and ($5::uuid is null or d.id = $5 or (d.admitted and e.record_id = $5))
       and ($6::uuid is null or d.id >= $6) and ($7::uuid is null or d.id < $7) and ($8::uuid is null or d.id < $8)
     order by d.id desc limit $9`,
    [
      workspaceId,
      filter.webhookId ?? null,
      filter.event ?? null,
      filter.state ?? null,
      filter.search ?? null,
      filter.since === undefined ? null : firstIdAt(filter.since.getTime()),
      filter.until === undefined ? null : firstIdAt(filter.until.getTime() + 1),
      after ?? null,
      limit,
    ],
  );
  return rows.map(toDelivery);
}

interface AttemptRow {
  readonly number: number;
  readonly started_at: Date;
  readonly duration_ms: number;
  readonly succeeded: boolean;
  readonly error: WebhookAttempt["error"];
  readonly status: number | null;
  readonly request_headers: Record<string, string>;
  readonly response_body: string | null;
  readonly response_truncated: boolean;
}

/** Throws `WebhookError`. */
export async function getDelivery(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<WebhookDeliveryDetail> {
  const row = await findDelivery(pool, workspaceId, id);
  const { rows: attempts } = await pool.query<AttemptRow>(
    `select number, started_at, duration_ms, succeeded, error, status, request_headers::json as request_headers,
       response_body, response_truncated
     from webhook_attempts where delivery_id = $1 and id >= $2 order by number, id`,
    [id, oldestAttemptId(now)],
  );
  return {
    ...toDelivery(row),
    requestBody: row.admitted ? deliveryBody(row) : null,
    attemptList: attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: attempt.started_at.toISOString(),
      durationMs: attempt.duration_ms,
      succeeded: attempt.succeeded,
      error: attempt.error,
      status: attempt.status,
      requestHeaders: attempt.request_headers,
      responseBody: attempt.response_body,
      responseTruncated: attempt.response_truncated,
    })),
  };
}

async function findDelivery(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  id: string,
): Promise<Row & { readonly record: string }> {
  const { rows } = await db.query<Row & { record: string }>(`select ${COLUMNS}, e.record ${FROM} and d.id = $2`, [
    workspaceId,
    id,
  ]);
  const [row] = rows;
  if (row === undefined) throw new WebhookError("NOT_FOUND", "This delivery no longer exists.");
  return row;
}

/** Sends a made-up event to one subscription, delivered like any other. Throws `WebhookError`. */
export async function sendTestEvent(
  pool: pg.Pool,
  workspaceId: string,
  webhookId: string,
  event: WebhookEventName,
  now: Date,
): Promise<WebhookDelivery> {
  return inTransaction(pool, async (client) => {
    await lockEnabled(client, workspaceId, webhookId);
    const [eventId, id, record] = [newId(), newId(), sampleRecord(event, now)];
    await client.query(
      `insert into webhook_events (id, event, record_id, record, test, created_at) values ($1, $2, $3, $4, true, $5)`,
      [eventId, event, record.id, JSON.stringify(record), now],
    );
    await client.query(
      `insert into webhook_deliveries (id, workspace_id, subscription_id, event_id, state, next_attempt_at, traceparent)
       values ($1, $2, $3, $4, 'pending', $5, $6)`,
      [id, workspaceId, webhookId, eventId, now, readTraceparent()],
    );
    return toDelivery(await findDelivery(client, workspaceId, id));
  });
}

/** Locks the subscription so that it is not disabled meanwhile. Throws `WebhookError`. */
async function lockEnabled(client: pg.PoolClient, workspaceId: string, webhookId: string): Promise<void> {
  await requireWebhooks(client, workspaceId);
  const { rows } = await client.query<{ enabled: boolean }>(
    `select disabled_at is null as enabled from webhook_subscriptions where workspace_id = $1 and id = $2
     for no key update`,
    [workspaceId, webhookId],
  );
  const [row] = rows;
  if (row === undefined) throw new WebhookError("NOT_FOUND", "This webhook no longer exists.");
  if (!row.enabled) throw new WebhookError("CONFLICT", "This webhook is disabled. Enable it first.");
}

/** Starts the schedule again, or waits for payment. A delivery that a worker is sending is left alone. */
const REPLAY = `update webhook_deliveries
  set state = case when admitted then 'pending' else 'waiting' end, next_attempt_at = case when admitted then $1::timestamptz end, earlier_attempts = attempts, lease_id = null, leased_until = null,
    traceparent = $2
  where (leased_until is null or leased_until <= $1)`;

/** Sends a delivery again immediately, under the same id. Throws `WebhookError`. */
export async function replayDelivery(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<WebhookDelivery> {
  return inTransaction(pool, async (client) => {
    const { subscription_id: webhookId } = await findDelivery(client, workspaceId, id);
    await lockEnabled(client, workspaceId, webhookId);
    const { rowCount } = await client.query(`${REPLAY} and id = $3`, [now, readTraceparent(), id]);
    if (rowCount === 0) throw new WebhookError("CONFLICT", "This delivery is being sent right now.");
    return toDelivery(await findDelivery(client, workspaceId, id));
  });
}

const MISSED = "state in ('failed', 'skipped', 'expired')";

/** Counts the deliveries since that time that failed or were not sent. Throws `WebhookError`. */
export async function countMissed(pool: pg.Pool, workspaceId: string, webhookId: string, since: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select (select count(*) from webhook_deliveries d where d.subscription_id = s.id and d.id >= $3 and ${MISSED}) as count
     from webhook_subscriptions s where s.workspace_id = $1 and s.id = $2`,
    [workspaceId, webhookId, firstIdAt(since.getTime())],
  );
  const [row] = rows;
  if (row === undefined) throw new WebhookError("NOT_FOUND", "This webhook no longer exists.");
  return row.count;
}

/** Sends them all again; returns how many. Throws `WebhookError`. */
export async function replayMissed(
  pool: pg.Pool,
  workspaceId: string,
  webhookId: string,
  since: Date,
  now: Date,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await lockEnabled(client, workspaceId, webhookId);
    const { rowCount } = await client.query(`${REPLAY} and subscription_id = $3 and id >= $4 and ${MISSED}`, [
      now,
      readTraceparent(),
      webhookId,
      firstIdAt(since.getTime()),
    ]);
    return rowCount ?? 0;
  });
}

/** Returns the attempts of each of the last hours, the current one included; the oldest first. */
export async function readActivity(
  pool: pg.Pool,
  workspaceId: string,
  hours: number,
  now: Date,
): Promise<WebhookActivityHour[]> {
  const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const first = new Date(current - (hours - 1) * HOUR_MS);
  const { rows } = await pool.query<{ hour: number; attempts: number; failures: number }>(
    `select floor(extract(epoch from a.started_at - $2) / 3600)::integer as hour, count(*) as attempts,
       count(*) filter (where not a.succeeded) as failures
     from webhook_attempts a join webhook_subscriptions s on s.id = a.subscription_id
     where s.workspace_id = $1 and a.started_at >= $2 group by 1`,
    [workspaceId, first],
  );
  return Array.from({ length: hours }, (_, index) => {
    const found = rows.find(({ hour }) => hour === index);
    const at = new Date(first.getTime() + index * HOUR_MS).toISOString();
    return { at, attempts: found?.attempts ?? 0, failures: found?.failures ?? 0 };
  });
}
