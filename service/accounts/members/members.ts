/** Changes the members of a workspace, and creates people's further workspaces. The last owner stays an owner. */

import { type Member, type Role, WORKSPACE_LIMITS } from "@dealflow/contract/account/people";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import type pg from "pg";
import { queryItems } from "@/service/store/query-items";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { deleteLockedWorkspace } from "../administration/delete-workspace";
import { endPersonConnections } from "../connections";
import { revokePersonKeys } from "../keys";
import { type ListPart, partValues } from "../list-page";
import { insertMember } from "../people/register";
import { insertWorkspace } from "../workspaces";
import { lockPerson, lockPersonThenWorkspace, type Membership, readMembership } from "./locks";

const MISSING = "This person is not a member of the workspace.";

export function listMembers(pool: pg.Pool, workspaceId: string, part?: ListPart): Promise<Member[]> {
  return queryItems(
    pool,
    `select u.id, u.name, u.email, m.role, m.joined_at as "joinedAt"
     from members m join users u on u.id = m.user_id
     where m.workspace_id = $1 and ($3::bigint is null or (m.joined_at, u.id) > (to_timestamp($3 / 1000.0), $4))
     order by m.joined_at, u.id limit $2`,
    [workspaceId, ...partValues(part)],
  );
}

export function getMemberPosition({ id, joinedAt }: Member): CursorPosition {
  return { key: Date.parse(joinedAt), id };
}

/** Adds a member for the operator, without an invitation. Throws `RuleError`. */
export async function addMember(
  pool: pg.Pool,
  workspaceId: string,
  personId: string,
  role: Role,
  at: Date,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPersonThenWorkspace(client, personId, workspaceId);
    await checkCanJoin(client, workspaceId, personId);
    await insertMember(client, workspaceId, personId, role, at);
  });
}

/** Checks that a person can join; call it under both locks. Throws `RuleError`. */
export async function checkCanJoin(client: pg.PoolClient, workspaceId: string, personId: string): Promise<void> {
  const { role, members } = await readMembership(client, workspaceId, personId);
  const most = WORKSPACE_LIMITS.members;
  if (role !== undefined) throw new RuleError("CONFLICT", "This person is already a member of the workspace.");
  if (members >= most) throw new RuleError("CONFLICT", `This workspace is full: the maximum is ${most} members.`);
  await checkWorkspaceLimit(client, personId);
}

/** Changes a role, and revokes the keys that the member created when `revokeKeys` is set. Throws `RuleError`. */
export async function updateRole(
  pool: pg.Pool,
  workspaceId: string,
  personId: string,
  role: Role,
  revokeKeys = false,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPersonThenWorkspace(client, personId, workspaceId);
    const membership = await readMembership(client, workspaceId, personId);
    if (membership.role === undefined) throw new RuleError("NOT_FOUND", MISSING);
    if (membership.role === role) return;
    if (role === "member") {
      checkAnotherOwner(membership);
      await endInvitationsBy(client, workspaceId, personId);
    }
    if (revokeKeys) await revokePersonKeys(client, workspaceId, personId, new Date());
    await client.query("update members set role = $3 where workspace_id = $1 and user_id = $2", [
      workspaceId,
      personId,
      role,
    ]);
  });
}

/**
 * Removes a member. A person left without a workspace gets an empty one at their next sign-in. Throws `RuleError`.
 */
export async function removeMember(
  pool: pg.Pool,
  workspaceId: string,
  personId: string,
  revokeKeys = false,
): Promise<void> {
  await inTransaction(pool, (client) => endMembership(client, workspaceId, personId, revokeKeys));
}

/** Returns the workspace in which the person continues. Throws `RuleError`. */
export async function leaveWorkspace(
  pool: pg.Pool,
  workspaceId: string,
  personId: string,
  revokeKeys = false,
): Promise<string> {
  return inTransaction(pool, async (client) => {
    await endMembership(client, workspaceId, personId, revokeKeys);
    return findOtherWorkspace(client, personId);
  });
}

/**
 * Deletes a workspace in which nobody but the person is, and returns the one in which they continue. Throws
 * `RuleError`.
 */
export async function deleteOwnWorkspace(
  pool: pg.Pool,
  workspaceId: string,
  personId: string,
  now: Date,
): Promise<string> {
  return inTransaction(pool, async (client) => {
    await lockPersonThenWorkspace(client, personId, workspaceId);
    const { role, members } = await readMembership(client, workspaceId, personId);
    if (role === undefined) throw new RuleError("NOT_FOUND", MISSING);
    if (members > 1) throw new RuleError("CONFLICT", "Others are in this workspace. Leave it, or remove them first.");
    await deleteLockedWorkspace(client, workspaceId, now);
    return findOtherWorkspace(client, personId);
  });
}

async function endMembership(
  client: pg.PoolClient,
  workspaceId: string,
  personId: string,
  revokeKeys: boolean,
): Promise<void> {
  await lockPersonThenWorkspace(client, personId, workspaceId);
  const membership = await readMembership(client, workspaceId, personId);
  if (membership.role === undefined) throw new RuleError("NOT_FOUND", MISSING);
  checkAnotherOwner(membership);
  if (revokeKeys) await revokePersonKeys(client, workspaceId, personId, new Date());
  await deleteMembership(client, workspaceId, personId);
}

function checkAnotherOwner({ role, owners }: Membership): void {
  if (role === "owner" && owners === 1)
    throw new RuleError("CONFLICT", "A workspace needs at least one owner. Make someone else an owner first.");
}

/** Deletes the person's data in the workspace, except shared views, which stay without an owner. */
export async function deleteMembership(client: pg.PoolClient, workspaceId: string, personId: string): Promise<void> {
  const both = [workspaceId, personId];
  await client.query("delete from members where workspace_id = $1 and user_id = $2", both);
  await client.query("delete from user_sessions where workspace_id = $1 and user_id = $2", both);
  await client.query("delete from budgets where workspace_id = $1 and user_id = $2", both);
  await client.query("delete from saved_views where workspace_id = $1 and user_id = $2 and not shared", both);
  await client.query("update saved_views set user_id = null where workspace_id = $1 and user_id = $2", both);
  await endInvitationsBy(client, workspaceId, personId);
  await endPersonConnections(client, { personId, workspaceId }, new Date());
}

async function endInvitationsBy(client: pg.PoolClient, workspaceId: string, personId: string): Promise<void> {
  await client.query(
    "update invitations set ended_at = now() where workspace_id = $1 and invited_by = $2 and ended_at is null",
    [workspaceId, personId],
  );
}

/** Returns the workspace that the person joined first. Throws `RuleError` when none is left. */
async function findOtherWorkspace(client: pg.PoolClient, personId: string): Promise<string> {
  const { rows } = await client.query<{ workspace_id: string }>(
    "select workspace_id from members where user_id = $1 order by joined_at, workspace_id limit 1",
    [personId],
  );
  const [next] = rows;
  if (next === undefined) throw new RuleError("CONFLICT", "This is your only workspace. Create another one first.");
  return next.workspace_id;
}

/** Creates one more workspace of a person, without credits, and returns its id. Throws `RuleError`. */
export async function createOwnWorkspace(pool: pg.Pool, personId: string, name: string, at: Date): Promise<string> {
  return inTransaction(pool, async (client) => {
    await lockPerson(client, personId);
    await checkWorkspaceLimit(client, personId);
    const { id } = await insertWorkspace(client, { name, credits: 0, at });
    await insertMember(client, id, personId, "owner", at);
    return id;
  });
}

/** Call it under the person's lock. Throws `RuleError`. */
async function checkWorkspaceLimit(client: pg.PoolClient, personId: string): Promise<void> {
  const { rows } = await client.query<{ number: number }>("select count(*) as number from members where user_id = $1", [
    personId,
  ]);
  if ((rows[0]?.number ?? 0) >= WORKSPACE_LIMITS.perPerson)
    throw new RuleError("CONFLICT", `You can be in at most ${WORKSPACE_LIMITS.perPerson} workspaces. Leave one first.`);
}

export async function renameWorkspace(pool: pg.Pool, workspaceId: string, name: string): Promise<void> {
  await pool.query("update workspaces set name = $2 where id = $1", [workspaceId, name]);
}
