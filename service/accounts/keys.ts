/** API keys of a workspace: made, listed, revoked, and checked on every request. */
import type pg from "pg";
import type { AccountKey } from "@/lib/contract/account-keys";
import { API_KEY_PREFIX } from "@/lib/contract/headers";
import type { RateLimit } from "@/service/credits/charge";
import { newId } from "@/service/store/new-id";
import { hashApiKey, isApiKeyShaped, makeApiKey } from "./api-key";
import { type Limits, limitOf } from "./workspaces";

/** Whom a request belongs to, and what that workspace may do. */
export interface Caller {
  /** Null: a person's workspace whose Dashboard key was revoked. */
  readonly keyId: string | null;
  readonly workspaceId: string;
  /** Closed by the operator: every request is refused. */
  readonly blocked: boolean;
  readonly limit: RateLimit;
}

/** A key that is revoked, or whose workspace is blocked, works for at most this long in a process that knew it (ms). */
const KNOWN_FOR_MS = 1_000;
/** `last_used_at` is written at most this often per key (ms). */
const USE_NOTED_EVERY_MS = 60_000;
/** Known keys, at most; beyond it the oldest are forgotten. */
const MAX_KNOWN = 10_000;

/** Makes a key and returns its text, which is stored nowhere. */
export async function createKey(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  name: string,
  at: Date,
): Promise<{ id: string; key: string }> {
  const key = makeApiKey();
  const id = newId();
  await db.query(
    `insert into api_keys (id, workspace_id, name, prefix, hash, last_four, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, workspaceId, name, API_KEY_PREFIX, hashApiKey(key), key.slice(-4), at],
  );
  return { id, key };
}

interface ListedRow {
  readonly id: string;
  readonly name: string;
  readonly last_four: string | null;
  readonly dashboard: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

/** Those that work first, the newest first. */
export async function listKeys(pool: pg.Pool, workspaceId: string, now: Date): Promise<AccountKey[]> {
  const { rows } = await pool.query<ListedRow>(
    `select id, name, last_four, dashboard, created_at, last_used_at, expires_at,
       least(revoked_at, case when expires_at <= $2 then expires_at end) as revoked_at
     from api_keys where workspace_id = $1
     order by revoked_at is not null or coalesce(expires_at <= $2, false), id desc`,
    [workspaceId, now],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    lastFour: row.last_four,
    dashboard: row.dashboard,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}

/** Revokes a key, also the dashboard's; false when the workspace has no such key that still works. */
export async function revokeKey(pool: pg.Pool, workspaceId: string, keyId: string, at: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update api_keys set revoked_at = $3
     where id = $2 and workspace_id = $1 and revoked_at is null and (expires_at is null or expires_at > $3)`,
    [workspaceId, keyId, at],
  );
  return rowCount === 1;
}

export interface KeyCheck {
  /** The caller that a key belongs to; undefined when it is malformed, unknown or revoked. */
  callerOf(key: string): Promise<Caller | undefined>;
  /** Takes note that a key was used, now and then. */
  noteUse(keyId: string): void;
}

const BY_HASH = `select k.id, k.workspace_id, k.expires_at, w.blocked, w.plan, w.rate_per_minute, w.burst
  from api_keys k join workspaces w on w.id = k.workspace_id
  where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`;

interface KeyRow extends Limits {
  readonly id: string;
  readonly workspace_id: string;
  readonly expires_at: Date | null;
  readonly blocked: boolean;
}

/** @param now ms since 1970 */
export function openKeyCheck(pool: pg.Pool, now: () => number): KeyCheck {
  const known = new Map<string, { caller: Caller; until: number }>();
  const noted = new Map<string, number>();

  function noteUse(keyId: string): void {
    const at = now();
    if (at - (noted.get(keyId) ?? 0) < USE_NOTED_EVERY_MS) return;
    noted.set(keyId, at);
    // When a key was last used is information, not part of the answer: a failure here must not fail the request.
    pool.query("update api_keys set last_used_at = $2 where id = $1", [keyId, new Date(at)]).catch(() => undefined);
  }

  return {
    noteUse,
    async callerOf(key) {
      if (!isApiKeyShaped(key)) return undefined;
      const hash = hashApiKey(key);
      const digest = hash.toString("base64");
      const held = known.get(digest);
      if (held !== undefined && held.until > now()) {
        if (held.caller.keyId !== null) noteUse(held.caller.keyId);
        return held.caller;
      }
      known.delete(digest);
      const { rows } = await pool.query<KeyRow>({
        name: "key-by-hash",
        text: BY_HASH,
        values: [hash, new Date(now())],
      });
      const row = rows[0];
      if (row === undefined) return undefined;
      const caller = { keyId: row.id, workspaceId: row.workspace_id, blocked: row.blocked, limit: limitOf(row) };
      for (const oldest of known.keys()) {
        if (known.size < MAX_KNOWN) break;
        known.delete(oldest);
      }
      known.set(digest, { caller, until: Math.min(now() + KNOWN_FOR_MS, row.expires_at?.getTime() ?? Infinity) });
      noteUse(caller.keyId);
      return caller;
    },
  };
}
