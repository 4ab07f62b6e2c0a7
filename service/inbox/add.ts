/** Adds new events to the inboxes of the workspaces that they concern, in the transaction that stores them. */

import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { naicsAncestry, resolveNaics } from "@dealflow/contract/query/naics";
import { factsAt } from "@dealflow/contract/records/facts";
import type pg from "pg";
import { matcher } from "@/lib/filters/predicate";
import { type CreatedEvent, findMatches } from "@/service/records/match-keys";
import { together } from "@/service/store/batching";

/** The event's main company comes first. */
const PARTIES: Readonly<Record<CreatedEvent["event"], readonly string[]>> = {
  "funding.created": ["company"],
  "acquisition.created": ["target", "acquirer"],
  "exec_move.created": ["company", "fromCompany"],
};

interface Party {
  readonly id: string | null;
  readonly name: string;
}

interface Item {
  readonly workspaceId: string;
  readonly created: CreatedEvent;
  readonly viewIds: string[];
  readonly companyIds: string[];
}

/** Adds the same events as webhooks are sent for. */
export async function addToInboxes(client: pg.ClientBase, created: readonly CreatedEvent[], now: Date): Promise<void> {
  if (created.length === 0) return;
  const [inViews, watched] = await together(
    client,
    () => matchViews(client, created),
    () => matchWatched(client, created),
  );
  const items = collect(inViews, watched);
  if (items.length === 0) return;
  const positions = await takePositions(client, items);
  const placed = items.map((item) => {
    const company = getCompany(item);
    const position = positions.get(item.workspaceId) ?? 0;
    positions.set(item.workspaceId, position + 1);
    return { ...item, company, position, announcedAt: String(factsAt(item.created.record, "announcedAt")[0]) };
  });
  await client.query(
    `insert into inbox_items (workspace_id, position, event, record_id, company_id, company_name, announced_at, added_at)
     select *, $8 from unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[])`,
    [
      placed.map(({ workspaceId }) => workspaceId),
      placed.map(({ position }) => position),
      placed.map(({ created: { event } }) => event),
      placed.map(({ created: { record } }) => record.id),
      placed.map(({ company }) => company.id),
      placed.map(({ company }) => company.name),
      placed.map(({ announcedAt }) => announcedAt),
      now,
    ],
  );
  await insertMatches(
    client,
    { column: "view_id", table: "saved_views", key: "id" },
    placed.flatMap(({ viewIds, ...item }) => viewIds.map((id) => ({ ...item, id }))),
  );
  await insertMatches(
    client,
    { column: "company_id", table: "watched_companies", key: "company_id" },
    placed.flatMap(({ companyIds, ...item }) => companyIds.map((id) => ({ ...item, id }))),
  );
}

/** Rows that match are locked, because one deleted since it was found would undo the import. */
async function insertMatches(
  client: pg.ClientBase,
  { column, table, key }: Readonly<Record<"column" | "table" | "key", string>>,
  found: readonly { readonly workspaceId: string; readonly position: number; readonly id: string }[],
): Promise<void> {
  if (found.length === 0) return;
  await client.query(
    `insert into inbox_matches (workspace_id, position, ${column})
     select f.workspace_id, f.position, f.id from unnest($1::uuid[], $2::bigint[], $3::uuid[]) f (workspace_id, position, id)
       join ${table} t on t.workspace_id = f.workspace_id and t.${key} = f.id for key share of t`,
    [found.map(({ workspaceId }) => workspaceId), found.map(({ position }) => position), found.map(({ id }) => id)],
  );
}

interface WatchMatch {
  readonly created: CreatedEvent;
  readonly workspaceId: string;
  readonly companyId: string;
}

async function matchWatched(client: pg.ClientBase, created: readonly CreatedEvent[]): Promise<WatchMatch[]> {
  const involved = created.flatMap((one) => getParties(one).flatMap(({ id }) => (id === null ? [] : [{ one, id }])));
  if (involved.length === 0) return [];
  const { rows } = await client.query<{ workspace_id: string; company_id: string }>(
    "select workspace_id, company_id from watched_companies where company_id = any($1::uuid[])",
    [[...new Set(involved.map(({ id }) => id))]],
  );
  const watching = new Map<string, string[]>();
  for (const { company_id: id, workspace_id: by } of rows) watching.set(id, [...(watching.get(id) ?? []), by]);
  return involved.flatMap(({ one, id }) =>
    (watching.get(id) ?? []).map((workspaceId) => ({ created: one, workspaceId, companyId: id })),
  );
}

/** Makes one item for each event and workspace, in the order of the events. */
function collect(views: readonly ViewMatch[], watched: readonly WatchMatch[]): Item[] {
  const items = new Map<string, Item>();
  const createItem = (workspaceId: string, created: CreatedEvent): Item => {
    const key = `${created.record.id} ${workspaceId}`;
    const item = items.get(key) ?? { workspaceId, created, viewIds: [], companyIds: [] };
    items.set(key, item);
    return item;
  };
  for (const { workspaceId, created, viewId } of views) createItem(workspaceId, created).viewIds.push(viewId);
  for (const { workspaceId, created, companyId } of watched)
    createItem(workspaceId, created).companyIds.push(companyId);
  return [...items.values()].sort((a, b) => a.created.record.id.localeCompare(b.created.record.id));
}

/**
 * Returns the first free position of each workspace, whose counter stays locked until the transaction ends. Workspaces
 * are in order, so that two transactions never wait for each other.
 */
async function takePositions(client: pg.ClientBase, items: readonly Item[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { workspaceId } of items) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
  const { rows } = await client.query<{ workspace_id: string; last: number }>(
    `insert into inbox_positions (workspace_id, last)
     select workspace_id, count from unnest($1::uuid[], $2::bigint[]) c (workspace_id, count) order by workspace_id
     on conflict (workspace_id) do update set last = inbox_positions.last + excluded.last
     returning workspace_id, last`,
    [[...counts.keys()], [...counts.values()]],
  );
  return new Map(rows.map(({ workspace_id: id, last }) => [id, last - (counts.get(id) ?? 0) + 1]));
}

/** Returns the watched company when there is one: the record names the event's other parties. */
function getCompany({ created, companyIds }: Item): Party {
  const parties = getParties(created);
  return parties.find(({ id }) => id !== null && companyIds.includes(id)) ?? parties[0] ?? { id: null, name: "" };
}

function getParties({ event, record }: CreatedEvent): Party[] {
  return PARTIES[event].flatMap((party) => {
    const [id] = factsAt(record, `${party}.id`);
    const [name] = factsAt(record, `${party}.name`);
    return typeof name === "string" ? [{ id: typeof id === "string" ? id : null, name }] : [];
  });
}

interface ViewMatch {
  readonly created: CreatedEvent;
  readonly workspaceId: string;
  readonly viewId: string;
}

interface StoredView {
  readonly key: string;
  readonly workspace_id: string;
  readonly id: string;
  readonly feed: FeedName;
  readonly query: string;
}

const STORED_VIEWS = `select k.match_key as key, v.workspace_id, v.id, v.feed, v.query
  from unnest($1::text[]) wanted (key)
    join view_match_keys k on k.match_key = wanted.key
    join saved_views v on v.workspace_id = k.workspace_id and v.id = k.view_id`;

async function matchViews(client: pg.ClientBase, created: readonly CreatedEvent[]): Promise<ViewMatch[]> {
  const found = await findMatches<StoredView>(created, {
    read: async (keys) => (await client.query(STORED_VIEWS, [keys])).rows,
    readId: (view) => `${view.workspace_id} ${view.id}`,
    readText: (view) => `${view.feed}?${view.query}`,
    createPredicate,
  });
  return found.flatMap(({ one, matches }) =>
    matches.map((view) => ({ created: one, workspaceId: view.workspace_id, viewId: view.id })),
  );
}

/** Nobody owns a new event, and that it matches is free to know: a view matches by previews, and one with a text nothing. */
function createPredicate(view: StoredView): (record: unknown) => boolean {
  const feed = FEEDS[view.feed];
  const { canonical, issues } = parseFeedQuery(feed, new URLSearchParams(view.query), getListReader);
  const free = toFreeQuery(view.feed, canonical.query);
  if (issues.length > 0 || free.ownedOnly) return () => false;
  const matches = matcher(feed, free.query, CLASSIFICATION);
  return (record) => matches(record) === true;
}

const CLASSIFICATION = { resolve: resolveNaics, ancestry: naicsAncestry };
