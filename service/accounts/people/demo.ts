/**
 * Creates the demo account, which lets a user of this machine look around without registering. It owns the demo
 * workspace, is shared by all its users, and has no password.
 */
import type pg from "pg";
import { createKey } from "@/service/accounts/keys";
import { insertWorkspace, type WorkspaceMember } from "@/service/accounts/workspaces";
import { inTransaction } from "@/service/store/transaction";
import { insertMember, insertPerson } from "./register";

/** No one can own this name (RFC 2606), nor register it here. */
export const DEMO_EMAIL = "demo@dealflow.example";
const DEMO_NAME = "Demo analyst";
const WORKSPACE = "Demo";
const CREDITS = 25_000;
const KEY = "Demo";

/** Creates the missing parts; of two concurrent programs only one does. Returns the demo key if it is new. */
export async function ensureDemoAccount(db: pg.Pool | pg.PoolClient, at: Date): Promise<string | undefined> {
  return inTransaction(db, async (client) => {
    const personId = await insertPerson(client, { email: DEMO_EMAIL, name: DEMO_NAME, confirmed: true }, at, true);
    if (personId === undefined) return undefined;
    const { id } = await insertWorkspace(client, { name: WORKSPACE, credits: CREDITS, at, plan: "paid" });
    await insertMember(client, id, personId, "owner", at);
    return (await createKey(client, id, KEY, at)).key;
  });
}

/** Returns undefined when there is none. */
export async function findDemoAccount(db: pg.Pool | pg.PoolClient): Promise<WorkspaceMember | undefined> {
  const { rows } = await db.query<{ personId: string; workspaceId: string }>(
    `select u.id as "personId", m.workspace_id as "workspaceId" from users u join members m on m.user_id = u.id
     where u.demo order by m.joined_at limit 1`,
  );
  return rows[0];
}
