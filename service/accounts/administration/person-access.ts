/** Keeps people out and lets them in again, for the operator. */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { createPersonalLink } from "../people/links";
import { deleteSessions } from "../people/sessions";

/**
 * Disables or enables a person. While disabled they cannot sign in, and the keys and MCP connections that they made do not
 * work, in any process after a second. Enabling brings all of it back except the sessions, which end. Returns false when the person
 * was in that state.
 */
export async function setDisabled(pool: pg.Pool, personId: string, disabled: boolean, now: Date): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      "update users set disabled_at = $2, updated_at = $3 where id = $1 and (disabled_at is null) <> ($2::timestamptz is null)",
      [personId, disabled ? now : null, now],
    );
    if (disabled) await deleteSessions(client, personId);
    return rowCount === 1;
  });
}

/** Creates a link that sets a password once, for the operator to pass on; earlier ones no longer work. */
export async function createResetLink(
  pool: pg.Pool,
  { personId, dashboardUrl }: { readonly personId: string; readonly dashboardUrl: string },
  now: Date,
): Promise<string> {
  await pool.query("delete from user_verifications where value = $1 and identifier like 'reset %'", [personId]);
  return createPersonalLink(pool, "reset", { personId, dashboardUrl }, now);
}
