/** Represents the dashboard's own requests in the ledger by a key that is listed and revocable, but has no text. */

import { DASHBOARD_KEY } from "@dealflow/contract/account/keys";
import type pg from "pg";
import { newId } from "@/service/store/new-id";

/** Returns undefined when the workspace already has an active one: there is never more than one. */
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
