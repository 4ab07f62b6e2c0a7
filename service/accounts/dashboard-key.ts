/** The key that stands for the dashboard's own requests in the ledger: listed and revocable, but no text of it exists. */
import type pg from "pg";
import { DASHBOARD_KEY } from "@/lib/contract/account-keys";
import { newId } from "@/service/store/new-id";

/** Undefined when the workspace has one that works: it has never more than one. */
export async function insertDashboardKey(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  at: Date,
): Promise<string | undefined> {
  const id = newId();
  const { rowCount } = await db.query(
    `insert into api_keys (id, workspace_id, name, prefix, dashboard, created_at) values ($1, $2, $3, '', true, $4)
     on conflict (workspace_id) where dashboard and revoked_at is null do nothing`,
    [id, workspaceId, DASHBOARD_KEY, at],
  );
  return rowCount === 1 ? id : undefined;
}
