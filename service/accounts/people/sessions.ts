/** Opens, lists and ends people's sessions, each for one workspace. */

import type { PersonSession } from "@dealflow/contract/account/people";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { queryItems } from "@/service/store/query-items";
import { type ListPart, partValues } from "../list-page";
import { generateToken, hashToken } from "../token";
import type { WorkspaceMember } from "../workspaces";

/** A session expires after this long without use, and so does its cookie. */
export const SESSION_S = 30 * 86_400;
/** A day of use renews a session. */
const RENEWAL_S = 86_400;

/** This position comes before every session in the list. */
const BEFORE_ALL: CursorPosition = { key: 8_000_000_000_000, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** The dashboard's server reports where a session is used from. */
export interface Client {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Returns the token, the cookie's value: anyone who has it has the session. It is always new, so that no token that the browser sent is reused. */
export async function createSession(
  pool: pg.Pool,
  { personId, workspaceId }: WorkspaceMember,
  { address, userAgent }: Client,
  at: Date,
): Promise<string> {
  const token = generateToken();
  await pool.query({
    name: "insert-session",
    text: `insert into user_sessions
      (id, user_id, workspace_id, token_hash, ip_address, user_agent, expires_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    values: [
      newId(),
      personId,
      workspaceId,
      hashToken(token),
      address,
      userAgent,
      new Date(at.getTime() + SESSION_S * 1_000),
      at,
    ],
  });
  return token;
}

/** Lists the current one first, then those that were opened last. */
export function listSessions(
  pool: pg.Pool,
  personId: string,
  current: string,
  now: Date,
  part?: ListPart,
): Promise<PersonSession[]> {
  return queryItems(
    pool,
    `select id, created_at as "createdAt", updated_at as "lastUsedAt", ip_address as address, user_agent as "userAgent",
       id = $3 as current
     from user_sessions
     where user_id = $1 and expires_at > $2
       and ($5::bigint is null or (id <> $3 and (created_at, id) < (to_timestamp($5 / 1000.0), $6)))
     order by id = $3 desc, created_at desc, id desc limit $4`,
    [personId, now, current, ...partValues(part)],
  );
}

export function getSessionPosition({ id, createdAt, current }: PersonSession): CursorPosition {
  return current ? BEFORE_ALL : { key: Date.parse(createdAt), id };
}

/** Ends a session by the token of the request, which is sufficient proof. */
export async function deleteSessionByToken(pool: pg.Pool, token: string): Promise<void> {
  await pool.query("delete from user_sessions where token_hash = $1", [hashToken(token)]);
}

/** Returns false when it was renewed within the last day. */
export async function renewSession(pool: pg.Pool, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query("update user_sessions set expires_at = $2 where id = $1 and expires_at < $3", [
    id,
    new Date(now.getTime() + SESSION_S * 1_000),
    new Date(now.getTime() + (SESSION_S - RENEWAL_S) * 1_000),
  ]);
  return rowCount === 1;
}

/** Returns false when the person has no such session. */
export async function deleteSession(pool: pg.Pool, personId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query("delete from user_sessions where user_id = $1 and id = $2", [personId, id]);
  return rowCount === 1;
}

/** Ends all sessions of the person, or all but one; returns how many. */
export async function deleteSessions(
  db: pg.Pool | pg.PoolClient,
  personId: string,
  exceptId: string | null = null,
): Promise<number> {
  const { rowCount } = await db.query("delete from user_sessions where user_id = $1 and id is distinct from $2", [
    personId,
    exceptId,
  ]);
  return rowCount ?? 0;
}

export async function deleteExpiredSessions(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from user_sessions where expires_at <= $1", [now]);
  await pool.query("delete from user_verifications where expires_at <= $1", [now]);
}
