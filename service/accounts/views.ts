/** Saved views of a workspace. Nobody else's are ever told from views that do not exist. */
import type pg from "pg";
import type { FeedName } from "@/lib/contract/feeds";
import { SAVED_LIMITS, type SavedView, type ViewChange, type ViewDraft } from "@/lib/contract/saved";
import { SHELF_VIEWS } from "@/lib/contract/saved-counts";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { NotKept } from "./not-kept";
import { lockWorkspace } from "./workspaces";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly feed: FeedName;
  readonly query: string;
  readonly columns: string | null;
  readonly sort: string | null;
  readonly shared: boolean;
  readonly last_seen_at: Date;
  readonly created_at: Date;
  readonly version: number;
}

const COLUMNS = "id, name, feed, query, columns, sort, shared, last_seen_at, created_at, version";
const BY_NAME = "order by lower(name), id";

export async function listViews(pool: pg.Pool, workspaceId: string, ids?: readonly string[]): Promise<SavedView[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from saved_views where workspace_id = $1 and ($2::uuid[] is null or id = any($2)) ${BY_NAME}`,
    [workspaceId, ids ?? null],
  );
  return rows.map(viewOf);
}

/** The views that show the rows of one address, by name. */
export async function viewsAt(
  pool: pg.Pool,
  workspaceId: string,
  feed: string | null,
  query: string,
): Promise<SavedView[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from saved_views where workspace_id = $1 and feed = $2 and query = $3 ${BY_NAME}`,
    [workspaceId, feed, query],
  );
  return rows.map(viewOf);
}

/** The first views by name, and how many there are in all. */
export async function firstViews(pool: pg.Pool, workspaceId: string): Promise<{ views: SavedView[]; number: number }> {
  const { rows } = await pool.query<Row & { number: number }>(
    `select ${COLUMNS}, count(*) over () as number from saved_views where workspace_id = $1 ${BY_NAME} limit $2`,
    [workspaceId, SHELF_VIEWS],
  );
  return { views: rows.map(viewOf), number: rows[0]?.number ?? 0 };
}

/** All of them or none: a name that is taken, or one too many, undoes the rest. Throws `NotKept`. */
export async function addViews(
  pool: pg.Pool,
  workspaceId: string,
  drafts: readonly ViewDraft[],
  now: Date,
): Promise<SavedView[]> {
  return inTransaction(pool, async (client) => {
    await lockWorkspace(client, workspaceId);
    const { rows } = await client.query<{ number: number }>(
      "select count(*) as number from saved_views where workspace_id = $1",
      [workspaceId],
    );
    if ((rows[0]?.number ?? 0) + drafts.length > SAVED_LIMITS.views) throw new NotKept("full");
    const added: SavedView[] = [];
    for (const draft of drafts) {
      const id = draft.id ?? newId();
      const { rows: made } = await client.query<Row>(
        `insert into saved_views (workspace_id, id, name, feed, query, columns, sort, shared, last_seen_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, least($9, $11::timestamptz), least($10, $11::timestamptz))
         on conflict do nothing returning ${COLUMNS}`,
        [
          workspaceId,
          id,
          draft.name,
          draft.feed,
          draft.query,
          draft.columns,
          draft.sort,
          draft.shared,
          draft.lastSeenAt ?? now,
          draft.createdAt ?? now,
          now,
        ],
      );
      const [row] = made;
      if (row === undefined) throw new NotKept("taken", draft.name);
      added.push(viewOf(row));
    }
    return added;
  });
}

/** Throws `NotKept`. @param version the one that was seen; undefined for a change that needs none */
export async function changeView(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
  { name, query, columns, sort, shared, seen }: ViewChange,
  version: number | undefined,
  now: Date,
): Promise<SavedView> {
  try {
    const { rows } = await pool.query<Row>(
      `update saved_views set name = coalesce($4, name), query = coalesce($5, query),
         columns = case when $6 then $7 else columns end, sort = case when $8 then $9 else sort end,
         shared = coalesce($10, shared),
         last_seen_at = case when $11 then greatest(last_seen_at, $12::timestamptz) else last_seen_at end,
         version = version + case when $3::integer is null then 0 else 1 end
       where workspace_id = $1 and id = $2 and version = coalesce($3, version) returning ${COLUMNS}`,
      [
        workspaceId,
        id,
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
      ],
    );
    if (rows[0] !== undefined) return viewOf(rows[0]);
  } catch (error) {
    if (isUniqueViolation(error)) throw new NotKept("taken", name);
    throw error;
  }
  const [there] = await listViews(pool, workspaceId, [id]);
  throw there === undefined ? new NotKept("missing") : new NotKept("changed", there.name);
}

/** False when there was none. */
export async function removeView(pool: pg.Pool, workspaceId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query("delete from saved_views where workspace_id = $1 and id = $2", [
    workspaceId,
    id,
  ]);
  return rowCount === 1;
}

function viewOf({ last_seen_at, created_at, ...row }: Row): SavedView {
  const { id, name, feed, query, columns, sort, shared, version } = row;
  const [lastSeenAt, createdAt] = [last_seen_at.toISOString(), created_at.toISOString()];
  return { id, name, feed, query, columns, sort, shared, lastSeenAt, createdAt, version };
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
