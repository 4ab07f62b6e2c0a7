/** Inserts connections of MCP clients with a token, without a browser, for tests and benchmarks. */
import { randomBytes } from "node:crypto";
import { OAUTH_PATHS } from "@dealflow/contract/oauth";
import { DEFAULT_DAILY_ALLOWANCE, SCOPE_NAMES, type Scope } from "@dealflow/contract/scopes";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { hashToken } from "../token";
import type { WorkspaceMember } from "../workspaces";

interface TestConnection {
  readonly id: string;
  readonly accessToken: string;
}

/** @param resource the audience of its token */
export async function insertConnection(
  pool: pg.Pool,
  { personId, workspaceId }: WorkspaceMember,
  resource: string,
  {
    scopes = SCOPE_NAMES,
    dailyAllowance = DEFAULT_DAILY_ALLOWANCE,
    clientName = "Test client",
    now = new Date(),
    lifetimeS = 3_600,
  }: {
    readonly scopes?: readonly Scope[];
    readonly dailyAllowance?: number;
    readonly clientName?: string;
    readonly now?: Date;
    readonly lifetimeS?: number;
  } = {},
): Promise<TestConnection> {
  const id = newId();
  await pool.query(
    `insert into mcp_connections
       (id, workspace_id, person_id, client_id, client_name, client_host, redirect_uri, scopes, daily_allowance, created_at)
     values ($1, $2, $3, 'test-client', $4, '127.0.0.1', 'http://127.0.0.1/callback', $5, $6, $7)`,
    [id, workspaceId, personId, clientName, scopes, dailyAllowance, now],
  );
  const accessToken = randomBytes(32).toString("base64url");
  await pool.query(
    `insert into oauth_records (model, id, grant_id, payload, created_at, expires_at)
     values ('AccessToken', $1, $2, $3, $4, $5)`,
    [
      hashToken(accessToken),
      id,
      { aud: resource, scope: scopes.join(" ") },
      now,
      new Date(now.getTime() + lifetimeS * 1_000),
    ],
  );
  return { id, accessToken };
}

/** Inserts a request of a registered client that waits for a person, in any browser. Returns its id. */
export async function insertConnectionRequest(pool: pg.Pool, clientName: string): Promise<string> {
  const [request, client] = [randomBytes(16).toString("base64url"), randomBytes(16).toString("base64url")];
  const redirect = "http://127.0.0.1/callback";
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const insert = `insert into oauth_records (model, id, payload, created_at, expires_at) values ($1, $2, $3, $4, $5)`;
  const metadata = {
    client_id: client,
    client_name: clientName,
    redirect_uris: [redirect],
    application_type: "native",
    token_endpoint_auth_method: "none",
  };
  await pool.query(insert, ["Client", hashToken(client), metadata, now, null]);
  const interaction = {
    kind: "Interaction",
    exp: Math.floor(expiresAt.getTime() / 1_000),
    returnTo: `http://127.0.0.1${OAUTH_PATHS.resume}${request}`,
    params: { client_id: client, redirect_uri: redirect, scope: SCOPE_NAMES.join(" ") },
  };
  await pool.query(insert, ["Interaction", hashToken(request), interaction, now, expiresAt]);
  return request;
}
