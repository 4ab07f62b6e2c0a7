/**
 * Reads and saves a workspace's views for one of its people: the shared ones and their own. Views of others are
 * indistinguishable from views that do not exist.
 */

import { SAVED_LIMITS, type SavedView, type ViewChange, type ViewDraft } from "@dealflow/contract/account/saved";
import { SHELF_VIEWS } from "@dealflow/contract/account/saved-counts";
import { FEEDS } from "@dealflow/contract/feeds";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { quote } from "@dealflow/contract/query/quote";
import { webhookEventName } from "@dealflow/contract/webhook-events";
import type pg from "pg";
import { queryKeys } from "@/service/records/match-keys";
import { newId } from "@/service/store/new-id";
import { queryItems } from "@/service/store/query-items";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction, isUniqueViolation } from "@/service/store/transaction";
import { lockWorkspace, type WorkspaceMember } from "./workspaces";

const COLUMNS = `id, name, feed, query, columns, sort, shared, last_seen_at as "lastSeenAt", created_at as "createdAt", version`;

/** Every condition includes this one: `$1` is the workspace, `$2` the person. */
const IS_VISIBLE = "workspace_id = $1 and (shared or user_id = $2)";
/** Owners of the workspace may change and delete the shared views of others. */
const IS_EDITABLE = `(user_id = $2
  or exists (select from members m where m.workspace_id = $1 and m.user_id = $2 and m.role = 'owner'))`;
const BY_NAME = "order by lower(name), id";

export function listViews(
  db: pg.Pool | pg.PoolClient,
  scope: WorkspaceMember,
  ids?: readonly string[],
): Promise<SavedView[]> {
  return queryItems(
    db,
    `select ${COLUMNS} from saved_views where ${IS_VISIBLE} and ($3::uuid[] is null or id = any($3)) ${BY_NAME}`,
    [scope.workspaceId, scope.personId, ids ?? null],
  );
}

export function listViewsByQuery(
  pool: pg.Pool,
  { workspaceId, personId }: WorkspaceMember,
  feed: string | null,
  query: string,
): Promise<SavedView[]> {
  return queryItems(
    pool,
    `select ${COLUMNS} from saved_views where ${IS_VISIBLE} and feed = $3 and query = $4 ${BY_NAME}`,
    [workspaceId, personId, feed, query],
  );
}

/** Returns the first views by name, and the total number. */
export async function listFirstViews(
  pool: pg.Pool,
  { workspaceId, personId }: WorkspaceMember,
): Promise<{ views: SavedView[]; number: number }> {
  const rows = await queryItems<SavedView & { number: number }>(
    pool,
    `select ${COLUMNS}, count(*) over () as number from saved_views where ${IS_VISIBLE} ${BY_NAME} limit $3`,
    [workspaceId, personId, SHELF_VIEWS],
  );
  return { views: rows.map(({ number: _, ...view }) => view), number: rows[0]?.number ?? 0 };
}

/** The id is `$3` when it is free, else `$4`: using the id of an invisible view does not reveal that it exists. */
const FREE_ID = `case when $3::uuid is null or exists (
  select from saved_views v where v.workspace_id = $1 and v.id = $3 and not v.shared and v.user_id is distinct from $2
) then $4::uuid else $3 end`;

/** Creates all views or none: a taken name, or one too many, undoes the rest. Throws `RuleError`. */
export async function createViews(
  db: pg.Pool | pg.PoolClient,
  scope: WorkspaceMember,
  drafts: readonly ViewDraft[],
  now: Date,
): Promise<SavedView[]> {
  const { workspaceId, personId } = scope;
  return inTransaction(db, async (client) => {
    await lockWorkspace(client, workspaceId);
    await checkViewLimit(client, drafts.length, IS_VISIBLE, workspaceId, personId);
    const added: SavedView[] = [];
    for (const draft of drafts) {
      const [view] = await queryItems<SavedView>(
        client,
        `insert into saved_views
           (workspace_id, user_id, id, name, feed, query, columns, sort, shared, last_seen_at, created_at)
         values ($1, $2, ${FREE_ID}, $5, $6, $7, $8, $9, $10, least($11, $13::timestamptz), least($12, $13::timestamptz))
         on conflict do nothing returning ${COLUMNS}`,
        [
          workspaceId,
          personId,
          draft.id ?? null,
          newId(),
          draft.name,
          draft.feed,
          draft.query,
          draft.columns,
          draft.sort,
          draft.shared,
          // The day of a stated time, so that counts of new events do not disclose when each was discovered.
          draft.lastSeenAt === undefined ? now : new Date(new Date(draft.lastSeenAt).setUTCHours(0, 0, 0, 0)),
          draft.createdAt ?? now,
          now,
        ],
      );
      if (view === undefined) throw nameTaken(draft.name);
      await writeViewKeys(client, workspaceId, view);
      added.push(view);
    }
    return added;
  });
}

/** Throws `RuleError` when so many more views than the condition selects would exceed the limit. */
async function checkViewLimit(
  client: pg.PoolClient,
  more: number,
  condition: string,
  ...values: readonly string[]
): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    `select count(*) as number from saved_views where ${condition}`,
    [...values],
  );
  if ((rows[0]?.number ?? 0) + more > SAVED_LIMITS.views) throw limitReached(SAVED_LIMITS.views);
}

/**
 * Throws `RuleError`: only its creator and owners can change a view, and only its creator can make a shared
 * view private; doing so with one that has no creator makes the person its creator.
 *
 * @param version the expected one; undefined for a change that needs none
 */
export async function updateView(
  pool: pg.Pool,
  scope: WorkspaceMember,
  id: string,
  change: ViewChange,
  version: number | undefined,
  now: Date,
): Promise<SavedView> {
  if (change.shared !== true && change.query === undefined) return applyChange(pool, scope, id, change, version, now);
  return inTransaction(pool, async (client) => {
    if (change.shared === true) {
      await lockWorkspace(client, scope.workspaceId);
      // Private ones have another limit.
      await checkViewLimit(client, 1, "workspace_id = $1 and shared and id <> $2", scope.workspaceId, id);
    }
    const view = await applyChange(client, scope, id, change, version, now);
    if (change.query !== undefined) await writeViewKeys(client, scope.workspaceId, view);
    return view;
  });
}

async function applyChange(
  db: pg.Pool | pg.PoolClient,
  scope: WorkspaceMember,
  id: string,
  { name, query, columns, sort, shared, seen }: ViewChange,
  version: number | undefined,
  now: Date,
): Promise<SavedView> {
  try {
    const [view] = await queryItems<SavedView>(
      db,
      `update saved_views set name = coalesce($4, name), query = coalesce($5, query),
         columns = case when $6 then $7 else columns end, sort = case when $8 then $9 else sort end,
         shared = coalesce($10, shared), user_id = coalesce(user_id, case when $10 = false then $2 end),
         last_seen_at = case when $11 then greatest(last_seen_at, $12::timestamptz) else last_seen_at end,
         version = version + case when $3::integer is null then 0 else 1 end
       where ${IS_VISIBLE} and id = $13 and version = coalesce($3, version)
         and ($10 is distinct from false or user_id is null or user_id = $2)
         and ($3::integer is null or ${IS_EDITABLE}) returning ${COLUMNS}`,
      [
        scope.workspaceId,
        scope.personId,
        version ?? null,
        name ?? null,
        query ?? null,
        columns !== undefined,
        columns ?? null,
        sort !== undefined,
        sort ?? null,
        shared ?? null,
        seen === true,
        now,
        id,
      ],
    );
    if (view !== undefined) return view;
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(name);
    throw error;
  }
  const [current] = await listViews(db, scope, [id]);
  if (current === undefined) throw viewMissing();
  if (current.version !== version) throw changedElsewhere(current.name);
  if (shared !== false) throw viewOfAnother(current.name);
  throw new RuleError("FORBIDDEN", `only the creator of ${quote(current.name)} can stop sharing it`);
}

export function changedElsewhere(name: string): RuleError {
  return new RuleError("CONFLICT", `${quote(name)} was changed elsewhere; reload it`);
}

export function limitReached(most: number): RuleError {
  return new RuleError("CONFLICT", `a workspace can have at most ${most} of these; remove some first`);
}

function nameTaken(name = ""): RuleError {
  return new RuleError("CONFLICT", `a view named ${quote(name)} already exists`);
}

function viewMissing(): RuleError {
  return new RuleError("NOT_FOUND", "this view no longer exists");
}

function viewOfAnother(name: string): RuleError {
  return new RuleError("FORBIDDEN", `only the creator of ${quote(name)} and owners can change or delete it`);
}

/** Throws `RuleError`. */
export async function deleteView(pool: pg.Pool, scope: WorkspaceMember, id: string): Promise<void> {
  const { rowCount } = await pool.query(`delete from saved_views where ${IS_VISIBLE} and id = $3 and ${IS_EDITABLE}`, [
    scope.workspaceId,
    scope.personId,
    id,
  ]);
  if (rowCount === 1) return;
  const [current] = await listViews(pool, scope, [id]);
  throw current === undefined ? viewMissing() : viewOfAnother(current.name);
}

/** Writes the keys in the transaction that saves the view. */
async function writeViewKeys(
  client: pg.PoolClient,
  workspaceId: string,
  { id, feed, query }: Pick<SavedView, "id" | "feed" | "query">,
): Promise<void> {
  const event = webhookEventName(feed);
  const { canonical, issues } = parseFeedQuery(FEEDS[feed], new URLSearchParams(query), getListReader);
  // A feed without events, and a query that is not valid, have no keys.
  const keys = event === undefined || issues.length > 0 ? [] : queryKeys(event, canonical.query);
  await client.query("delete from view_match_keys where workspace_id = $1 and view_id = $2", [workspaceId, id]);
  await client.query(
    "insert into view_match_keys (match_key, workspace_id, view_id) select key, $2, $3 from unnest($1::text[]) k (key)",
    [keys, workspaceId, id],
  );
}
