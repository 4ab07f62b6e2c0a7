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
import { queryItems } from "@/service/store/query-items";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { deliveryBody } from "./claim";
import { oldestAttemptId } from "./record-attempts";
import { sampleRecord } from "./sample-records";
import { missingWebhook, requireWebhooks } from "./subscriptions";

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

/** The record is known once it is paid for. */
const COLUMNS = `d.id, d.subscription_id as "webhookId", e.event, case when d.admitted then e.record_id end as "recordId",
  e.test, d.state, d.attempts, e.created_at as "createdAt", d.next_attempt_at as "nextAttemptAt"`;
const FROM = "from webhook_deliveries d join webhook_events e on e.id = d.event_id where d.workspace_id = $1";

/** Lists the newest first. */
export function listDeliveries(
  pool: pg.Pool,
  workspaceId: string,
  filter: DeliveryFilter,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Promise<WebhookDelivery[]> {
  return queryItems(
    pool,
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
}

/** Throws `RuleError`. */
export async function getDelivery(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<WebhookDeliveryDetail> {
  const { record, ...delivery } = await findDelivery<WebhookDelivery & { readonly record: string | null }>(
    pool,
    workspaceId,
    id,
    `${COLUMNS}, case when d.admitted then e.record end as record`,
  );
  const attemptList = await queryItems<WebhookAttempt>(
    pool,
    `select number, started_at as "startedAt", duration_ms as "durationMs", succeeded, error, status,
       request_headers::json as "requestHeaders", response_body as "responseBody", response_truncated as "responseTruncated"
     from webhook_attempts where delivery_id = $1 and id >= $2 order by number, id`,
    [id, oldestAttemptId(now)],
  );
  return { ...delivery, requestBody: record === null ? null : deliveryBody({ ...delivery, record }), attemptList };
}

/** Throws `RuleError`. */
async function findDelivery<Item = WebhookDelivery>(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  id: string,
  columns = COLUMNS,
): Promise<Item> {
  const [delivery] = await queryItems<Item>(db, `select ${columns} ${FROM} and d.id = $2`, [workspaceId, id]);
  if (delivery === undefined) throw new RuleError("NOT_FOUND", "This delivery no longer exists.");
  return delivery;
}

/** Sends a made-up event to one subscription, delivered like any other. Throws `RuleError`. */
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
    return findDelivery(client, workspaceId, id);
  });
}

/** Locks the subscription so that it is not disabled meanwhile. Throws `RuleError`. */
async function lockEnabled(client: pg.PoolClient, workspaceId: string, webhookId: string): Promise<void> {
  await requireWebhooks(client, workspaceId);
  const { rows } = await client.query<{ enabled: boolean }>(
    `select disabled_at is null as enabled from webhook_subscriptions where workspace_id = $1 and id = $2
     for no key update`,
    [workspaceId, webhookId],
  );
  const [row] = rows;
  if (row === undefined) throw missingWebhook();
  if (!row.enabled) throw new RuleError("CONFLICT", "This webhook is disabled. Enable it first.");
}

/** Starts the schedule again, or waits for payment. A delivery that a worker is sending is left alone. */
const REPLAY = `update webhook_deliveries
  set state = case when admitted then 'pending' else 'waiting' end, next_attempt_at = case when admitted then $1::timestamptz end, earlier_attempts = attempts, lease_id = null, leased_until = null,
    traceparent = $2
  where (leased_until is null or leased_until <= $1)`;

/** Sends a delivery again immediately, under the same id. Throws `RuleError`. */
export async function replayDelivery(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<WebhookDelivery> {
  return inTransaction(pool, async (client) => {
    const { webhookId } = await findDelivery(client, workspaceId, id);
    await lockEnabled(client, workspaceId, webhookId);
    const { rowCount } = await client.query(`${REPLAY} and id = $3`, [now, readTraceparent(), id]);
    if (rowCount === 0) throw new RuleError("CONFLICT", "This delivery is being sent right now.");
    return findDelivery(client, workspaceId, id);
  });
}

const MISSED = "state in ('failed', 'skipped', 'expired')";

/** Counts the deliveries since that time that failed or were not sent. Throws `RuleError`. */
export async function countMissed(pool: pg.Pool, workspaceId: string, webhookId: string, since: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select (select count(*) from webhook_deliveries d where d.subscription_id = s.id and d.id >= $3 and ${MISSED}) as count
     from webhook_subscriptions s where s.workspace_id = $1 and s.id = $2`,
    [workspaceId, webhookId, firstIdAt(since.getTime())],
  );
  const [row] = rows;
  if (row === undefined) throw missingWebhook();
  return row.count;
}

/** Sends them all again; returns how many. Throws `RuleError`. */
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
