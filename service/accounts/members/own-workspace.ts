/** Workspaces that people make: theirs from the first moment, with the key that stands for the dashboard. */
import type pg from "pg";
import { WORKSPACE_LIMITS } from "@/lib/contract/account-people";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { createDashboardKey } from "../keys";
import { Refused } from "../refused";
import { lockPerson } from "./locks";

/** Makes an empty workspace that this person owns, inside the caller's transaction; returns its id. */
export async function makeWorkspaceOf(
  client: pg.PoolClient,
  personId: string,
  name: string,
  at: Date,
): Promise<string> {
  const id = newId();
  await client.query("insert into workspaces (id, name, created_at) values ($1, $2, $3)", [id, name, at]);
  await client.query("insert into members (workspace_id, user_id, role, joined_at) values ($1, $2, 'owner', $3)", [
    id,
    personId,
    at,
  ]);
  await createDashboardKey(client, id, at);
  return id;
}

/** One more workspace of a person, without credits; returns its id. Throws `Refused`. */
export async function addWorkspace(pool: pg.Pool, personId: string, name: string, at: Date): Promise<string> {
  return inTransaction(pool, async (client) => {
    await lockPerson(client, personId);
    await expectRoomForWorkspace(client, personId);
    return makeWorkspaceOf(client, personId, name, at);
  });
}

/** To be asked under the person's lock. Throws `Refused`. */
export async function expectRoomForWorkspace(client: pg.PoolClient, personId: string): Promise<void> {
  const { rows } = await client.query<{ number: number }>("select count(*) as number from members where user_id = $1", [
    personId,
  ]);
  if ((rows[0]?.number ?? 0) >= WORKSPACE_LIMITS.ofPerson)
    throw new Refused("CONFLICT", `a person is in at most ${WORKSPACE_LIMITS.ofPerson} workspaces; leave one first`);
}

/** How a workspace is called that was made for somebody who did not name one. */
export function workspaceNameOf(personName: string): string {
  return `${personName}'s workspace`;
}

export async function renameWorkspace(pool: pg.Pool, workspaceId: string, name: string): Promise<void> {
  await pool.query("update workspaces set name = $2 where id = $1", [workspaceId, name]);
}
