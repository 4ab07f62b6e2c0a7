/**
 * Companies, investors, people, their events, and the workspaces that pay for reading them.
 *
 * Feed tables carry the record as ready JSON text and its facet tokens, so that a page is one index walk and no join.
 * Instants are whole milliseconds (checked), because a cursor holds milliseconds.
 */
export const sql = `
create extension if not exists pg_trgm;

create table companies (
  id uuid primary key,
  name text not null,
  domain text,
  description text,
  social_handle text,
  social_url text,
  social_geo_id text,
  social_industry_id text,
  naics_code text,
  hq_city text,
  hq_country text,
  industry_group text,
  industry_sub_tags text[] not null default '{}',
  verticals text[] not null default '{}',
  employee_count_bucket text,
  founded_year integer,
  business_model text,
  demo boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search_text text not null,
  facets text[] not null,
  record text not null
);
create index companies_updated on companies (updated_at, id);
create index companies_domain on companies (domain) where domain is not null;
create index companies_facets on companies using gin (facets) with (fastupdate = off);
create index companies_search on companies using gin (search_text gin_trgm_ops) with (fastupdate = off);

create table company_former_names (
  company_id uuid not null references companies on delete cascade,
  name text not null,
  seen_at timestamptz(3) not null,
  primary key (company_id, name)
);

-- Every domain a company has or had; a domain belongs to one company.
create table company_domains (
  domain text primary key,
  company_id uuid not null references companies on delete cascade,
  seen_at timestamptz(3) not null
);
create index company_domains_company on company_domains (company_id);

create table investors (
  id uuid primary key,
  name text not null,
  type text,
  hq_country text,
  domain text,
  first_seen_at timestamptz(3),
  last_seen_at timestamptz(3),
  demo boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search_text text not null,
  record text not null
);
create index investors_updated on investors (updated_at, id);
create index investors_domain on investors (domain) where domain is not null;
create index investors_search on investors using gin (search_text gin_trgm_ops) with (fastupdate = off);

create table people (
  id uuid primary key,
  name text not null,
  social_handle text,
  social_url text,
  demo boolean not null default false
);

create table funding_events (
  id uuid primary key,
  company_id uuid references companies,
  stated_company jsonb,
  round text,
  round_stated boolean not null,
  amount_usd_cents bigint check (amount_usd_cents >= 0),
  amount_original_currency text,
  amount_original_cents bigint check (amount_original_cents >= 0),
  announced_at timestamptz(3) not null,
  discovered_at timestamptz(3) not null,
  demo boolean not null default false,
  facets text[] not null,
  record text not null,
  check ((company_id is null) <> (stated_company is null))
);
create index funding_events_newest on funding_events (announced_at desc, id desc);
create index funding_events_company on funding_events (company_id, announced_at desc, id desc) where company_id is not null;
create index funding_events_amount on funding_events (amount_usd_cents, announced_at desc, id desc) where amount_usd_cents is not null;
create index funding_events_facets on funding_events using gin (facets) with (fastupdate = off);

create table funding_event_investors (
  event_id uuid not null references funding_events on delete cascade,
  position smallint not null,
  investor_id uuid not null references investors,
  primary key (event_id, position)
);
create index funding_event_investors_investor on funding_event_investors (investor_id);

create table acquisitions (
  id uuid primary key,
  acquirer_id uuid references companies,
  stated_acquirer jsonb,
  target_id uuid references companies,
  stated_target jsonb,
  amount_usd_cents bigint check (amount_usd_cents >= 0),
  amount_original_currency text,
  amount_original_cents bigint check (amount_original_cents >= 0),
  payment_type text not null,
  is_merger boolean not null,
  announced_at timestamptz(3) not null,
  closing_at timestamptz(3),
  discovered_at timestamptz(3) not null,
  demo boolean not null default false,
  facets text[] not null,
  record text not null,
  check ((acquirer_id is null) <> (stated_acquirer is null)),
  check ((target_id is null) <> (stated_target is null)),
  check (acquirer_id <> target_id)
);
create index acquisitions_newest on acquisitions (announced_at desc, id desc);
create index acquisitions_acquirer on acquisitions (acquirer_id, announced_at desc, id desc) where acquirer_id is not null;
create index acquisitions_target on acquisitions (target_id, announced_at desc, id desc) where target_id is not null;
create index acquisitions_amount on acquisitions (amount_usd_cents, announced_at desc, id desc) where amount_usd_cents is not null;
create index acquisitions_facets on acquisitions using gin (facets) with (fastupdate = off);

create table exec_moves (
  id uuid primary key,
  person_id uuid not null references people,
  company_id uuid references companies,
  stated_company jsonb,
  from_company_id uuid references companies,
  stated_from_company jsonb,
  role text,
  role_seniority text,
  move_type text not null,
  announced_at timestamptz(3) not null,
  effective_date timestamptz(3),
  discovered_at timestamptz(3) not null,
  demo boolean not null default false,
  facets text[] not null,
  record text not null,
  check ((company_id is null) <> (stated_company is null)),
  check (from_company_id is null or stated_from_company is null)
);
create index exec_moves_newest on exec_moves (announced_at desc, id desc);
create index exec_moves_person on exec_moves (person_id, announced_at desc, id desc);
create index exec_moves_company on exec_moves (company_id, announced_at desc, id desc) where company_id is not null;
create index exec_moves_from_company on exec_moves (from_company_id, announced_at desc, id desc) where from_company_id is not null;
create index exec_moves_facets on exec_moves using gin (facets) with (fastupdate = off);

-- Where an event was reported; event_id is the id of an event of any kind.
create table event_sources (
  event_id uuid not null,
  position smallint not null,
  url text not null,
  outlet text,
  title text,
  primary key (event_id, position)
);

-- Under which key an outside source knows an entity or event: the same key is the same thing on every import.
create table external_keys (
  kind text not null check (kind in ('company', 'investor', 'person', 'funding', 'acquisition', 'exec_move')),
  source text not null,
  key text not null,
  id uuid not null,
  primary key (kind, source, key)
);
create index external_keys_id on external_keys (id);

-- Kept counts of the feeds (convention 8 at no cost when nothing is filtered).
create table feed_totals (
  feed text primary key,
  total bigint not null
);
insert into feed_totals values ('funding_events', 0), ('acquisitions', 0), ('exec_moves', 0);

create function count_feed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update feed_totals set total = total + (select count(*) from changed) where feed = tg_table_name;
  else
    update feed_totals set total = total - (select count(*) from changed) where feed = tg_table_name;
  end if;
  return null;
end $$;
create trigger funding_events_added after insert on funding_events referencing new table as changed for each statement execute function count_feed();
create trigger funding_events_removed after delete on funding_events referencing old table as changed for each statement execute function count_feed();
create trigger acquisitions_added after insert on acquisitions referencing new table as changed for each statement execute function count_feed();
create trigger acquisitions_removed after delete on acquisitions referencing old table as changed for each statement execute function count_feed();
create trigger exec_moves_added after insert on exec_moves referencing new table as changed for each statement execute function count_feed();
create trigger exec_moves_removed after delete on exec_moves referencing old table as changed for each statement execute function count_feed();

create table workspaces (
  id uuid primary key,
  name text not null unique,
  balance bigint not null default 0 check (balance >= 0),
  created_at timestamptz(3) not null
);

create table api_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_workspace on api_keys (workspace_id);

-- Append-only; the sum of a workspace's deltas is its balance at every commit. Ids are UUID v7, so in order of time.
create table ledger (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  request_id uuid,
  endpoint text not null,
  key_id uuid references api_keys,
  person text,
  view text,
  delta bigint not null check (delta <> 0),
  balance_after bigint not null check (balance_after >= 0),
  at timestamptz(3) not null
);
create index ledger_workspace on ledger (workspace_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_append_only before update or delete on ledger for each statement execute function refuse_change();

-- Small facts about this installation, such as when the demo data set was loaded.
create table settings (
  name text primary key,
  value jsonb not null
);
`;
