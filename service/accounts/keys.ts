/** Creates, lists and revokes the API keys of a workspace, and checks them on every request. */

import type { AccountKey } from "@dealflow/contract/account/keys";
import { API_KEY_PREFIX } from "@dealflow/contract/headers";
import type pg from "pg";
import { createCache } from "@/lib/cache/bounded-cache";
import type { RateLimit } from "@/service/credits/charge";
import { newId } from "@/service/store/new-id";
import type { Pools } from "@/service/store/pools/pools";
import { queryItems } from "@/service/store/query-items";
import { generateApiKey, isWellFormedApiKey } from "./api-key";
import { type ListPart, partValues } from "./list-page";
import { hashToken } from "./token";
import { getRateLimit, type Limits } from "./workspaces";

export interface Caller {
  /** The id is null for a person's workspace whose Dashboard key was revoked. */
  readonly keyId: string | null;
  readonly workspaceId: string;
  /** The operator closed the workspace, so every request is rejected. */
  readonly blocked: boolean;
  readonly limit: RateLimit;
}

/** A revoked key, or one of a blocked workspace, may still work this long in a process that cached it (ms). */
const CACHE_TTL_MS = 1_000;
/** `last_used_at` is written at most this often per key (ms). */
const USE_WRITE_INTERVAL_MS = 60_000;
/** Each of the two caches holds about 7,000 keys. */
const CACHE_BYTES = 4 * 1024 * 1024;
const RECORDED_USES_BYTES = 2 * 1024 * 1024;
const CALLER_BYTES = 300;

/**
 * Creates a key and returns its text, which is stored nowhere.
 *
 * @param createdBy person id; null: the operator
 */
export async function createKey(
  db: pg.Pool | pg.PoolClient,
  workspaceId: string,
  name: string,
  at: Date,
  createdBy: string | null = null,
): Promise<{ id: string; key: string }> {
  const key = generateApiKey();
  const id = newId();
  await db.query(
    `insert into api_keys (id, workspace_id, name, prefix, hash, last_four, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, workspaceId, name, API_KEY_PREFIX, hashToken(key), key.slice(-4), at, createdBy],
  );
  return { id, key };
}

/** Lists active keys first, newest first. */
export function listKeys(pool: pg.Pool, workspaceId: string, now: Date, part?: ListPart): Promise<AccountKey[]> {
  return queryItems(
    pool,
    `select id, name, last_four as "lastFour", dashboard,
       case when created_by is not null then json_build_object('id', created_by, 'name', maker) end as "createdBy",
       created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", ended_at as "revokedAt"
     from (
       select k.*, u.name as maker, least(revoked_at, case when expires_at <= $2 then expires_at end) as ended_at
       from api_keys k
       left join members m on m.workspace_id = k.workspace_id and m.user_id = k.created_by
       left join users u on u.id = m.user_id
       where k.workspace_id = $1
     ) k cross join lateral (select (ended_at is not null)::integer as ended) state
     where $4::integer is null or ended > $4 or (ended = $4 and id < $5)
     order by ended, id desc limit $3`,
    [workspaceId, now, ...partValues(part)],
  );
}

/** Revokes a key, also the dashboard's. Returns false when the workspace has no such active key. */
export async function revokeKey(pool: pg.Pool, workspaceId: string, keyId: string, at: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update api_keys set revoked_at = $3
     where id = $2 and workspace_id = $1 and revoked_at is null and (expires_at is null or expires_at > $3)`,
    [workspaceId, keyId, at],
  );
  return rowCount === 1;
}

/** Revokes the keys that a person created, because the person knows their text. */
export async function revokePersonKeys(
  client: pg.PoolClient,
  workspaceId: string,
  personId: string,
  at: Date,
): Promise<void> {
  await client.query(
    "update api_keys set revoked_at = $3 where workspace_id = $1 and created_by = $2 and revoked_at is null",
    [workspaceId, personId, at],
  );
}

export type KeyAuthenticator = ReturnType<typeof createKeyAuthenticator>;

const BY_HASH = `select k.id as "keyId", k.workspace_id as "workspaceId", k.expires_at as "expiresAt", w.blocked, w.plan, w.rate_per_minute, w.burst
  from api_keys k join workspaces w on w.id = k.workspace_id left join users u on u.id = k.created_by
  where k.hash = $1 and u.disabled_at is null and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`;

interface KeyRow extends Limits, Omit<Caller, "limit"> {
  readonly keyId: string;
  readonly expiresAt: Date | null;
}

/** @param now ms since 1970 */
export function createKeyAuthenticator({ sessions, main }: Pick<Pools, "sessions" | "main">, now: () => number) {
  const cache = createCache<{ caller: Caller; expiresAt: number }>({
    name: "API keys",
    maxBytes: CACHE_BYTES,
    measureBytes: () => CALLER_BYTES,
  });
  const recordedUses = createCache<number>({
    name: "uses of API keys",
    maxBytes: RECORDED_USES_BYTES,
    measureBytes: () => 0,
  });

  function recordUse(keyId: string): void {
    const at = now();
    if (at - (recordedUses.get(keyId) ?? 0) < USE_WRITE_INTERVAL_MS) return;
    recordedUses.set(keyId, at);
    // When a key was last used is information, not part of the response: a failure here must not fail the request.
    main.query("update api_keys set last_used_at = $2 where id = $1", [keyId, new Date(at)]).catch(() => undefined);
  }

  return {
    recordUse,
    /** Returns the caller that a key belongs to; undefined when it is malformed, unknown or revoked, or its maker disabled. */
    async authenticate(key: string): Promise<Caller | undefined> {
      if (!isWellFormedApiKey(key)) return undefined;
      const hash = hashToken(key);
      // Longer ones would be hashed again.
      const digest = hash.toString("latin1");
      const cached = cache.get(digest);
      if (cached !== undefined && cached.expiresAt > now()) {
        if (cached.caller.keyId !== null) recordUse(cached.caller.keyId);
        return cached.caller;
      }
      cache.delete(digest);
      const { rows } = await sessions.query<KeyRow>({
        name: "key-by-hash",
        text: BY_HASH,
        values: [hash, new Date(now())],
      });
      const row = rows[0];
      if (row === undefined) return undefined;
      const { keyId, workspaceId, blocked, expiresAt } = row;
      const caller = { keyId, workspaceId, blocked, limit: getRateLimit(row) };
      cache.set(digest, { caller, expiresAt: Math.min(now() + CACHE_TTL_MS, expiresAt?.getTime() ?? Infinity) });
      recordUse(keyId);
      return caller;
    },
  };
}
