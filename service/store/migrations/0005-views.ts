/** What a workspace keeps of its own: saved views, and companies that it watches. */
export const sql = `
create table saved_views (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  name text not null,
  feed text not null,
  query text not null,
  columns text,
  sort text,
  shared boolean not null,
  last_seen_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (workspace_id, id)
);
create unique index saved_views_name on saved_views (workspace_id, lower(name));

-- No reference to companies: a star and its note outlive the record, which an import may replace.
create table watched_companies (
  workspace_id uuid not null references workspaces,
  company_id uuid not null,
  name text not null,
  domain text,
  note text not null,
  added_at timestamptz(3) not null,
  version integer not null default 1,
  primary key (workspace_id, company_id)
);
`;
