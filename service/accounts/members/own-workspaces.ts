/** Workspaces that people create besides their first one, and their names. */

import { WORKSPACE_LIMITS } from "@dealflow/contract/account-people";
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";
import { AccountError } from "../account-error";
import { insertMember } from "../people/register";
import { insertWorkspace } from "../workspaces";
import { lockPerson } from "./locks";

/** One more workspace of a person, without credits; returns its id. Throws `AccountError`. */
export async function createOwnWorkspace(pool: pg.Pool, personId: string, name: string, at: Date): Promise<string> {
  return inTransaction(pool, async (client) => {
    await lockPerson(client, personId);
    await checkWorkspaceLimit(client, personId);
    const { id } = await insertWorkspace(client, { name, credits: 0, at });
    await insertMember(client, id, personId, "owner", at);
    return id;
  });
}

/** Call it under the person's lock. Throws `AccountError`. */
export async function checkWorkspaceLimit(client: pg.PoolClient, personId: string): Promise<void> {
  const { rows } = await client.query<{ number: number }>("select count(*) as number from members where user_id = $1", [
    personId,
  ]);
  if ((rows[0]?.number ?? 0) >= WORKSPACE_LIMITS.perPerson)
    throw new AccountError(
      "CONFLICT",
      `You can be in at most ${WORKSPACE_LIMITS.perPerson} workspaces. Leave one first.`,
    );
}

export async function renameWorkspace(pool: pg.Pool, workspaceId: string, name: string): Promise<void> {
  await pool.query("update workspaces set name = $2 where id = $1", [workspaceId, name]);
}
