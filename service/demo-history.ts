/**
 * Gives the demo workspace a history, so that each page shows what it is for: purchases, saved views, watched companies,
 * a webhook and an inbox. Everything is made by the functions that people's requests use, at times relative to now.
 */

import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { TIMELINE_ENDPOINT } from "@dealflow/contract/timeline";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_FEED_NAMES, type WebhookEventName } from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { PAGES, pageAddress } from "@/lib/filters/pages";
import { ensureDemoAccount, findDemoAccount } from "./accounts/people/demo";
import { createViews } from "./accounts/views";
import { addToWatchlist } from "./accounts/watchlist";
import type { WorkspaceMember } from "./accounts/workspaces";
import type { RecordKey } from "./credits/charge";
import { chargeIn } from "./credits/debit";
import { SOURCES } from "./feed/feeds";
import { joinClauses, Values } from "./feed/sources/source";
import { addToInboxes } from "./inbox/add";
import { markInboxRead, readInboxState } from "./inbox/items";
import type { CreatedEvent } from "./records/match-keys";
import { newId } from "./store/new-id";
import { inTransaction } from "./store/transaction";
import { type ClaimedDelivery, claimDeliveries } from "./webhooks/claim";
import { publishEvents } from "./webhooks/outbox";
import { recordAttempts } from "./webhooks/record-attempts";
import { parseSelection } from "./webhooks/selections";
import { createWebhook } from "./webhooks/subscriptions";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The account was made this long ago. */
const AGE_DAYS = 42;
/** The views were last looked at, and the inbox was last read, this long ago. */
const UNSEEN_DAYS = 4;
/** Events since then are in the inbox and were delivered. */
const INBOX_DAYS = 10;
/** This many of the last deliveries are not accepted. */
const FAILING = 3;

const VIEWS = [
  {
    name: "Seed and Series A, Europe",
    feed: "funding",
    query: "round=seed&round=series-a&countries=CH&countries=DE&countries=ES&countries=FR&countries=GB&countries=NL",
  },
  { name: "Software, North America", feed: "funding", query: "naicsCode=51&countries=CA&countries=US" },
  { name: "C-level moves, United States", feed: "execMoves", query: "roleSeniority=c_level&countries=US" },
] as const satisfies readonly { name: string; feed: FeedName; query: string }[];

const NOTES = ["Intro through Nora, call after the round closes", "Ask for the deck in January", "Watch for a new CFO"];

const WEBHOOK = {
  /** Loopback addresses are refused unless an operator allows them, and even then nothing leaves this machine. */
  url: "https://127.0.0.1:8443/deal-desk",
  description: "Deal desk",
  event: "funding.created",
  query: "countries=US",
} as const;

/** The setting names what was made, so that it can be removed. */
const SETTING = "demo history";

/**
 * Creates the demo account unless there is one, in one transaction with its history. It has none next to other
 * workspaces, whose webhooks and inboxes the events of the past must not reach.
 *
 * @param first whether the demo data was loaded for the first time
 * @returns the demo key if it is new
 */
export async function createDemoAccount(pool: pg.Pool, now: Date, first: boolean): Promise<string | undefined> {
  return inTransaction(pool, async (client) => {
    const { rowCount: others } = await client.query("select from workspaces limit 1");
    const withHistory = first && others === 0;
    const key = await ensureDemoAccount(client, withHistory ? new Date(now.getTime() - AGE_DAYS * DAY_MS) : now);
    const demo = key !== undefined && withHistory ? await findDemoAccount(client) : undefined;
    if (demo !== undefined) await addHistory(client, demo, now);
    return key;
  });
}

async function addHistory(client: pg.PoolClient, demo: WorkspaceMember, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const views = await createViews(
    client,
    demo,
    VIEWS.map((view) => ({
      ...view,
      query: canonical(view.feed, view.query).text,
      columns: null,
      sort: null,
      shared: true,
      createdAt: ago(AGE_DAYS - 2).toISOString(),
      lastSeenAt: ago(UNSEEN_DAYS).toISOString(),
    })),
    now,
  );
  // Events that are delivered must not have been bought.
  const webhook = await addDeliveries(client, demo, now);
  await addPurchases(client, demo, now);
  const watched = await watchCompanies(client, demo, now);
  await fillInbox(client, demo, now);
  await client.query("insert into settings (name, value) values ($1, $2)", [
    SETTING,
    JSON.stringify({ workspaceId: demo.workspaceId, views: views.map(({ id }) => id), webhook, watched }),
  ]);
}

/** Removes what was made, and neither what people added to the workspace nor the ledger, which only grows. */
export async function removeDemoHistory(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{
      value: { workspaceId: string; views: string[]; webhook: string; watched: string[] };
    }>("delete from settings where name = $1 returning value", [SETTING]);
    for (const { workspaceId, views, webhook, watched } of rows.map(({ value }) => value)) {
      await client.query("delete from webhook_subscriptions where workspace_id = $1 and id = $2", [
        workspaceId,
        webhook,
      ]);
      await client.query("delete from inbox_items where workspace_id = $1", [workspaceId]);
      await client.query("delete from saved_views where workspace_id = $1 and id = any($2::uuid[])", [
        workspaceId,
        views,
      ]);
      await client.query("delete from watched_companies where workspace_id = $1 and company_id = any($2::uuid[])", [
        workspaceId,
        watched,
      ]);
    }
  });
}

function canonical(feed: FeedName, query: string) {
  return parseFeedQuery(FEEDS[feed], new URLSearchParams(query), getListReader).canonical;
}

/** Reveals the newest rows of a view that are not owned on working days, and returns to them on some. */
async function addPurchases(client: pg.PoolClient, demo: WorkspaceMember, now: Date): Promise<void> {
  const keyId = await dashboardKey(client, demo.workspaceId);
  let turn = 0;
  for (let days = AGE_DAYS - 3; days >= UNSEEN_DAYS; days -= 1) {
    const at = new Date(now.getTime() - days * DAY_MS - (turn % 3) * HOUR_MS);
    if ([0, 6].includes(at.getUTCDay())) continue;
    const saved = VIEWS[turn % VIEWS.length] ?? VIEWS[0];
    const { feed, query } = saved;
    const { table } = SOURCES[feed];
    const count = 4 + ((turn * 5) % 7);
    const items = (await listUnowned(client, demo, saved, at, count)).map((id) => ({ kind: table, id }));
    const view = pageAddress(feed, canonical(feed, query).text);
    const charge = { demo, keyId, endpoint: FEEDS[feed].endpoint, view, feed: table };
    await buy(client, { ...charge, items }, at);
    if (turn % 3 === 2) await buy(client, { ...charge, items }, new Date(at.getTime() + HOUR_MS));
    turn += 1;
  }
  // The ledger is in the order of time, and the last of the other purchases may be an hour after this day began.
  for (const [index, id] of (await companiesWithEvents(client, demo)).entries()) {
    const at = new Date(now.getTime() - UNSEEN_DAYS * DAY_MS + (index + 2) * HOUR_MS);
    const items = await timelineItems(client, id, at);
    await buy(
      client,
      { demo, keyId, endpoint: TIMELINE_ENDPOINT, view: `${PAGES.companies}/${id}`, feed: "companies", items },
      at,
    );
  }
}

interface Bought {
  readonly demo: WorkspaceMember;
  readonly keyId: string;
  readonly endpoint: string;
  readonly view: string;
  readonly feed: string;
  readonly items: readonly RecordKey[];
}

async function buy(client: pg.PoolClient, { demo, items, ...rest }: Bought, at: Date): Promise<void> {
  if (items.length === 0) return;
  await chargeIn(
    client,
    { ...demo, ...rest, requestId: newId(), records: items.length, once: { items, since: null }, limit: undefined },
    at,
  );
}

async function dashboardKey(client: pg.PoolClient, workspaceId: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select id from api_keys where workspace_id = $1 and dashboard and revoked_at is null",
    [workspaceId],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("the demo workspace has no key of the dashboard");
  return id;
}

/** Returns the newest records of a view at that time that are not owned. */
async function listUnowned(
  client: pg.PoolClient,
  { workspaceId }: WorkspaceMember,
  { feed, query }: (typeof VIEWS)[number],
  at: Date,
  count: number,
): Promise<string[]> {
  const free = toFreeQuery(feed, { ...canonical(feed, query).query, until: at.toISOString() });
  const { table, buildQuery } = SOURCES[feed];
  const { relation, selective, filters, range } = buildQuery(free.query, undefined, 0);
  const values = new Values();
  const from = relation(values);
  const condition = joinClauses([...selective, ...filters, ...range], values);
  const { rows } = await client.query<{ id: string }>(
    `select id from ${from} r where ${condition} and not exists (
       select from purchased_records p
       where p.workspace_id = ${values.add(workspaceId)} and p.kind = ${values.add(table)} and p.record_id = r.id)
     order by announced_at desc, id desc limit ${values.add(count)}`,
    [...values.list],
  );
  return rows.map(({ id }) => id);
}

/** Returns owned companies that are in the news most. */
async function companiesWithEvents(client: pg.PoolClient, { workspaceId }: WorkspaceMember): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select e.company_id as id from purchased_records p join funding_events e on e.id = p.record_id
     where p.workspace_id = $1 and p.kind = 'funding_events' and e.company_id is not null
     group by 1 order by (select count(*) from funding_events o where o.company_id = e.company_id) desc, 1 limit 2`,
    [workspaceId],
  );
  return rows.map(({ id }) => id);
}

/** Returns the company and its events until then. */
async function timelineItems(client: pg.PoolClient, companyId: string, at: Date): Promise<RecordKey[]> {
  const { rows } = await client.query<RecordKey>(
    `select 'companies' as kind, $1::uuid as id
     union all select 'funding_events', id from funding_events where company_id = $1 and announced_at <= $2
     union all select 'acquisitions', id from acquisitions
       where (acquirer_id = $1 or target_id = $1) and announced_at <= $2
     union all select 'exec_moves', id from exec_moves
       where (company_id = $1 or from_company_id = $1) and announced_at <= $2`,
    [companyId, at],
  );
  return rows;
}

/** Watches the bought companies that were in the news last. */
async function watchCompanies(client: pg.PoolClient, { workspaceId }: WorkspaceMember, now: Date): Promise<string[]> {
  const { rows } = await client.query<{ id: string; name: string; domain: string | null }>(
    `select c.id, c.name, c.domain from companies c join funding_events e on e.company_id = c.id
     where c.id in (select o.company_id from purchased_records p join funding_events o on o.id = p.record_id
       where p.workspace_id = $1 and p.kind = 'funding_events' and p.ledger_id is not null)
     group by c.id order by max(e.announced_at) desc, c.id limit $2`,
    [workspaceId, NOTES.length],
  );
  const addedAt = new Date(now.getTime() - (AGE_DAYS - 4) * DAY_MS).toISOString();
  const drafts = rows.map((company, index) => ({ ...company, note: NOTES[index] ?? "", addedAt }));
  await addToWatchlist(client, workspaceId, drafts, now);
  return rows.map(({ id }) => id);
}

/** Returns the events that were discovered between these instants, as imports would have added them. */
async function eventsBetween(
  client: pg.PoolClient,
  events: readonly WebhookEventName[],
  from: Date,
  to: Date,
): Promise<(CreatedEvent & { readonly discoveredAt: Date })[]> {
  const selects = events.map((event) => {
    const { table } = SOURCES[WEBHOOK_FEED_NAMES[event]];
    return `select '${event}' as event, id, record, discovered_at from ${table} where discovered_at > $1 and discovered_at <= $2`;
  });
  const { rows } = await client.query<{ event: WebhookEventName; record: string; discovered_at: Date }>(
    `${selects.join(" union all ")} order by discovered_at, id`,
    [from, to],
  );
  return rows.map(({ event, record, discovered_at: discoveredAt }) => ({
    event,
    record: JSON.parse(record),
    discoveredAt,
  }));
}

async function fillInbox(client: pg.PoolClient, demo: WorkspaceMember, now: Date): Promise<void> {
  for (let days = INBOX_DAYS; days > 0; days -= 1) {
    const [from, to] = [new Date(now.getTime() - days * DAY_MS), new Date(now.getTime() - (days - 1) * DAY_MS)];
    await addToInboxes(client, await eventsBetween(client, WEBHOOK_EVENT_NAMES, from, to), to);
    if (days === UNSEEN_DAYS + 1) await markInboxRead(client, demo, (await readInboxState(client, demo)).latest);
  }
}

/**
 * Adds a webhook whose deliveries arrived, except the last, which are tried again. Their retries end within two days, so
 * the webhook is not disabled for failing for five. Returns its id.
 */
async function addDeliveries(client: pg.PoolClient, { workspaceId }: WorkspaceMember, now: Date): Promise<string> {
  const { event, query, ...target } = WEBHOOK;
  const selection = parseSelection({ event, query });
  if ("problem" in selection) throw new Error(selection.problem);
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const draft = { ...target, selections: [selection] };
  const { webhook } = await createWebhook(client, workspaceId, draft, ago(AGE_DAYS - 2));
  for (const one of await eventsBetween(client, [event], ago(INBOX_DAYS), now))
    await publishEvents(client, [one], one.discoveredAt);
  const limits = { total: 1_000, perSubscription: 1_000, inFlight: new Map(), leaseMs: DAY_MS };
  const claimed = await claimDeliveries(client, limits, now);
  const deliveries = claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const attempt = (delivery: ClaimedDelivery, status: number, responseBody: string) => {
    const startedAt = new Date(JSON.parse(delivery.body).createdAt);
    const endedAt = new Date(startedAt.getTime() + 180);
    const result = { error: null, status, responseBody, responseTruncated: false, retryAfter: undefined, random: 0.5 };
    return { delivery, startedAt, endedAt, requestHeaders: {}, ...result };
  };
  const arrived = deliveries.slice(0, -FAILING).map((delivery) => attempt(delivery, 200, "ok"));
  const failed = deliveries.slice(-FAILING).map((delivery) => attempt(delivery, 503, "Moving to another host."));
  for (const attempts of [arrived, failed]) if (attempts.length > 0) await recordAttempts(client, attempts);
  return webhook.id;
}
