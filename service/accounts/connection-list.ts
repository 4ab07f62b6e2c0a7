/** Lists, changes and ends the connections of a workspace as Settings shows them. */

import type { ConnectionDetails, McpConnection } from "@dealflow/contract/account/connections";
import { addDays } from "@dealflow/contract/query/days";
import { isScope } from "@dealflow/contract/scopes";
import type pg from "pg";
import { queryItems } from "@/service/store/query-items";
import { endConnections } from "./connections";
import { type ListPart, partValues } from "./list-page";
import type { WorkspaceMember } from "./workspaces";

const COLUMNS = `c.id, c.client_name as "clientName", c.client_host as "clientHost", w.name as workspace, p.name as person,
  c.person_id = $2 as own, c.scopes, c.daily_allowance as "dailyAllowance", c.created_at as "createdAt",
  c.last_used_at as "lastUsedAt", c.revoked_at as "revokedAt",
  coalesce((select credits from mcp_usage u where u.connection_id = c.id and u.day = ($3::timestamptz at time zone 'UTC')::date), 0)
    as "usedToday",
  coalesce((select sum(credits) from mcp_usage u where u.connection_id = c.id), 0)::bigint as used`;
const FROM = `from mcp_connections c join workspaces w on w.id = c.workspace_id join users p on p.id = c.person_id
where c.workspace_id = $1`;

/** Lists active connections first, newest first. */
export async function listConnections(
  pool: pg.Pool,
  { workspaceId, personId }: WorkspaceMember,
  now: Date,
  part?: ListPart,
): Promise<McpConnection[]> {
  const connections = await queryItems<McpConnection>(
    pool,
    `select ${COLUMNS} ${FROM}
       and ($5::integer is null or (c.revoked_at is not null)::integer > $5
         or ((c.revoked_at is not null)::integer = $5 and c.id < $6))
     order by c.revoked_at is not null, c.id desc limit $4`,
    [workspaceId, personId, now, ...partValues(part)],
  );
  return connections.map(withKnownScopes);
}

/** Returns undefined when the workspace has no such connection. */
export async function readConnectionDetails(
  pool: pg.Pool,
  { workspaceId, personId }: WorkspaceMember,
  id: string,
  { now, days, calls }: { readonly now: Date; readonly days: number; readonly calls: number },
): Promise<ConnectionDetails | undefined> {
  const [found] = await queryItems<McpConnection & Pick<ConnectionDetails, "redirectUri">>(
    pool,
    `select ${COLUMNS}, c.redirect_uri as "redirectUri" ${FROM} and c.id = $4`,
    [workspaceId, personId, now, id],
  );
  if (found === undefined) return undefined;
  const { redirectUri, ...connection } = found;
  const to = now.toISOString().slice(0, 10);
  const from = addDays(to, 1 - days);
  const [use, entries] = await Promise.all([
    queryItems<ConnectionDetails["days"][number]>(
      pool,
      `select to_char(day, 'YYYY-MM-DD') as day, credits from mcp_usage
       where connection_id = $1 and day >= $2 and credits > 0 order by day`,
      [id, from],
    ),
    queryItems<ConnectionDetails["calls"][number]>(
      pool,
      `select id, at, request_id as "requestId", endpoint, -delta as credits from ledger
       where connection_id = $1 order by id desc limit $2`,
      [id, calls],
    ),
  ]);
  return {
    connection: withKnownScopes(connection),
    redirectUri,
    from,
    to,
    days: use,
    calls: entries,
  };
}

/** @param own limits it to the person's connections */
interface Which extends WorkspaceMember {
  readonly id: string;
  readonly own: boolean;
}

/** Returns false when there is no such active connection. */
export function changeAllowance(pool: pg.Pool, which: Which, dailyAllowance: number): Promise<boolean> {
  return updateActive(pool, which, "daily_allowance", dailyAllowance);
}

/** Returns false when there is no such active connection. */
export async function revokeConnection(pool: pg.Pool, which: Which, at: Date): Promise<boolean> {
  const revoked = await updateActive(pool, which, "revoked_at", at);
  if (revoked) await endConnections(pool, at, "id = $2", which.id);
  return revoked;
}

async function updateActive(
  pool: pg.Pool,
  { id, workspaceId, personId, own }: Which,
  column: "daily_allowance" | "revoked_at",
  value: number | Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update mcp_connections set ${column} = $5
     where id = $1 and workspace_id = $2 and (person_id = $3 or not $4) and revoked_at is null`,
    [id, workspaceId, personId, own, value],
  );
  return rowCount === 1;
}

/** Leaves out the scopes of other versions. */
function withKnownScopes(connection: McpConnection): McpConnection {
  return { ...connection, scopes: connection.scopes.filter(isScope) };
}
