/**
 * Saved views of a workspace, as one of its people sees them: what is shared, and what is theirs alone. Nobody else's are
 * ever told from views that do not exist.
 */
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
/** Whose eyes see what is kept of a workspace. */
export interface Seeing {
  readonly workspaceId: string;
  readonly personId: string;
}

/** Beside every condition: `$1` is the workspace, `$2` the person. */
const SEEN = "workspace_id = $1 and (shared or user_id = $2)";
const BY_NAME = "order by lower(name), id";

export async function listViews(
  db: pg.Pool | pg.PoolClient,
  seeing: Seeing,
  ids?: readonly string[],
): Promise<SavedView[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from saved_views where ${SEEN} and ($3::uuid[] is null or id = any($3)) ${BY_NAME}`,
    [seeing.workspaceId, seeing.personId, ids ?? null],
  );
  return rows.map(viewOf);
}

/** The views that show the rows of one address, by name. */
export async function viewsAt(
  pool: pg.Pool,
  { workspaceId, personId }: Seeing,
  feed: string | null,
  query: string,
): Promise<SavedView[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from saved_views where ${SEEN} and feed = $3 and query = $4 ${BY_NAME}`,
    [workspaceId, personId, feed, query],
  );
  return rows.map(viewOf);
}

/** The first views by name, and how many there are in all. */
export async function firstViews(
  pool: pg.Pool,
  { workspaceId, personId }: Seeing,
): Promise<{ views: SavedView[]; number: number }> {
  const { rows } = await pool.query<Row & { number: number }>(
    `select ${COLUMNS}, count(*) over () as number from saved_views where ${SEEN} ${BY_NAME} limit $3`,
    [workspaceId, personId, SHELF_VIEWS],
  );
  return { views: rows.map(viewOf), number: rows[0]?.number ?? 0 };
}

/** The id that is asked for as `$3`, else `$4`: who takes one of a view that they do not see is not told that it is there. */
const FREE_ID = `case when $3::uuid is null or exists (
  select from saved_views v where v.workspace_id = $1 and v.id = $3 and not v.shared and v.user_id is distinct from $2
) then $4::uuid else $3 end`;

/** All of them or none: a name that is taken, or one too many, undoes the rest. Throws `NotKept`. */
export async function addViews(
  pool: pg.Pool,
  seeing: Seeing,
  drafts: readonly ViewDraft[],
  now: Date,
): Promise<SavedView[]> {
  const { workspaceId, personId } = seeing;
  return inTransaction(pool, async (client) => {
    await lockWorkspace(client, workspaceId);
    await expectRoom(client, seeing, drafts.length);
    const added: SavedView[] = [];
    for (const draft of drafts) {
      const { rows: made } = await client.query<Row>(
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

/** Throws `NotKept` when the person would see more views than there may be. */
async function expectRoom(client: pg.PoolClient, { workspaceId, personId }: Seeing, more: number): Promise<void> {
  const { rows } = await client.query<{ number: number }>(`select count(*) as number from saved_views where ${SEEN}`, [
    workspaceId,
    personId,
  ]);
  if ((rows[0]?.number ?? 0) + more > SAVED_LIMITS.views) throw new NotKept("full");
}

/** One more view that everybody sees; those that somebody sees alone may be so many besides. */
async function expectRoomToShare(client: pg.PoolClient, workspaceId: string, id: string): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    "select count(*) as number from saved_views where workspace_id = $1 and shared and id <> $2",
    [workspaceId, id],
  );
  if ((rows[0]?.number ?? 0) >= SAVED_LIMITS.views) throw new NotKept("full");
}

/**
 * Throws `NotKept`: only who made a shared view can take it from the others; whoever does so with one that has no maker
 * becomes it.
 *
 * @param version the one that was seen; undefined for a change that needs none
 */
export async function changeView(
  pool: pg.Pool,
  seeing: Seeing,
  id: string,
  change: ViewChange,
  version: number | undefined,
  now: Date,
): Promise<SavedView> {
  if (change.shared !== true) return changeIn(pool, seeing, id, change, version, now);
  return inTransaction(pool, async (client) => {
    await lockWorkspace(client, seeing.workspaceId);
    await expectRoomToShare(client, seeing.workspaceId, id);
    return changeIn(client, seeing, id, change, version, now);
  });
}

async function changeIn(
  db: pg.Pool | pg.PoolClient,
  seeing: Seeing,
  id: string,
  { name, query, columns, sort, shared, seen }: ViewChange,
  version: number | undefined,
  now: Date,
): Promise<SavedView> {
  try {
    const { rows } = await db.query<Row>(
      `update saved_views set name = coalesce($4, name), query = coalesce($5, query),
         columns = case when $6 then $7 else columns end, sort = case when $8 then $9 else sort end,
         shared = coalesce($10, shared), user_id = coalesce(user_id, case when $10 = false then $2 end),
         last_seen_at = case when $11 then greatest(last_seen_at, $12::timestamptz) else last_seen_at end,
         version = version + case when $3::integer is null then 0 else 1 end
       where ${SEEN} and id = $13 and version = coalesce($3, version)
         and ($10 is distinct from false or user_id is null or user_id = $2) returning ${COLUMNS}`,
      [
        seeing.workspaceId,
        seeing.personId,
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
    if (rows[0] !== undefined) return viewOf(rows[0]);
  } catch (error) {
    if (isUniqueViolation(error)) throw new NotKept("taken", name);
    throw error;
  }
  const [there] = await listViews(db, seeing, [id]);
  if (there === undefined) throw new NotKept("missing");
  throw new NotKept(shared === false && there.version === version ? "theirs" : "changed", there.name);
}

/** False when there was none. */
export async function removeView(pool: pg.Pool, { workspaceId, personId }: Seeing, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(`delete from saved_views where ${SEEN} and id = $3`, [
    workspaceId,
    personId,
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
