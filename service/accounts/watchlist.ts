/** Stores the companies that a workspace watches, each with a note. */

import { SAVED_LIMITS, type WatchDraft, type WatchedCompany } from "@dealflow/contract/account/saved";
import type pg from "pg";
import { queryItems } from "@/service/store/query-items";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { changedElsewhere, limitReached } from "./views";
import { lockWorkspace } from "./workspaces";

const COLUMNS = `company_id as id, name, domain, note, added_at as "addedAt", version`;

/** Lists the newest first. */
export function listWatched(pool: pg.Pool, workspaceId: string): Promise<WatchedCompany[]> {
  return queryItems(
    pool,
    `select ${COLUMNS} from watched_companies where workspace_id = $1 order by added_at desc, company_id`,
    [workspaceId],
  );
}

export async function countWatched(pool: pg.Pool, workspaceId: string): Promise<number> {
  const { rows } = await pool.query<{ number: number }>(
    "select count(*) as number from watched_companies where workspace_id = $1",
    [workspaceId],
  );
  return rows[0]?.number ?? 0;
}

export async function findWatched(
  pool: pg.Pool,
  workspaceId: string,
  companyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: "watched-companies",
    text: "select company_id as id from watched_companies where workspace_id = $1 and company_id = any($2::uuid[])",
    values: [workspaceId, companyIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Adds all companies or none. One that is watched already keeps its note and date; of one that was merged into another, that one
 * is watched. Throws `RuleError`.
 */
export async function addToWatchlist(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  drafts: readonly WatchDraft[],
  now: Date,
): Promise<WatchedCompany[]> {
  return inTransaction(db, async (client) => {
    await lockWorkspace(client, workspaceId);
    const { rows } = await client.query<{ company_id: string }>(
      "select company_id from watched_companies where workspace_id = $1",
      [workspaceId],
    );
    const all = new Set([...rows.map((row) => row.company_id), ...drafts.map((draft) => draft.id.toLowerCase())]);
    if (all.size > SAVED_LIMITS.companies) throw limitReached(SAVED_LIMITS.companies);
    const watched: WatchedCompany[] = [];
    for (const { id, name, domain, note = "", addedAt } of drafts) {
      const inserted = await queryItems<WatchedCompany>(
        client,
        `insert into watched_companies (workspace_id, company_id, name, domain, note, added_at)
         values ($1, current_record($2), $3, $4, $5, least($6, $7::timestamptz))
         on conflict (workspace_id, company_id) do update set name = excluded.name, domain = excluded.domain
         returning ${COLUMNS}`,
        [workspaceId, id, name, domain, note, addedAt ?? now, now],
      );
      watched.push(...inserted);
    }
    return watched;
  });
}

/** Throws `RuleError`. @param version the expected one */
export async function updateNote(
  pool: pg.Pool,
  workspaceId: string,
  id: string,
  note: string,
  version: number,
): Promise<WatchedCompany> {
  const [changed] = await queryItems<WatchedCompany>(
    pool,
    `update watched_companies set note = $4, version = version + 1
     where workspace_id = $1 and company_id = $2 and version = $3 returning ${COLUMNS}`,
    [workspaceId, id, version, note],
  );
  if (changed !== undefined) return changed;
  const current = (await listWatched(pool, workspaceId)).find((company) => company.id === id.toLowerCase());
  if (current === undefined) throw new RuleError("NOT_FOUND", "this company no longer exists");
  throw changedElsewhere(current.name);
}

export async function removeFromWatchlist(pool: pg.Pool, workspaceId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query("delete from watched_companies where workspace_id = $1 and company_id = $2", [
    workspaceId,
    id,
  ]);
  return rowCount === 1;
}
