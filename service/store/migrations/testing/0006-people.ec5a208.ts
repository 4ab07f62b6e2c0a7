/** People, their sessions and memberships; keys that end, budgets, and who used what. */
export const sql = `
-- The tables of the sign-in library, under our names: it reads and writes them through its own adapter.
create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  operator boolean not null default false,
  demo boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index users_email on users (lower(email));

create table user_credentials (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index user_credentials_user on user_credentials (user_id);

-- A session is for one workspace: to open another one is a new session, so that whatever is kept by session stays true.
create table user_sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces,
  token text not null unique,
  ip_address text,
  user_agent text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index user_sessions_user on user_sessions (user_id);

create table user_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index user_verifications_identifier on user_verifications (identifier);

create table members (
  workspace_id uuid not null references workspaces,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'member')),
  joined_at timestamptz(3) not null,
  primary key (workspace_id, user_id)
);
create index members_user on members (user_id);

create table invitations (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  email text not null,
  role text not null check (role in ('owner', 'member')),
  token_hash bytea not null unique,
  invited_by uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- It was accepted or withdrawn; a link works once.
  ended_at timestamptz(3)
);
create index invitations_workspace on invitations (workspace_id) where ended_at is null;
create index invitations_sent on invitations (invited_by, created_at);

-- Attempts to register, to sign in or to be sent a link, by what they are limited by: an account or an address.
create table attempts (
  subject text primary key,
  count integer not null,
  since timestamptz(3) not null,
  refused_until timestamptz(3)
);

-- Names are people's own now: two workspaces may have the same one, and none learns of the other.
alter table workspaces drop constraint workspaces_name_key;
create index workspaces_name on workspaces (name);

-- The key that stands for the dashboard has no text and so no hash.
alter table api_keys alter column hash drop not null;
alter table api_keys alter column last_four drop not null;
alter table api_keys add column dashboard boolean not null default false;
alter table api_keys add column expires_at timestamptz(3);
create unique index api_keys_dashboard on api_keys (workspace_id) where dashboard and revoked_at is null;
-- The one that a file held for everybody at this machine ends here; each workspace gets one that has no text.
update api_keys set revoked_at = now() where name = 'Dashboard' and revoked_at is null
  and workspace_id in (select id from workspaces where name in ('Demo', 'Local'));
insert into api_keys (id, workspace_id, name, prefix, dashboard, created_at)
  select gen_random_uuid(), id, 'Dashboard', '', true, now() from workspaces;

-- The workspace's own row has no person.
create table budgets (
  workspace_id uuid not null references workspaces,
  user_id uuid references users on delete cascade,
  day bigint check (day > 0),
  month bigint check (month > 0),
  unique nulls not distinct (workspace_id, user_id)
);

-- No reference: what was used stays used when its person is gone.
alter table ledger drop column person;
alter table ledger add column person_id uuid;
-- What budgets are held against: the dashboard's use alone, however much clients of the API use.
create index ledger_person on ledger (workspace_id, id) where person_id is not null;

-- A view that is not shared is its maker's; those without one were made before people were known, and are shared.
alter table saved_views add column user_id uuid references users on delete set null;
update saved_views set shared = true;
drop index saved_views_name;
create unique index saved_views_shared_name on saved_views (workspace_id, lower(name)) where shared;
create unique index saved_views_own_name on saved_views (workspace_id, user_id, lower(name)) where not shared;
`;
