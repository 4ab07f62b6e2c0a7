/** The transactional outbox: an event and its deliveries commit together with whatever adds the event. */
import type pg from "pg";
import { parseFeedQuery } from "@/lib/contract/feed-query";
import { WEBHOOK_FEEDS, type WebhookEventName } from "@/lib/contract/webhook-events";
import { type MatchResult, matcher } from "@/lib/filters/predicate";
import { type CreatedEvent, recordKeys } from "@/service/records/match-keys";
import { newId } from "@/service/store/new-id";

interface Candidate {
  readonly key: string;
  readonly event: WebhookEventName;
  readonly query: string;
  readonly subscription_id: string;
  readonly workspace_id: string;
  readonly disabled: boolean;
}

/** Locked, because a subscription deleted meanwhile would undo the import. */
const CANDIDATES = `select k.match_key as key, k.event, e.query, s.id as subscription_id, s.workspace_id,
    s.disabled_at is not null as disabled
  from unnest($1::text[]) wanted (key)
    join webhook_match_keys k on k.match_key = wanted.key
    join webhook_selections e on e.subscription_id = k.subscription_id and e.event = k.event
    join webhook_subscriptions s on s.id = k.subscription_id
  for key share of s`;

/**
 * Writes the deliveries of events that were just added, inside the transaction that adds them. Subscriptions that are
 * disabled get theirs too, unsent, so that they can be replayed.
 */
export async function publishEvents(
  client: pg.ClientBase,
  created: readonly CreatedEvent[],
  now: Date,
): Promise<{ deliveries: number }> {
  const matches = await findMatches(client, created);
  if (matches.length === 0) return { deliveries: 0 };
  const events = matches.map(({ one }) => ({ ...one, id: newId() }));
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
  const deliveries = matches.flatMap(({ subscriptions }, index) =>
    subscriptions.map((subscription) => ({ ...subscription, id: newId(), eventId: events[index]?.id })),
  );
  await client.query(
    `insert into webhook_deliveries (id, workspace_id, subscription_id, event_id, state, next_attempt_at)
     select id, workspace_id, subscription_id, event_id, case when disabled then 'skipped' else 'pending' end,
       case when disabled then null else $6::timestamptz end
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::boolean[])
       d (id, workspace_id, subscription_id, event_id, disabled)`,
    [
      deliveries.map(({ id }) => id),
      deliveries.map(({ workspace_id }) => workspace_id),
      deliveries.map(({ subscription_id }) => subscription_id),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ disabled }) => disabled),
      now,
    ],
  );
  return { deliveries: deliveries.length };
}

/** Deleted by one statement. */
const BATCH = 1_000;

/** Deletes events whose deliveries went with their webhooks. An event never gets more deliveries later. */
export async function deleteUndeliveredEvents(pool: pg.Pool): Promise<void> {
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

interface Match {
  readonly one: CreatedEvent;
  readonly subscriptions: readonly Candidate[];
}

/** The events that some subscription selects. */
async function findMatches(client: pg.ClientBase, created: readonly CreatedEvent[]): Promise<Match[]> {
  const keyed = created.map((one) => ({ one, keys: recordKeys(one.event, one.record) }));
  const wanted = [...new Set(keyed.flatMap(({ keys }) => keys))];
  if (wanted.length === 0) return [];
  const { rows } = await client.query<Candidate>(CANDIDATES, [wanted]);
  const tests = new Map(rows.map(({ event, query }) => [`${event}?${query}`, testOf(event, query)]));
  const byKey = new Map<string, Candidate[]>(wanted.map((key) => [key, []]));
  for (const row of rows) byKey.get(row.key)?.push(row);
  return keyed.flatMap(({ one, keys }): Match[] => {
    // Two keys of a deal, by the countries of its two companies, may find one subscription.
    const found = new Map(keys.flatMap((key) => byKey.get(key) ?? []).map((row) => [row.subscription_id, row]));
    const subscriptions = [...found.values()].filter(
      ({ event, query }) => tests.get(`${event}?${query}`)?.(one.record) === true,
    );
    return subscriptions.length === 0 ? [] : [{ one, subscriptions }];
  });
}

function testOf(event: WebhookEventName, query: string): (record: unknown) => MatchResult {
  const feed = WEBHOOK_FEEDS[event];
  return matcher(feed, parseFeedQuery(feed, new URLSearchParams(query)).query);
}
