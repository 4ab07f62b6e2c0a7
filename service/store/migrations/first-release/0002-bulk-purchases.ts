/** Creates the table of bulk purchases, which the service goes on with after a restart. */
export const sql = `
create table bulk_purchases (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null,
  feed text not null,
  query text not null,
  view text not null,
  agreed integer not null check (agreed > 0),
  -- The ledger decides; this is what it said after the latest portion.
  credits integer not null default 0,
  state text not null default 'running' check (state in ('running', 'stopping', 'done', 'stopped', 'failed')),
  problem text,
  started_at timestamptz(3) not null,
  -- Another process may go on with it after this time.
  leased_until timestamptz(3) not null,
  primary key (workspace_id, id)
);
create unique index bulk_purchases_running on bulk_purchases (workspace_id, user_id)
  where state in ('running', 'stopping');
create index bulk_purchases_user on bulk_purchases (user_id);
`;
