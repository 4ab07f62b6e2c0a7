/**
 * What the rest of the interface needs: the order of changes of companies and investors, the nightly figures and ranks,
 * the keys by which one company is found, limits, and answers kept for retries.
 */
export const sql = `
-- Companies and investors are read in the order of their changes by readers who keep their last cursor. changed_at is the
-- instant of the latest change: a writer takes a later one while it holds this row, which it does until it commits, so a
-- change that becomes visible always stands behind everything that was visible before.
alter table feeds add column changed_at timestamptz(3) not null default '0001-01-01T00:00:00Z';
insert into feeds (feed, total, version, changed_at)
  select 'companies', count(*), 0, coalesce(max(updated_at), '0001-01-01T00:00:00Z') from companies
  union all
  select 'investors', count(*), 0, coalesce(max(updated_at), '0001-01-01T00:00:00Z') from investors;

-- The first load of an empty directory may bring its own history; later changes carry the instant that was taken for them.
create function note_entities(added bigint, earliest timestamptz, latest timestamptz, name text) returns void language plpgsql as $$
declare
  before feeds;
begin
  select * into before from feeds where feed = name for update;
  if before.total > 0 and earliest < before.changed_at then
    raise exception 'a change of % at % is earlier than the latest one, at %', name, earliest, before.changed_at;
  end if;
  update feeds set total = total + added, version = version + 1, changed_at = greatest(changed_at, latest) where feed = name;
end $$;
create function note_entities_added() returns trigger language plpgsql as $$
begin
  perform note_entities(count(*), min(updated_at), max(updated_at), tg_table_name) from changed having count(*) > 0;
  return null;
end $$;
create function note_entities_changed() returns trigger language plpgsql as $$
begin
  perform note_entities(0, min(updated_at), max(updated_at), tg_table_name) from changed having count(*) > 0;
  return null;
end $$;
create trigger companies_1_added after insert on companies referencing new table as changed for each statement execute function note_entities_added();
create trigger companies_1_changed after update on companies referencing new table as changed for each statement execute function note_entities_changed();
create trigger companies_removed after delete on companies referencing old table as changed for each statement execute function note_removed();
create trigger investors_added after insert on investors referencing new table as changed for each statement execute function note_entities_added();
create trigger investors_changed after update on investors referencing new table as changed for each statement execute function note_entities_changed();
create trigger investors_removed after delete on investors referencing old table as changed for each statement execute function note_removed();

-- The nightly figures of each company. No foreign keys here: checking them took a fifth of a night and wrote to the row of
-- every company, and their deletes came before the lock on feeds, against the order in which a night takes its locks.
create table company_figures (
  company_id uuid primary key,
  raised_last_12m_usd_cents bigint not null default 0,
  known_people integer not null default 0,
  has_founder boolean not null default false
);
create index company_figures_raised on company_figures (raised_last_12m_usd_cents) where raised_last_12m_usd_cents > 0;
create index company_figures_people on company_figures (known_people) where known_people > 0;
create index company_figures_founder on company_figures (company_id) where has_founder;

-- Prominence: rank 1 is the most prominent company of that night. The two latest nights are kept, for cursors.
create table rank_generations (
  generation integer primary key,
  made_at timestamptz(3) not null
);
create table company_ranks (
  generation integer not null,
  rank integer not null,
  company_id uuid not null,
  primary key (generation, rank),
  unique (company_id, generation)
);
insert into rank_generations values (0, now());
insert into company_figures (company_id) select id from companies;
insert into company_ranks select 0, row_number() over (order by id), id from companies;

-- A company that is new since the last night has figures of 0 and stands at the end of the ranks.
create function add_to_figures() returns trigger language plpgsql as $$
begin
  insert into company_figures (company_id) select id from changed;
  -- Materialized: looked up row by row, the largest rank was searched for behind all those just inserted.
  insert into company_ranks
    with ends as materialized (
      select g.generation, coalesce((select max(rank) from company_ranks r where r.generation = g.generation), 0) as last
      from rank_generations g
    )
    select e.generation, e.last + row_number() over (partition by e.generation order by c.id), c.id
    from ends e cross join changed c;
  return null;
end $$;
create trigger companies_2_figures after insert on companies referencing new table as changed for each statement execute function add_to_figures();
create function remove_from_figures() returns trigger language plpgsql as $$
begin
  delete from company_figures f using changed c where f.company_id = c.id;
  delete from company_ranks r using changed c where r.company_id = c.id;
  return null;
end $$;
-- Its name puts it behind companies_removed, which locks the directory's row of feeds.
create trigger companies_removed_2_figures after delete on companies referencing old table as changed for each statement execute function remove_from_figures();

create index companies_founded on companies (founded_year) where founded_year is not null;
-- The start of the name, which a search under three characters looks for; search_text begins with the name.
create index companies_name_start on companies (left(search_text, 40) text_pattern_ops);
create index investors_name_start on investors (left(search_text, 40) text_pattern_ops);

alter table investors add column facets text[];
update investors set facets = array['t:' || coalesce(type, 'unknown')] || case when hq_country is null then '{}' else array['c:' || hq_country] end;
alter table investors alter column facets set not null;
create index investors_facets on investors using gin (facets) with (fastupdate = off);

-- A name without case, punctuation and legal form: 'ACME Holdings, Inc.' and 'Acme Holdings' are one.
create function company_name_key(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    btrim(regexp_replace(translate(lower(name), '.''’', ''), '[\\s,;()]+', ' ', 'g')),
    '( (incorporated|inc|corporation|corp|company|co|limited|ltd|llc|llp|lp|plc|gmbh( & co)?|ag|kg|kgaa|ug|se|sa|sas|sasu|sarl|srl|spa|bv|nv|ab|as|a/s|aps|asa|oy|oyj|pty|pte|pvt|private limited|kk|sl|slu|sro|sp z oo|zrt|kft|doo|ooo|jsc|pjsc|sdn|bhd|ltda|cv|sab de|de))+$',
    '')
$$;
create index companies_name_key on companies (company_name_key(name));

-- The handle of a profile: of an address its last part; of a bare handle itself.
create function social_key(profile text) returns text language sql immutable parallel safe as $$
  select nullif(lower(regexp_replace(rtrim(regexp_replace(btrim(profile), '[?#].*$', ''), '/'), '^.*/|^@', '')), '')
$$;
create index companies_social_handle on companies (social_key(social_handle)) where social_handle is not null;
create index companies_social_url on companies (social_key(social_url)) where social_url is not null;

-- Limits: numbers of a workspace's own stand in place of those of its plan. tokens: requests it may make at once, at tokens_at.
alter table workspaces
  add column plan text not null default 'free' check (plan in ('free', 'paid')),
  add column rate_per_minute integer check (rate_per_minute > 0),
  add column burst integer check (burst > 0),
  add column blocked boolean not null default false,
  add column tokens double precision,
  add column tokens_at timestamptz not null default now();
-- Those that were there had no limit at all.
update workspaces set plan = 'paid';

-- Unusable keys by the address they came from.
create table bad_keys (
  address text primary key,
  count integer not null,
  since timestamptz(3) not null,
  refused_until timestamptz(3)
);

-- Answers to requests under an idempotency key; written in the transaction that charges for them.
create table idempotent_answers (
  workspace_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  headers jsonb,
  body text,
  at timestamptz(3) not null,
  primary key (workspace_id, key)
);
create index idempotent_answers_at on idempotent_answers (at);
`;
