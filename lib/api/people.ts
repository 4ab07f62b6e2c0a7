/** Tolerant readers for sessions, members and invitations, as the account endpoints return them. */

import { isObject, text } from "@dealflow/client/tolerant-reader";
import type { ListPage } from "@/lib/contract/account-lists";
import {
  type Invitation,
  type InvitationPreview,
  type Invited,
  type Mailed,
  type Member,
  type PersonSession,
  ROLES,
  type Role,
} from "@/lib/contract/account-people";
import { readAccountList } from "./account-list";

export function readSessions(json: unknown): ListPage<PersonSession> | undefined {
  return readAccountList(json, session);
}

function session(value: unknown): PersonSession | null {
  if (!isObject(value)) return null;
  const id = text(value.id);
  if (id === null) return null;
  return {
    id,
    createdAt: text(value.createdAt) ?? "",
    lastUsedAt: text(value.lastUsedAt) ?? "",
    address: text(value.address),
    userAgent: text(value.userAgent),
    current: value.current === true,
  };
}

export function readMembers(json: unknown): ListPage<Member> | undefined {
  return readAccountList(json, member);
}

export function readInvitations(json: unknown): ListPage<Invitation> | undefined {
  return readAccountList(json, invitation);
}

function member(value: unknown): Member | null {
  if (!isObject(value)) return null;
  const [id, email] = [text(value.id), text(value.email)];
  if (id === null || email === null) return null;
  const { name, joinedAt } = value;
  return { id, email, name: text(name) ?? email, role: roleOf(value.role), joinedAt: text(joinedAt) ?? "" };
}

function invitation(value: unknown): Invitation | null {
  if (!isObject(value)) return null;
  const [id, email] = [text(value.id), text(value.email)];
  if (id === null || email === null) return null;
  const { invitedBy, expiresAt } = value;
  return { id, email, role: roleOf(value.role), invitedBy: text(invitedBy) ?? "", expiresAt: text(expiresAt) ?? "" };
}

/** An unknown role gets the fewest permissions. */
function roleOf(value: unknown): Role {
  return ROLES.find((known) => known === value) ?? "member";
}

export function readInvited(json: unknown): Invited | undefined {
  const read = isObject(json) ? invitation(json.invitation) : null;
  return read === null ? undefined : { invitation: read, ...readMailed(json) };
}

export function readMailed(json: unknown): Mailed {
  return { mail: isObject(json) && json.mail === true };
}

export function readInvitationPreview(json: unknown): InvitationPreview | undefined {
  if (!isObject(json)) return undefined;
  const [workspace, email] = [text(json.workspace), text(json.email)];
  if (workspace === null || email === null) return undefined;
  return { workspace, email, invitedBy: text(json.invitedBy) ?? "Somebody", role: roleOf(json.role) };
}
