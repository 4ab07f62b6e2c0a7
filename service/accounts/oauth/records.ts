/**
 * Stores oidc-provider's records in PostgreSQL: shared by all processes, and without the text of any code or token.
 * Codes and refresh tokens are consumed by one statement, so that of two concurrent uses one is rejected, in any
 * process. A refresh token may be used again for a moment, while its successor is unused.
 */

import { OAUTH_LIFETIMES } from "@dealflow/contract/oauth";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type pg from "pg";
import { endConnections } from "../connections";
import { hashToken } from "../token";

const REFRESH_TOKEN = "RefreshToken";
/** This message marks a refresh token that was just used; clients see it unless its tokens can be repeated. */
export const REPEATED_REFRESH = "this refresh token was just used";

/** A refresh may be repeated for this long. */
export const GRACE_MS = OAUTH_LIFETIMES.refreshGrace * 1_000;

interface Row {
  readonly payload: AdapterPayload;
  readonly grant_id: string | null;
  readonly consumed_at: Date | null;
}

/** @param now ms since 1970 */
export function createRecords(pool: pg.Pool, { errors }: typeof import("oidc-provider"), now: () => number) {
  return (model: string): Adapter => ({
    async upsert(id, payload, expiresIn) {
      // The session is the dashboard's own, and every request is approved again.
      if (model === "Session") return;
      const { jti, grantId, ...stored } = payload;
      const at = now();
      await pool.query(
        `insert into oauth_records (model, id, grant_id, payload, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
        [
          model,
          hashToken(id),
          model === "Grant" ? jti : (grantId ?? null),
          stored,
          new Date(at),
          expiresIn === undefined ? null : new Date(at + expiresIn * 1_000),
        ],
      );
    },

    async find(id) {
      if (model === "Session") return undefined;
      const { rows } = await pool.query<Row>({
        name: "oauth-record",
        text: `select payload, grant_id, consumed_at from oauth_records
          where model = $1 and id = $2 and (expires_at is null or expires_at > $3)`,
        values: [model, hashToken(id), new Date(now())],
      });
      const [row] = rows;
      if (row === undefined || model === "Client") return row?.payload;
      return {
        ...row.payload,
        jti: id,
        ...(row.grant_id === null || model === "Grant" ? {} : { grantId: row.grant_id }),
        // A refresh that may be a repeated one passes the same checks as the first, until `consume`.
        ...(row.consumed_at === null || (model === REFRESH_TOKEN && row.consumed_at.getTime() > now() - GRACE_MS)
          ? {}
          : { consumed: Math.floor(row.consumed_at.getTime() / 1_000) }),
      };
    },

    // Our records have no uid.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,

    async consume(id) {
      const at = now();
      // A use that waited for another one to commit still sees the record as unused.
      const { rows } = await pool.query<{ grant_id: string; use: "first" | "repeated" | "reused" }>(
        `with used as (
           update oauth_records set consumed_at = $3 where model = $1 and id = $2 and consumed_at is null returning grant_id
         )
         select grant_id, 'first' as use from used
         union all
         select grant_id, case when model = '${REFRESH_TOKEN}' and coalesce(consumed_at > $4, true) and not exists (
             select from oauth_records n where n.model = r.model and n.grant_id = r.grant_id and n.consumed_at > r.consumed_at
           ) then 'repeated' else 'reused' end
         from oauth_records r where model = $1 and id = $2 and not exists (select from used)`,
        [model, hashToken(id), new Date(at), new Date(at - GRACE_MS)],
      );
      const [row] = rows;
      if (row?.use === "first") return;
      const error = new errors.InvalidGrant("already used");
      if (row?.use === "repeated") error.error_description = REPEATED_REFRESH;
      else if (row !== undefined) await endConnections(pool, new Date(at), "id = $2", row.grant_id);
      throw error;
    },

    async destroy(id) {
      // A grant ends with its connection.
      if (model === "Grant") await endConnections(pool, new Date(now()), "id = $2", id);
      else await pool.query("delete from oauth_records where model = $1 and id = $2", [model, hashToken(id)]);
    },

    async revokeByGrantId(grantId) {
      await pool.query("delete from oauth_records where model = $1 and grant_id = $2", [model, grantId]);
    },
  });
}

/**
 * Ends connections whose tokens have expired, and deletes expired records and clients that were never approved. A refresh
 * token that was just used counts, because its successors may not be stored yet.
 */
export async function deleteExpiredOAuthRecords(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from oauth_records where expires_at <= $1", [now]);
  await pool.query(
    `update mcp_connections c set revoked_at = $1
     where revoked_at is null and created_at <= $2 and not exists (
       select from oauth_records r
       where r.grant_id = c.id and r.model in ('AccessToken', 'RefreshToken')
         and (r.consumed_at is null or r.consumed_at > $3)
     )`,
    [now, new Date(now.getTime() - OAUTH_LIFETIMES.accessToken * 1_000), new Date(now.getTime() - GRACE_MS)],
  );
  await pool.query(
    `delete from oauth_records r where model = 'Client' and created_at <= $1 and not exists (
       select from mcp_connections c where c.client_id = r.payload ->> 'client_id'
     )`,
    [new Date(now.getTime() - OAUTH_LIFETIMES.unusedClient * 1_000)],
  );
}
