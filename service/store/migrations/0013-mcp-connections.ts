/** Connections of MCP clients, what the OAuth server stores for them, and the credits that each used by day. */
export const sql = `
create table mcp_connections (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  person_id uuid not null references users on delete cascade,
  client_id text not null,
  -- What the client calls itself, and the host that was shown beside it: of its metadata document, or of its redirect.
  client_name text not null,
  client_host text not null,
  redirect_uri text not null,
  scopes text[] not null,
  -- Credits for each day of UTC.
  daily_allowance integer not null default 500 check (daily_allowance >= 0),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index mcp_connections_workspace on mcp_connections (workspace_id, id);
create index mcp_connections_client on mcp_connections (client_id);
create index mcp_connections_person on mcp_connections (person_id);

-- What the OAuth server stores, by model: registered clients, requests in progress, codes, tokens and grants.
create table oauth_records (
  model text not null,
  -- SHA-256 of the identifier: of a code or a token that is its text, which is stored nowhere.
  id bytea not null,
  -- The connection that it belongs to; a request in progress has none, nor has a client.
  grant_id uuid,
  payload jsonb not null,
  created_at timestamptz(3) not null,
  -- Null: it has no end.
  expires_at timestamptz(3),
  consumed_at timestamptz(3),
  primary key (model, id)
);
create index oauth_records_grant on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_expiry on oauth_records (expires_at) where expires_at is not null;

-- Credits that a connection used on a day of UTC.
create table mcp_usage (
  connection_id uuid not null references mcp_connections on delete cascade,
  day date not null,
  credits integer not null check (credits >= 0),
  primary key (connection_id, day)
);

-- The connection that used them; no reference, as with keys.
alter table ledger add column connection_id uuid;
create index ledger_connection on ledger (connection_id, id) where connection_id is not null;
`;
