/**
 * Implements the transactional outbox: an event and its deliveries commit together with the change that adds the event.
 */

import type { AnyQuery } from "@dealflow/contract/filters";
import { addDays } from "@dealflow/contract/query/days";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { CENT_USD } from "@dealflow/contract/query/free-query";
import { naicsAncestry, resolveNaics } from "@dealflow/contract/query/naics";
import { amountBand } from "@dealflow/contract/records/amount-bands";
import {
  WEBHOOK_FEED_NAMES,
  WEBHOOK_FEEDS,
  WEBHOOK_LIMITS,
  type WebhookEventName,
  type WebhookMode,
} from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { matcher } from "@/lib/filters/predicate";
import { readTraceparent } from "@/lib/monitoring/traceparent";
import { SOURCES } from "@/service/feed/feeds";
import { type CreatedEvent, findMatches } from "@/service/records/match-keys";
import { firstIdAt, newId } from "@/service/store/new-id";
import { dropRowsBefore } from "@/service/store/partitions";
import { WEBHOOK_MODE } from "./subscriptions";

interface Selection {
  readonly key: string;
  readonly event: WebhookEventName;
  readonly query: string;
  readonly subscription_id: string;
  readonly workspace_id: string;
  readonly disabled: boolean;
  readonly mode: Exclude<WebhookMode, "off">;
}

/** Subscriptions are locked, because one deleted meanwhile would undo the import. */
const SELECTIONS = `select k.match_key as key, k.event, e.query, s.id as subscription_id, s.workspace_id,
    s.disabled_at is not null as disabled, ${WEBHOOK_MODE} as mode
  from unnest($1::text[]) wanted (key)
    join webhook_match_keys k on k.match_key = wanted.key
    join webhook_selections e on e.subscription_id = k.subscription_id and e.event = k.event
    join webhook_subscriptions s on s.id = k.subscription_id
    join workspaces w on w.id = s.workspace_id and ${WEBHOOK_MODE} <> 'off'
  for key share of s`;

/**
 * Writes the deliveries of events that were just added, inside the transaction that adds them. Subscriptions that are
 * disabled get theirs too, unsent, so that they can be replayed. Where deliveries are included, the record is owned
 * from now on: it cannot have been bought yet, so no charge of the workspace needs to wait. Metered deliveries wait for
 * payment.
 */
export async function publishEvents(
  client: pg.ClientBase,
  created: readonly CreatedEvent[],
  now: Date,
): Promise<{ deliveries: number }> {
  const matched = await findMatches<Selection>(created, {
    read: async (keys) => (await client.query(SELECTIONS, [keys])).rows,
    readId: (selection) => selection.subscription_id,
    readText: ({ mode, event, query }) => `${mode} ${event}?${query}`,
    createPredicate,
  });
  if (matched.length === 0) return { deliveries: 0 };
  const events = matched.map(({ one }) => ({ ...one, id: newId() }));
  await client.query(
    `insert into webhook_events (id, event, record_id, record, test, created_at)
     select id, event, record_id, record, false, $5
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) e (id, event, record_id, record)`,
    [
      events.map(({ id }) => id),
      events.map(({ event }) => event),
      events.map(({ record }) => record.id),
      events.map(({ record }) => JSON.stringify(record)),
      now,
    ],
  );
  const deliveries = matched.flatMap(({ matches }, index) =>
    matches.map((selection) => ({ ...selection, id: newId(), of: events[index] })),
  );
  await client.query(
    `with d as (
       select *, included and not disabled as admitted
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::boolean[], $6::boolean[], $7::text[], $8::uuid[])
         d (id, workspace_id, subscription_id, event_id, disabled, included, kind, record_id)
     ), owned as (
       insert into purchased_records (workspace_id, kind, record_id, at)
       select distinct workspace_id, kind, record_id, $9::timestamptz from d where admitted
     )
     insert into webhook_deliveries (id, workspace_id, subscription_id, event_id, admitted, state, next_attempt_at, traceparent)
     select id, workspace_id, subscription_id, event_id, admitted,
       case when disabled then 'skipped' when included then 'pending' else 'waiting' end,
       case when admitted then $9::timestamptz end, $10
     from d`,
    [
      deliveries.map(({ id }) => id),
      deliveries.map(({ workspace_id }) => workspace_id),
      deliveries.map(({ subscription_id }) => subscription_id),
      deliveries.map(({ of }) => of?.id),
      deliveries.map(({ disabled }) => disabled),
      deliveries.map(({ mode }) => mode === "included"),
      deliveries.map(({ event }) => SOURCES[WEBHOOK_FEED_NAMES[event]].table),
      deliveries.map(({ of }) => of?.record.id),
      now,
      readTraceparent(),
    ],
  );
  return { deliveries: deliveries.length };
}

/** One statement deletes this many. */
const BATCH = 1_000;

/** Deletes deliveries when all of their month is older than they are kept, and their attempts. */
export async function deleteOldDeliveries(pool: pg.Pool, now: Date): Promise<void> {
  const oldest = firstIdAt(now.getTime() - WEBHOOK_LIMITS.deliveryDays * DAY_MS);
  // Those of a late replay are not old yet, and their month could not be dropped.
  await pool.query("delete from webhook_attempts where delivery_id < $1", [oldest]);
  await dropRowsBefore(pool, "webhook_deliveries", oldest);
}

/** Deletes events that have no deliveries any more. An event never gets more deliveries later. */
export async function deleteEventsWithoutDeliveries(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from webhook_events where id in (
         select e.id from webhook_events e
         where not exists (select from webhook_deliveries d where d.event_id = e.id) limit $1
       )`,
      [BATCH],
    );
    if ((rowCount ?? 0) < BATCH) return;
  }
}

function createPredicate({ mode, event, query }: Selection): (record: unknown) => boolean {
  const feed = WEBHOOK_FEEDS[event];
  const filters = parseFeedQuery(feed, new URLSearchParams(query)).query;
  const matches = matcher(feed, mode === "metered" ? toPreviewEdges(filters) : filters, CLASSIFICATION);
  return (record) => matches(record) === true;
}

const CLASSIFICATION = { resolve: resolveNaics, ancestry: naicsAncestry };
const DAY_MS = 86_400_000;

/**
 * Narrows amounts to whole bands and instants to whole days, so that paid records always match. That a delivery waits is
 * free to know, and so must follow from the record's preview.
 */
function toPreviewEdges(filters: AnyQuery): AnyQuery {
  const { minAmountUsd: minimum, maxAmountUsd: maximum, since, until } = filters;
  const [lowest, highest] = [minimum, maximum].map((usd) => (typeof usd === "number" ? amountBand(usd) : null));
  return {
    ...filters,
    ...(lowest && lowest.minUsd !== minimum && { minAmountUsd: lowest.maxUsd ?? Number.MAX_SAFE_INTEGER }),
    // The amount at which a band begins is in the band.
    ...(highest && { maxAmountUsd: Math.max(0, highest.minUsd - CENT_USD) }),
    ...(typeof since === "string" && isInstant(since) && { since: addDays(since, 1) }),
    ...(typeof until === "string" && isInstant(until) && { until: addDays(until, -1) }),
  };
}

function isInstant(date: string): boolean {
  return date.includes("T");
}
