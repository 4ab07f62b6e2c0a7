/** Sessions of people: opened by the sign-in library, each for one workspace; listed and ended. */
import type pg from "pg";
import type { PersonSession } from "@/lib/contract/account-people";
import type { CursorPosition } from "@/lib/contract/cursor";
import { type ListPart, partValues } from "../list-page";
import type { AuthLibrary } from "./auth-library";

/** Later than every session. */
const BEFORE_ALL: CursorPosition = { key: 8_000_000_000_000, id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** Where a session is used from, as reported by the dashboard's server. */
export interface Client {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface CreatedSession {
  readonly id: string;
  /** The cookie's value: whoever has it has the session. */
  readonly token: string;
}

/** Always a new token, whatever the browser sent. */
export async function createSession(
  library: AuthLibrary,
  personId: string,
  workspaceId: string,
  { address, userAgent }: Client,
): Promise<CreatedSession> {
  const { internalAdapter } = await library.$context;
  const { id, token } = await internalAdapter.createSession(personId, false, {
    workspaceId,
    ipAddress: address,
    userAgent,
  });
  return { id, token };
}

/** The current one first, then those that were opened last; all of them, or a part. */
export async function listSessions(
  pool: pg.Pool,
  personId: string,
  current: string,
  now: Date,
  part?: ListPart,
): Promise<PersonSession[]> {
  const { rows } = await pool.query<{
    id: string;
    created_at: Date;
    updated_at: Date;
    ip_address: string | null;
    user_agent: string | null;
  }>(
    `select id, created_at, updated_at, ip_address, user_agent from user_sessions
     where user_id = $1 and expires_at > $2
       and ($5::bigint is null or (id <> $3 and (created_at, id) < (to_timestamp($5 / 1000.0), $6)))
     order by id = $3 desc, created_at desc, id desc limit $4`,
    [personId, now, current, ...partValues(part)],
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    address: row.ip_address,
    userAgent: row.user_agent,
    current: row.id === current,
  }));
}

/** The position of a session in that list. */
export function getSessionPosition({ id, createdAt, current }: PersonSession): CursorPosition {
  return current ? BEFORE_ALL : { key: Date.parse(createdAt), id };
}

/** By the token of the request, which is sufficient proof. */
export async function deleteSessionByToken(pool: pg.Pool, token: string): Promise<void> {
  await pool.query("delete from user_sessions where token = $1", [token]);
}

/** False when the person has no such session. */
export async function deleteSession(pool: pg.Pool, personId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query("delete from user_sessions where user_id = $1 and id = $2", [personId, id]);
  return rowCount === 1;
}

/** All sessions of the person, or all but one. */
export async function deleteSessions(
  db: pg.Pool | pg.PoolClient,
  personId: string,
  exceptId: string | null = null,
): Promise<void> {
  await db.query("delete from user_sessions where user_id = $1 and id is distinct from $2", [personId, exceptId]);
}

/** Deletes expired sessions and links. */
export async function deleteExpiredSessions(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from user_sessions where expires_at <= $1", [now]);
  await pool.query("delete from user_verifications where expires_at <= $1", [now]);
}
