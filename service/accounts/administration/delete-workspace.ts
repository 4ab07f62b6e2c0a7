/** Deletes a workspace for the operator or for the last person in it. Its entries of the ledger stay. */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { endConnections } from "../connections";
import { lockWorkspace } from "../workspaces";

/** Rows of later tables refer to those of earlier ones. Purchases and free deliveries are deleted by a trigger. */
const TABLES = [
  "workspaces",
  "api_keys",
  "user_sessions",
  "members",
  "invitations",
  "budgets",
  "saved_views",
  "watched_companies",
  "inbox_positions",
  "inbox_items",
  "mcp_connections",
  "webhook_subscriptions",
  "bulk_purchases",
  "record_reports",
  "idempotent_answers",
] as const;

/** Deletes everything of the workspace but its entries of the ledger, which are append-only. Its members keep their accounts. */
export async function deleteWorkspace(pool: pg.Pool, workspaceId: string, now: Date): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockWorkspace(client, workspaceId);
    await deleteLockedWorkspace(client, workspaceId, now);
  });
}

export async function deleteLockedWorkspace(client: pg.PoolClient, workspaceId: string, now: Date): Promise<void> {
  await endConnections(client, now, "workspace_id = $2", workspaceId);
  for (const table of TABLES.toReversed())
    await client.query(`delete from ${table} where ${table === "workspaces" ? "id" : "workspace_id"} = $1`, [
      workspaceId,
    ]);
}
