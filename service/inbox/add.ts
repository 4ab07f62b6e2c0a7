/** Adds new events to the inboxes of the workspaces that they concern, in the transaction that stores them. */

import { factsAt } from "@dealflow/contract/facts";
import type pg from "pg";
import type { CreatedEvent } from "@/service/records/match-keys";
import { matchViews, type ViewMatch } from "./match-views";

/** The companies of an event, the one that it is about first. */
const PARTIES: Readonly<Record<CreatedEvent["event"], readonly string[]>> = {
  "funding.created": ["company"],
  "acquisition.created": ["target", "acquirer"],
  "exec_move.created": ["company", "fromCompany"],
};

interface Party {
  /** Null: unresolved. */
  readonly id: string | null;
  readonly name: string;
}

/** One event in the inbox of one workspace. */
interface Item {
  readonly workspaceId: string;
  readonly created: CreatedEvent;
  readonly viewIds: string[];
  readonly companyIds: string[];
}

/** The same events as webhooks are sent for. */
export async function addToInboxes(client: pg.ClientBase, created: readonly CreatedEvent[], now: Date): Promise<void> {
  if (created.length === 0) return;
  const items = collect(await matchViews(client, created), await matchWatched(client, created));
  if (items.length === 0) return;
  const positions = await takePositions(client, items);
  const placed = items.map((item) => {
    const company = companyOf(item);
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
  const views = placed.flatMap(({ viewIds, ...item }) => viewIds.map((id) => ({ ...item, id })));
  const companies = placed.flatMap(({ companyIds, ...item }) => companyIds.map((id) => ({ ...item, id })));
  // Locked, because a view deleted since it was found would undo the import.
  if (views.length > 0)
    await client.query(
      `insert into inbox_matches (workspace_id, position, view_id)
       select m.workspace_id, m.position, m.id from unnest($1::uuid[], $2::bigint[], $3::uuid[]) m (workspace_id, position, id)
         join saved_views v on v.workspace_id = m.workspace_id and v.id = m.id for key share of v`,
      [views.map(({ workspaceId }) => workspaceId), views.map(({ position }) => position), views.map(({ id }) => id)],
    );
  if (companies.length > 0)
    await client.query(
      `insert into inbox_matches (workspace_id, position, company_id)
       select m.workspace_id, m.position, m.id from unnest($1::uuid[], $2::bigint[], $3::uuid[]) m (workspace_id, position, id)
         join watched_companies w on w.workspace_id = m.workspace_id and w.company_id = m.id for key share of w`,
      [
        companies.map(({ workspaceId }) => workspaceId),
        companies.map(({ position }) => position),
        companies.map(({ id }) => id),
      ],
    );
}

interface WatchMatch {
  readonly created: CreatedEvent;
  readonly workspaceId: string;
  readonly companyId: string;
}

async function matchWatched(client: pg.ClientBase, created: readonly CreatedEvent[]): Promise<WatchMatch[]> {
  const involved = created.flatMap((one) => partiesOf(one).flatMap(({ id }) => (id === null ? [] : [{ one, id }])));
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

/** One item for each event and workspace, in the order of the events. */
function collect(views: readonly ViewMatch[], watched: readonly WatchMatch[]): Item[] {
  const items = new Map<string, Item>();
  const itemOf = (workspaceId: string, created: CreatedEvent): Item => {
    const key = `${created.record.id} ${workspaceId}`;
    const item = items.get(key) ?? { workspaceId, created, viewIds: [], companyIds: [] };
    items.set(key, item);
    return item;
  };
  for (const { workspaceId, created, viewId } of views) itemOf(workspaceId, created).viewIds.push(viewId);
  for (const { workspaceId, created, companyId } of watched) itemOf(workspaceId, created).companyIds.push(companyId);
  return [...items.values()].sort((a, b) => a.created.record.id.localeCompare(b.created.record.id));
}

/**
 * The first free position of each workspace, whose counter stays locked until the transaction ends; in order of
 * workspace, so that two transactions never wait for each other.
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

/** The watched one, where there is one: who else takes part in the event is in its record. */
function companyOf({ created, companyIds }: Item): Party {
  const parties = partiesOf(created);
  return parties.find(({ id }) => id !== null && companyIds.includes(id)) ?? parties[0] ?? { id: null, name: "" };
}

function partiesOf({ event, record }: CreatedEvent): Party[] {
  return PARTIES[event].flatMap((party) => {
    const [id] = factsAt(record, `${party}.id`);
    const [name] = factsAt(record, `${party}.name`);
    return typeof name === "string" ? [{ id: typeof id === "string" ? id : null, name }] : [];
  });
}
