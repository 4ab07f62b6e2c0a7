/** Checks the connections of MCP clients on every request by their access token. */
import { hash } from "node:crypto";
import { isScope, type Scope } from "@dealflow/contract/scopes";
import type pg from "pg";
import { createCache } from "@/lib/cache/bounded-cache";
import type { RateLimit } from "@/service/credits/charge";
import { hashToken } from "./token";
import { getRateLimit, type Limits } from "./workspaces";

export interface Connection {
  readonly id: string;
  readonly workspaceId: string;
  readonly personId: string;
  readonly clientName: string;
  /** The access token may have fewer scopes than its connection. */
  readonly scopes: readonly Scope[];
  /** The allowance is in credits per day of UTC. */
  readonly dailyAllowance: number;
  /** The flag is true when the operator closed the workspace. */
  readonly blocked: boolean;
  readonly limit: RateLimit;
}

/** A revoked connection may still work this long in a process that cached it (ms). */
const CACHE_TTL_MS = 1_000;
/** `last_used_at` is written at most this often per connection (ms). */
const USE_WRITE_INTERVAL_MS = 60_000;
/** Holds about 1,000 tokens. */
const CACHE_BYTES = 1024 * 1024;
const CONNECTION_BYTES = 700;
/** Longer texts are never looked up; our tokens are far shorter. */
const MAX_TOKEN_LENGTH = 200;

const cache = createCache<{ readonly connection: Connection; readonly readAt: number; readonly expiresAt: number }>({
  name: "connections of MCP clients",
  maxBytes: CACHE_BYTES,
  measureBytes: () => CONNECTION_BYTES,
});

/** Finds nothing for a token that was issued while its connection was being revoked, nor for a person who left the workspace or is disabled. */
const BY_TOKEN = `
select c.id, c.workspace_id as "workspaceId", c.person_id as "personId", c.client_name as "clientName",
  c.daily_allowance as "dailyAllowance", c.last_used_at as "lastUsedAt", t.expires_at as "expiresAt", w.blocked, w.plan, w.rate_per_minute, w.burst,
  array(select unnest(c.scopes) intersect select unnest(string_to_array(t.payload ->> 'scope', ' '))) as scopes
from oauth_records t
join mcp_connections c on c.id = t.grant_id and c.revoked_at is null
join workspaces w on w.id = c.workspace_id
join members m on m.workspace_id = c.workspace_id and m.user_id = c.person_id
join users u on u.id = c.person_id and u.disabled_at is null
where t.model = 'AccessToken' and t.id = $1 and t.expires_at > $3 and t.payload ->> 'aud' = $2`;

interface Row extends Limits, Omit<Connection, "limit"> {
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
}

/** Returns false when the connection or the membership of the person who approved it has ended, and while they are disabled. */
export async function isLiveConnection(pool: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from mcp_connections c join members m on m.workspace_id = c.workspace_id and m.user_id = c.person_id
       join users u on u.id = c.person_id and u.disabled_at is null
     where c.id = $1 and c.revoked_at is null`,
    [id],
  );
  return rowCount === 1;
}

/**
 * Ends the connections of a condition, and deletes their tokens, codes and grants. Within a second no process accepts them.
 * @param values of the condition's parameters, from `$2`
 */
export async function endConnections(
  db: pg.Pool | pg.PoolClient,
  at: Date,
  condition: string,
  ...values: readonly unknown[]
): Promise<void> {
  // Connections end first, so that a token that is issued meanwhile belongs to one that has ended.
  const { rows } = await db.query<{ id: string }>(
    `update mcp_connections set revoked_at = coalesce(revoked_at, $1) where ${condition} returning id`,
    [at, ...values],
  );
  await db.query("delete from oauth_records where grant_id = any($1)", [rows.map(({ id }) => id)]);
}

/**
 * Ends the connections that a person approved, in one workspace or in all: they would work again after a return to it,
 * and may have been approved by someone who had the old password.
 */
export async function endPersonConnections(
  client: pg.PoolClient,
  { personId, workspaceId }: { readonly personId: string; readonly workspaceId?: string },
  at: Date,
): Promise<void> {
  const condition = "person_id = $2 and ($3::uuid is null or workspace_id = $3) and revoked_at is null";
  await endConnections(client, at, condition, personId, workspaceId ?? null);
}

/**
 * Returns the connection that an access token for this resource belongs to; null when the token is unknown, expired,
 * revoked or for another resource. A revoked connection is found for at most a second more.
 */
export async function findConnection(
  pool: pg.Pool,
  accessToken: string,
  resource: string,
  now: Date,
): Promise<Connection | null> {
  if (accessToken.length > MAX_TOKEN_LENGTH) return null;
  const at = now.getTime();
  const key = hash("sha256", `${accessToken} ${resource}`, "base64");
  const cached = cache.get(key);
  if (cached !== undefined && cached.readAt <= at && at < cached.expiresAt) return cached.connection;
  cache.delete(key);
  const { rows } = await pool.query<Row>({
    name: "connection-by-token",
    text: BY_TOKEN,
    values: [hashToken(accessToken), resource, now],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { id, workspaceId, personId, clientName, dailyAllowance, blocked, lastUsedAt, expiresAt } = row;
  const scopes = row.scopes.filter(isScope);
  const limit = getRateLimit(row);
  const connection = { id, workspaceId, personId, clientName, scopes, dailyAllowance, blocked, limit };
  cache.set(key, { connection, readAt: at, expiresAt: Math.min(at + CACHE_TTL_MS, expiresAt.getTime()) });
  if (at - (lastUsedAt?.getTime() ?? 0) >= USE_WRITE_INTERVAL_MS)
    // When a connection was last used is information, not part of the response: a failure must not fail the request.
    pool.query("update mcp_connections set last_used_at = $2 where id = $1", [id, now]).catch(() => undefined);
  return connection;
}
