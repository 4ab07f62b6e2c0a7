/** Claims due deliveries for one worker: any number of workers share a database, and a lease ends with a crash. */

import type { WebhookEventName } from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { newId } from "@/service/store/new-id";

export interface ClaimedDelivery {
  readonly id: string;
  readonly leaseId: string;
  readonly subscriptionId: string;
  readonly url: string;
  readonly event: WebhookEventName;
  readonly body: string;
  readonly test: boolean;
  /** This span of a request, whose trace is exported, caused the delivery. */
  readonly traceparent: string | null;
  /** The attempt is numbered over all of the delivery. */
  readonly number: number;
  /** The first attempt after the latest replay is 1. */
  readonly numberSinceReplay: number;
  /** The current secret comes first. */
  readonly secrets: readonly string[];
}

interface ClaimLimits {
  readonly total: number;
  /** A subscription gets this many attempts concurrently; one that is failing gets a single one. */
  readonly perSubscription: number;
  /** Attempts in flight are counted by subscription. */
  readonly inFlight: ReadonlyMap<string, number>;
  readonly leaseMs: number;
}

/**
 * Visits each subscription that has pending deliveries by a loose scan of their index, so that the backlog of one
 * endpoint is never read on the way to the deliveries of another.
 */
const CLAIM = `
with recursive queues as (
  (select subscription_id from webhook_deliveries where state = 'pending' order by subscription_id limit 1)
  union all
  select (select d.subscription_id from webhook_deliveries d
    where d.state = 'pending' and d.subscription_id > q.subscription_id order by d.subscription_id limit 1)
  from queues q where q.subscription_id is not null
), slots as (
  select s.id as subscription_id, case when s.failing_since is null then $2 else 1 end - coalesce(u.count, 0) as free
  from queues q join webhook_subscriptions s on s.id = q.subscription_id
    -- What waits for a workspace that the operator has blocked, or whose webhooks are off, is sent when that ends.
    join workspaces w on w.id = s.workspace_id and not w.blocked and w.webhooks is distinct from 'off'
    left join unnest($3::uuid[], $4::integer[]) u (id, count) on u.id = s.id
), due as (
  select d.id from slots cross join lateral (
    select id, next_attempt_at from webhook_deliveries d
    where d.subscription_id = slots.subscription_id and d.state = 'pending' and d.next_attempt_at <= $5
      and (d.leased_until is null or d.leased_until <= $5)
    order by d.next_attempt_at limit greatest(slots.free, 0) for update skip locked
  ) d
  order by d.next_attempt_at limit $1
), claimed as (
  update webhook_deliveries d set lease_id = $6, leased_until = $7 from due where d.id = due.id returning d.*
)
select c.id, c.subscription_id as "subscriptionId", c.attempts, c.earlier_attempts as "earlierAttempts", c.traceparent, s.url,
  e.event, e.record, e.test, e.created_at as "createdAt",
  array(select x.secret from webhook_secrets x
    where x.subscription_id = s.id and (x.expires_at is null or x.expires_at > $5)
    order by x.expires_at desc nulls first) as secrets
from claimed c join webhook_subscriptions s on s.id = c.subscription_id join webhook_events e on e.id = c.event_id`;

interface DeliveredEvent {
  readonly id: string;
  readonly event: string;
  readonly record: string;
  readonly test: boolean;
  /** The event was stored at this time (ISO). */
  readonly createdAt: string;
}

type Row = Pick<ClaimedDelivery, "id" | "subscriptionId" | "url" | "event" | "test" | "traceparent" | "secrets"> & {
  readonly attempts: number;
  readonly earlierAttempts: number;
  readonly record: string;
  readonly createdAt: Date;
};

export async function claimDeliveries(
  db: pg.Pool | pg.PoolClient,
  limits: ClaimLimits,
  now: Date,
): Promise<ClaimedDelivery[]> {
  const { total, perSubscription, inFlight, leaseMs } = limits;
  const leaseId = newId();
  const { rows } = await db.query<Row>({
    name: "claim-webhook-deliveries",
    text: CLAIM,
    values: [
      total,
      perSubscription,
      [...inFlight.keys()],
      [...inFlight.values()],
      now,
      leaseId,
      new Date(now.getTime() + leaseMs),
    ],
  });
  return rows.map(({ attempts, earlierAttempts, record, createdAt, ...delivery }) => ({
    ...delivery,
    leaseId,
    body: deliveryBody({ ...delivery, record, createdAt: createdAt.toISOString() }),
    number: attempts + 1,
    numberSinceReplay: attempts + 1 - earlierAttempts,
  }));
}

/** Returns the same bytes in every attempt. `record` is JSON text. */
export function deliveryBody({ id, event, createdAt, test, record }: DeliveredEvent): string {
  const head = { id, event, createdAt, ...(test && { test }) };
  return `${JSON.stringify(head).slice(0, -1)},"data":${record}}`;
}
