/** Who belongs to a workspace: listed, given another role, removed, leaving. The last owner stays an owner. */
import type pg from "pg";
import { type Member, type Role, WORKSPACE_LIMITS } from "@/lib/contract/account-people";
import type { CursorPosition } from "@/lib/contract/cursor";
import { inTransaction } from "@/service/store/transaction";
import { type ListPart, partValues } from "../list-page";
import { insertMember } from "../people/register";
import { Refused } from "../refused";
import { lockPersonThenWorkspace, type Standing, standingIn } from "./locks";
import { expectRoomForWorkspace } from "./own-workspace";

const MISSING = "This person is no member of the workspace.";

/** In the order in which they came; all of them, or a part. */
export async function listMembers(pool: pg.Pool, workspaceId: string, part?: ListPart): Promise<Member[]> {
  const { rows } = await pool.query<Omit<Member, "joinedAt"> & { joinedAt: Date }>(
    `select u.id, u.name, u.email, m.role, m.joined_at as "joinedAt"
     from members m join users u on u.id = m.user_id
     where m.workspace_id = $1 and ($3::bigint is null or (m.joined_at, u.id) > (to_timestamp($3 / 1000.0), $4))
     order by m.joined_at, u.id limit $2`,
    [workspaceId, ...partValues(part)],
  );
  return rows.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() }));
}

/** Where a member stands in that list. */
export function positionOfMember({ id, joinedAt }: Member): CursorPosition {
  return { key: Date.parse(joinedAt), id };
}

/** By the operator's word, without an invitation. Throws `Refused`. */
export async function addMember(
  pool: pg.Pool,
  workspaceId: string,
  personId: string,
  role: Role,
  at: Date,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPersonThenWorkspace(client, personId, workspaceId);
    await expectPlaceFor(client, workspaceId, personId);
    await insertMember(client, workspaceId, personId, role, at);
  });
}

/** Whether somebody can come in, asked under both locks. Throws `Refused`. */
export async function expectPlaceFor(client: pg.PoolClient, workspaceId: string, personId: string): Promise<void> {
  const { role, members } = await standingIn(client, workspaceId, personId);
  const most = WORKSPACE_LIMITS.members;
  if (role !== undefined) throw new Refused("CONFLICT", "This person is a member of the workspace already.");
  if (members >= most) throw new Refused("CONFLICT", `A workspace has at most ${most} members, and this one is full.`);
  await expectRoomForWorkspace(client, personId);
}

/** Throws `Refused`. */
export async function changeRole(pool: pg.Pool, workspaceId: string, personId: string, role: Role): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPersonThenWorkspace(client, personId, workspaceId);
    const standing = await standingIn(client, workspaceId, personId);
    if (standing.role === undefined) throw new Refused("NOT_FOUND", MISSING);
    if (standing.role === role) return;
    if (role === "member") {
      expectAnotherOwner(standing);
      await endInvitationsBy(client, workspaceId, personId);
    }
    await client.query("update members set role = $3 where workspace_id = $1 and user_id = $2", [
      workspaceId,
      personId,
      role,
    ]);
  });
}

/** Whoever has no other workspace gets an empty one when they sign in the next time. Throws `Refused`. */
export async function removeMember(pool: pg.Pool, workspaceId: string, personId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPersonThenWorkspace(client, personId, workspaceId);
    const standing = await standingIn(client, workspaceId, personId);
    if (standing.role === undefined) throw new Refused("NOT_FOUND", MISSING);
    expectAnotherOwner(standing);
    await takeOut(client, workspaceId, personId);
  });
}

/** Returns the workspace of the person's in which they go on. Throws `Refused`. */
export async function leaveWorkspace(pool: pg.Pool, workspaceId: string, personId: string): Promise<string> {
  return inTransaction(pool, async (client) => {
    await lockPersonThenWorkspace(client, personId, workspaceId);
    const standing = await standingIn(client, workspaceId, personId);
    if (standing.role === undefined) throw new Refused("NOT_FOUND", MISSING);
    expectAnotherOwner(standing);
    await takeOut(client, workspaceId, personId);
    const next = await anotherOf(client, personId);
    if (next === undefined) throw new Refused("CONFLICT", "This is your only workspace: make another one first.");
    return next;
  });
}

function expectAnotherOwner({ role, owners }: Standing): void {
  if (role === "owner" && owners === 1)
    throw new Refused("CONFLICT", "A workspace has at least one owner: make somebody else an owner first.");
}

/** Of what is theirs in the workspace nothing stays: what they shared is everybody's, the rest goes with them. */
async function takeOut(client: pg.PoolClient, workspaceId: string, personId: string): Promise<void> {
  const both = [workspaceId, personId];
  await client.query("delete from members where workspace_id = $1 and user_id = $2", both);
  await client.query("delete from user_sessions where workspace_id = $1 and user_id = $2", both);
  await client.query("delete from budgets where workspace_id = $1 and user_id = $2", both);
  await client.query("delete from saved_views where workspace_id = $1 and user_id = $2 and not shared", both);
  await client.query("update saved_views set user_id = null where workspace_id = $1 and user_id = $2", both);
  await endInvitationsBy(client, workspaceId, personId);
}

/** Nobody comes in by the word of somebody who has no say any more. */
async function endInvitationsBy(client: pg.PoolClient, workspaceId: string, personId: string): Promise<void> {
  await client.query(
    "update invitations set ended_at = now() where workspace_id = $1 and invited_by = $2 and ended_at is null",
    [workspaceId, personId],
  );
}

/** The one that they have been in for longest. */
async function anotherOf(client: pg.PoolClient, personId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ workspace_id: string }>(
    "select workspace_id from members where user_id = $1 order by joined_at, workspace_id limit 1",
    [personId],
  );
  return rows[0]?.workspace_id;
}
