/**
 * Serializes changes that must not race - the last owner of a workspace, the last workspace of a person: locks the
 * person's row first, then the workspace's.
 */

import type { Role } from "@dealflow/contract/account/people";
import type pg from "pg";
import { RuleError } from "@/service/store/rule-error";
import { lockWorkspace } from "../workspaces";

export async function lockPersonThenWorkspace(
  client: pg.PoolClient,
  personId: string,
  workspaceId: string,
): Promise<void> {
  await lockPerson(client, personId);
  await lockWorkspace(client, workspaceId);
}

export async function lockPerson(client: pg.PoolClient, personId: string): Promise<void> {
  await client.query("select from users where id = $1 for no key update", [personId]);
}

export type Membership = Awaited<ReturnType<typeof readMembership>>;

/** Reads who is in a workspace, and the person's role, which is undefined for a non-member; call it under its lock. */
export async function readMembership(client: pg.PoolClient, workspaceId: string, personId: string) {
  const { rows } = await client.query<{ role: Role | null; owners: number; members: number }>(
    `select max(role) filter (where user_id = $2) as role, count(*) filter (where role = 'owner') as owners,
       count(*) as members
     from members where workspace_id = $1`,
    [workspaceId, personId],
  );
  const [row] = rows;
  return { role: row?.role ?? undefined, owners: row?.owners ?? 0, members: row?.members ?? 0 };
}

export function notOwner(): RuleError {
  return new RuleError("FORBIDDEN", "Only owners of this workspace can do that.");
}
