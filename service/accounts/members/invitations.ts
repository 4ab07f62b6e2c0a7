/**
 * Invites people to a workspace. An invitation is for one address, valid for a week and for one use. There are two
 * links, of whose tokens only the digests are stored: the mailed one proves the address; the one that the owner copies
 * does not.
 */

import {
  type Invitation,
  type InvitationPreview,
  LINK_HOURS,
  type Role,
  WORKSPACE_LIMITS,
} from "@dealflow/contract/account/people";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { queryItems } from "@/service/store/query-items";
import { RuleError } from "@/service/store/rule-error";
import { inTransaction } from "@/service/store/transaction";
import { type ListPart, partValues } from "../list-page";
import { markConfirmed } from "../people/confirmation";
import { insertMember } from "../people/register";
import { generateToken, hashToken } from "../token";
import { lockPersonThenWorkspace, notOwner, readMembership } from "./locks";
import { checkCanJoin } from "./members";

const HOUR_MS = 3_600_000;
const RETENTION_DAYS = 30;
const ENDED_MESSAGE =
  "This invitation was already accepted or withdrawn, or replaced by a newer one. Ask for a new one.";

const IS_OPEN = "ended_at is null and expires_at > $2";

/** Lists invitations that can still be accepted, the newest first. */
export function listInvitations(pool: pg.Pool, workspaceId: string, now: Date, part?: ListPart): Promise<Invitation[]> {
  return queryItems(
    pool,
    `select i.id, i.email, i.role, u.name as "invitedBy", i.expires_at as "expiresAt"
     from invitations i join users u on u.id = i.invited_by
     where i.workspace_id = $1 and ${IS_OPEN}
       and ($4::bigint is null or (i.expires_at, i.id) < (to_timestamp($4 / 1000.0), $5))
     order by i.expires_at desc, i.id desc limit $3`,
    [workspaceId, now, ...partValues(part)],
  );
}

export function getInvitationPosition({ id, expiresAt }: Invitation): CursorPosition {
  return { key: Date.parse(expiresAt), id };
}

/** Ends an earlier invitation of that address, because an address has only one. Throws `RuleError`. */
export async function invite(
  pool: pg.Pool,
  workspaceId: string,
  { email, role, invitedBy }: { readonly email: string; readonly role: Role; readonly invitedBy: string },
  now: Date,
) {
  const [mailedToken, copiedToken] = [generateToken(), generateToken()];
  const id = newId();
  const expiresAt = new Date(now.getTime() + LINK_HOURS.invitation * HOUR_MS);
  return inTransaction(pool, async (client) => {
    await lockPersonThenWorkspace(client, invitedBy, workspaceId);
    // Someone who was removed or demoted while they waited for the locks must not let anyone in.
    if ((await readMembership(client, workspaceId, invitedBy)).role !== "owner") throw notOwner();
    const same = await client.query(
      "select from members m join users u on u.id = m.user_id where m.workspace_id = $1 and lower(u.email) = lower($2)",
      [workspaceId, email],
    );
    if (same.rowCount !== 0) throw new RuleError("CONFLICT", `${email} is already a member of this workspace.`);
    await client.query(
      `update invitations set ended_at = $2
       where workspace_id = $1 and ${IS_OPEN} and lower(email) = lower($3)`,
      [workspaceId, now, email],
    );
    await checkInvitationLimits(client, workspaceId, invitedBy, now);
    const { rows } = await client.query<{ name: string; workspace: string }>(
      `with made as (
         insert into invitations (id, workspace_id, email, role, token_hash, copied_token_hash, invited_by, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $9, $6, $7, $8)
       )
       select u.name, w.name as workspace from users u, workspaces w where u.id = $6 and w.id = $2`,
      [id, workspaceId, email, role, hashToken(mailedToken), invitedBy, now, expiresAt, hashToken(copiedToken)],
    );
    const { name = "", workspace = "" } = rows[0] ?? {};
    const invitation = { id, email, role, invitedBy: name, expiresAt: expiresAt.toISOString() };
    return { invitation, mailedToken, copiedToken, workspace };
  });
}

/** Invitations are limited per sender, across all workspaces. */
async function checkInvitationLimits(
  client: pg.PoolClient,
  workspaceId: string,
  invitedBy: string,
  now: Date,
): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * HOUR_MS);
  const { rows } = await client.query<{ open: number; today: number; first: Date | null }>(
    `select (select count(*) from invitations where workspace_id = $1 and ${IS_OPEN}) as open,
       today.number as today, today.first
     from (
       select count(*) as number, min(created_at) as first from invitations where invited_by = $3 and created_at > $4
     ) today`,
    [workspaceId, now, invitedBy, dayAgo],
  );
  const { open = 0, today = 0, first } = rows[0] ?? {};
  const { invitations, invitationsPerDay: invitationsADay } = WORKSPACE_LIMITS;
  if (open >= invitations)
    throw new RuleError(
      "CONFLICT",
      `This workspace already has ${invitations} pending invitations. Withdraw some first.`,
    );
  if (today >= invitationsADay)
    throw new RuleError(
      "TOO_MANY_REQUESTS",
      `You sent ${invitationsADay} invitations within a day. Try again tomorrow.`,
      ((first ?? now).getTime() - dayAgo.getTime()) / 1000,
    );
}

/** Returns false when there was no open one. */
export async function withdrawInvitation(pool: pg.Pool, workspaceId: string, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update invitations set ended_at = $2 where workspace_id = $1 and id = $3 and ${IS_OPEN}`,
    [workspaceId, now, id],
  );
  return rowCount === 1;
}

interface StoredInvitation extends InvitationPreview {
  readonly id: string;
  readonly workspaceId: string;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  /** An operator keeps the person out who sent it. */
  readonly disabled: boolean;
  /** The link is the one that was mailed to the address. */
  readonly mailed: boolean;
}

async function findInvitation(db: pg.Pool | pg.PoolClient, token: string, now: Date): Promise<StoredInvitation> {
  const { rows } = await db.query<StoredInvitation>(
    `select i.id, i.workspace_id as "workspaceId", w.name as workspace, u.name as "invitedBy", i.email, i.role,
       i.expires_at as "expiresAt", i.ended_at as "endedAt", u.disabled_at is not null as disabled, i.token_hash = $1 as mailed
     from invitations i join workspaces w on w.id = i.workspace_id join users u on u.id = i.invited_by
     where i.token_hash = $1 or i.copied_token_hash = $1`,
    [hashToken(token)],
  );
  const [stored] = rows;
  if (stored === undefined)
    throw new RuleError("NOT_FOUND", "This invitation link is incomplete or wrong. Open it exactly as it was sent.");
  if (stored.endedAt !== null || stored.disabled) throw new RuleError("CONFLICT", ENDED_MESSAGE);
  if (stored.expiresAt <= now)
    throw new RuleError(
      "CONFLICT",
      `This invitation expired after ${LINK_HOURS.invitation / 24} days. Ask for a new one.`,
    );
  return stored;
}

/** Throws `RuleError` for a link that is wrong, has expired or was used. */
export async function readInvitation(pool: pg.Pool, token: string, now: Date): Promise<InvitationPreview> {
  const { workspace, invitedBy, email, role } = await findInvitation(pool, token, now);
  return { workspace, invitedBy, email, role };
}

/** Returns the workspace. Throws `RuleError`, also for a link that was sent to someone else. */
export async function acceptInvitation(pool: pg.Pool, token: string, personId: string, now: Date): Promise<string> {
  const { workspaceId } = await findInvitation(pool, token, now);
  return inTransaction(pool, async (client) => {
    await lockPersonThenWorkspace(client, personId, workspaceId);
    // The invitation is checked again, now that no one else can use or withdraw it.
    const { id, email, role, workspace, mailed } = await findInvitation(client, token, now);
    const { rows } = await client.query<{ email: string; confirmed: boolean }>(
      "select email, email_verified as confirmed from users where id = $1",
      [personId],
    );
    const [person] = rows;
    if (email.toLowerCase() !== person?.email.toLowerCase())
      throw new RuleError("FORBIDDEN", `This invitation is for ${email}. Sign in with that address to accept it.`);
    if (!mailed && !person.confirmed)
      throw new RuleError("FORBIDDEN", "Confirm your email address first. The link is in the email we sent you.");
    const membership = await readMembership(client, workspaceId, personId);
    if (membership.role !== undefined) throw new RuleError("CONFLICT", `You're already a member of ${workspace}.`);
    await checkCanJoin(client, workspaceId, personId);
    const used = await client.query("update invitations set ended_at = $2 where id = $1 and ended_at is null", [
      id,
      now,
    ]);
    // Withdrawing an invitation locks no workspace: it may have come first.
    if (used.rowCount !== 1) throw new RuleError("CONFLICT", ENDED_MESSAGE);
    if (mailed) await markConfirmed(client, personId, now);
    await insertMember(client, workspaceId, personId, role, now);
    return workspaceId;
  });
}

/** Deletes invitations that ended long ago: until then the link still reports why it does not work. */
export async function deleteOldInvitations(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from invitations where least(ended_at, expires_at) <= $1", [
    new Date(now.getTime() - RETENTION_DAYS * 24 * HOUR_MS),
  ]);
}
