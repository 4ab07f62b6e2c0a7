/**
 * Admits waiting deliveries. A metered record is paid for once, just before it is first sent, in the transaction that
 * admits every delivery of its event: after a crash both have happened or neither, and retries and replays cost
 * nothing.
 */

import {
  WEBHOOK_CHARGE_ENDPOINT,
  WEBHOOK_FEED_NAMES,
  WEBHOOK_LIMITS,
  type WebhookEventName,
  type WebhookMode,
  webhooksAddress,
} from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { BudgetReached } from "@/service/credits/charge";
import { chargeIn } from "@/service/credits/debit";
import { SOURCES } from "@/service/feed/feeds";
import { purchasesSince } from "@/service/feed/purchases/purchased";
import { firstIdAt, newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { WEBHOOK_MODE } from "./subscriptions";

/** This many events of a workspace are admitted, and paid for, together. */
const BATCH = 100;
/** One call admits for this many workspaces. */
const WORKSPACES = 20;
const DAY_MS = 86_400_000;

/** Visits each workspace with waiting deliveries once, by a loose scan of their index. */
const WAITING_WORKSPACES = `
with recursive waiting as (
  (select workspace_id from webhook_deliveries where state = 'waiting' order by workspace_id limit 1)
  union all
  select (select d.workspace_id from webhook_deliveries d
    where d.state = 'waiting' and d.workspace_id > v.workspace_id order by d.workspace_id limit 1)
  from waiting v where v.workspace_id is not null
)
select w.id from waiting v join workspaces w on w.id = v.workspace_id
where not w.blocked and ${WEBHOOK_MODE} <> 'off' and w.id <> all($1::uuid[]) limit ${WORKSPACES}`;

const TABLES = Object.entries(WEBHOOK_FEED_NAMES).map(([event, feed]) => [event, SOURCES[feed].table] as const);

/** These are scalar subqueries, because a join could read a whole table. */
const STORED_IDS = TABLES.map(
  ([event, table]) => `when '${event}' then (select id from ${table} where id = w.record_id)`,
);

/**
 * Selects the oldest events first; those whose record is owned need no charge, and pass the others. While an event waits,
 * its record may be merged into another one, which is then the one to pay for, or be removed.
 */
const WAITING_EVENTS = `
select w.*, case w.event ${STORED_IDS.join(" ")} end is not null as "exists"
from (
  select v.event_id as id, v.event, v.record_id, v.first, v.webhooks, p.record_id is not null as owned
  from (
    select d.event_id, e.event, min(d.id::text) as first,
      array_agg(distinct coalesce(nullif(s.description, ''), substring(s.url from '//([^/?#]+)'))) as webhooks,
      case when m.id is null then e.record_id else current_record(m.id) end as record_id
    from webhook_deliveries d join webhook_events e on e.id = d.event_id
    join webhook_subscriptions s on s.id = d.subscription_id
    left join merged_records m on m.id = e.record_id
    where d.workspace_id = $1 and d.state = 'waiting' group by d.event_id, e.event, e.record_id, m.id
  ) v
  left join unnest($2::text[], $3::text[]) k (event, kind) on k.event = v.event
  left join purchased_records p on p.workspace_id = $1 and p.kind = k.kind and p.record_id = v.record_id
    and ($4::timestamptz is null or p.at > $4)
  order by owned desc, v.first limit ${BATCH}
) w
order by w.owned desc, w.first`;

interface WaitingEvent {
  readonly id: string;
  readonly event: WebhookEventName;
  readonly record_id: string;
  /** Each of its webhooks has its description here, or its host where it has none. */
  readonly webhooks: readonly string[];
  readonly owned: boolean;
  readonly exists: boolean;
}

/**
 * Admits deliveries, and returns the workspaces some of whose deliveries keep waiting for credits or a budget.
 * @param held workspaces that are left out
 */
export async function admitDeliveries(
  pool: pg.Pool,
  payOnceDays: number,
  held: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "waiting-webhook-workspaces",
    text: WAITING_WORKSPACES,
    values: [held],
  });
  const stillWaiting: string[] = [];
  for (const { id } of rows)
    if (!(await inTransaction(pool, (client) => admitWorkspace(client, id, payOnceDays, now)))) stillWaiting.push(id);
  return stillWaiting;
}

/** Returns false when credits or a budget did not cover all of it. */
async function admitWorkspace(
  client: pg.PoolClient,
  workspaceId: string,
  payOnceDays: number,
  now: Date,
): Promise<boolean> {
  // Two workers must charge in the order of age, and no purchase may come between.
  const { rows: modes } = await client.query<{ mode: WebhookMode }>(
    `select ${WEBHOOK_MODE} as mode from workspaces w where id = $1 for update skip locked`,
    [workspaceId],
  );
  const [workspace] = modes;
  // A workspace that another transaction has locked is left to the next call, so that the others do not wait.
  if (workspace === undefined) return true;
  const { rows: waiting } = await client.query<WaitingEvent>(WAITING_EVENTS, [
    workspaceId,
    TABLES.map(([event]) => event),
    TABLES.map(([, table]) => table),
    // When records are not paid for once, none counts as owned.
    purchasesSince(payOnceDays, now),
  ]);
  const skipped = waiting.filter(({ exists }) => !exists).map(({ id }) => id);
  const owned = waiting.filter((event) => event.exists && event.owned);
  const unpaid = waiting.filter((event) => event.exists && !event.owned);
  const covered = await cover(client, workspaceId, unpaid, { mode: workspace.mode, payOnceDays, now });
  const admitted = [...owned, ...unpaid.slice(0, covered)].map(({ id }) => id);
  await client.query(
    `update webhook_deliveries set admitted = event_id = any($2::uuid[]),
       state = case when state <> 'waiting' then state when event_id = any($2) then 'pending' else 'skipped' end,
       next_attempt_at = case when state = 'waiting' and event_id = any($2) then $4 else next_attempt_at end
     where workspace_id = $1 and event_id = any($2 || $3::uuid[]) and not admitted`,
    [workspaceId, admitted, skipped, now],
  );
  return covered === unpaid.length;
}

/** Counts how many of these events, from the first, may be sent: included in the plan, or paid for now. */
async function cover(
  client: pg.PoolClient,
  workspaceId: string,
  events: readonly WaitingEvent[],
  { mode, payOnceDays, now }: { readonly mode: WebhookMode; readonly payOnceDays: number; readonly now: Date },
): Promise<number> {
  if (events.length === 0 || mode === "off") return 0;
  const items = toItems(events);
  if (mode === "included") {
    await client.query(
      `insert into purchased_records (workspace_id, kind, record_id, at)
       select distinct $1::uuid, kind, id, $4::timestamptz from unnest($2::text[], $3::uuid[]) item (kind, id)
       on conflict (workspace_id, kind, record_id) do update set at = excluded.at, ledger_id = null`,
      [workspaceId, items.map(({ kind }) => kind), items.map(({ id }) => id), now],
    );
    return events.length;
  }
  const chargeFor = (paid: readonly WaitingEvent[]) =>
    chargeIn(
      client,
      {
        workspaceId,
        keyId: null,
        isDelivery: true,
        requestId: newId(),
        endpoint: WEBHOOK_CHARGE_ENDPOINT,
        view: webhooksAddress([...new Set(paid.flatMap(({ webhooks }) => webhooks))]),
        records: paid.length,
        // It charges as many as credits and the budget cover, and not all or nothing.
        steps: paid.map((_, index) => index + 1),
        once: payOnceDays > 0 ? { items: toItems(paid), since: purchasesSince(payOnceDays, now) } : undefined,
        feed: SOURCES.funding.table,
        limit: undefined,
      },
      now,
    );
  try {
    await client.query("savepoint before_charge");
    const { records } = await chargeFor(events);
    if (records === 0 || records === events.length) return records;
    // The ledger cannot be changed, and its entry would name the webhooks of events that were not paid for.
    await client.query("rollback to savepoint before_charge");
    return (await chargeFor(events.slice(0, records))).records;
  } catch (error) {
    if (error instanceof BudgetReached) return 0;
    throw error;
  }
}

function toItems(events: readonly WaitingEvent[]) {
  return events.map(({ event, record_id: id }) => ({ kind: SOURCES[WEBHOOK_FEED_NAMES[event]].table, id }));
}

/** Expires deliveries that have waited for 30 days. */
export async function expireWaitingDeliveries(pool: pg.Pool, now: Date): Promise<void> {
  const oldest = firstIdAt(now.getTime() - WEBHOOK_LIMITS.waitingDays * DAY_MS);
  await pool.query("update webhook_deliveries set state = 'expired' where state = 'waiting' and id < $1", [oldest]);
}
