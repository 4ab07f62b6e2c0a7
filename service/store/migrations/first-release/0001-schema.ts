/**
 * Creates the whole schema: records and their order of changes, ranks, totals, workspaces and their ledger, people,
 * saved views, webhooks, the inbox and MCP connections. Feed tables carry the record as ready JSON text and its facet
 * tokens, so that a page is one index walk and no join. Instants are whole milliseconds (checked), because a cursor
 * holds milliseconds.
 */
import { chargeSql } from "./charge";

/** A block has this many events: seven such rows of bits fit into a page, and none is moved out of it. */
const BLOCK = 8192;
const NO_BITS = "0".repeat(BLOCK);
/** A version of a feed that changed more records than this is not recorded: everything is read again. */
const MOST_RECORDED = 5_000;

/**
 * Selects the rows of bits of events, from a relation with place, facets, amount_usd_cents and announced_at. Events of one
 * amount and of one day go through their digits together.
 */
const selectBits = (events: string) => `
    with e as materialized (
      select (place / ${BLOCK})::integer as block, (place % ${BLOCK})::integer as bit, facets,
        amount_number(amount_usd_cents) as amount, instant_number(announced_at) as announced
      from ${events}
    )
    select token, block, -1::smallint as slice, bits_at(bit, 1) as bits
    from (select block, bit, unnest(facets) as token from e) t group by token, block
    union all
    select 'amount', block, -1, bits_at(bit, 1) from e where amount is not null group by block
    union all
    select 'amount', block, digit, bit_or(bits)
    from (select block, amount, bits_at(bit, 1) as bits from e where amount is not null group by block, amount) v
      join generate_series(0, 63) digit on amount & (1::bigint << digit) <> 0 group by block, digit
    union all
    select 'announced', block, -1, bits_at(bit, 1) from e group by block
    union all
    select 'announced', block, digit, bit_or(bits)
    from (select block, announced >> 27 as day, bits_at(bit, 1) as bits from e group by block, day) v
      join generate_series(27, 48) digit on day & (1::bigint << (digit - 27)) <> 0 group by block, digit
    union all
    select 'announced', block, digit, bits_at(bit, 1)
    from (select block, bit, announced & 134217727 as ms from e where announced & 134217727 <> 0) v
      join generate_series(0, 26) digit on ms & (1::bigint << digit) <> 0 group by block, digit`;

const addBits = (events: string) => `
  -- The usual digits of a block are all there, so that reading finds each in its order.
  insert into event_bitmaps
    select tg_table_name, number, block, digit, B'${NO_BITS}'
    from (select distinct (place / ${BLOCK})::integer as block from ${events}) touched
      cross join (values ('amount', 47), ('announced', 46)) as n (number, last_usual)
      cross join lateral generate_series(0, last_usual) digit
    where not exists (
      select from event_bitmaps b where b.feed = tg_table_name and b.token = 'announced' and b.block = touched.block and b.slice = 0);
  insert into event_bitmaps as b select tg_table_name, added.* from (${selectBits(events)}) added
    on conflict (feed, token, block, slice) do update set bits = b.bits | excluded.bits;`;

/** All these rows exist; handled as conflicts they are found by their key, even with a plan made for a larger batch. */
const removeBits = (events: string) => `
  insert into event_bitmaps as b select tg_table_name, gone.* from (${selectBits(events)}) gone
    on conflict (feed, token, block, slice) do update set bits = b.bits & ~ excluded.bits;`;

/** Selects the rows whose counted facts an update changed, as they are in one of the two tables of its trigger. */
const moved = (which: "replaced" | "changed") => `(select ${which}.* from replaced join changed using (id)
      where (replaced.facets, replaced.amount_usd_cents, replaced.announced_at)
        is distinct from (changed.facets, changed.amount_usd_cents, changed.announced_at)) moved`;

export const sql = `
create extension if not exists pg_trgm;

------------------------------------------------------------------------------------------------------------------------
-- Companies, investors and people
------------------------------------------------------------------------------------------------------------------------

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
  record text not null,
  search_terms text[] not null default '{}'
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
-- The index of each order holds what filters ask for, so that rows are looked through without their records, most of which
-- are not in memory: half a µs for each instead of 2 to 8. An index alone answers only for pages that a vacuum has seen,
-- which is why these tables are vacuumed early.
create index companies_updated on companies (updated_at, id) include (founded_year, facets);
-- Finds the companies of the ranks, in their order.
create unique index companies_looked_at on companies (id) include (updated_at, founded_year, facets);
create index companies_domain on companies (domain) where domain is not null;
create index companies_founded on companies (founded_year) where founded_year is not null;
-- New entries of these indexes are listed first and put in together at the end of each batch of an import, which cleans the
-- list before it commits. Switching that on and off for each import took locks that stopped readers.
create index companies_facets on companies using gin (facets);
create index companies_search on companies using gin (search_text gin_trgm_ops);
-- Holds short words, and letters beyond ASCII, for which trigrams scan every row in a database of locale C.
create index companies_search_terms on companies using gin (search_terms);

-- Returns a name without case, punctuation and legal form: 'ACME Holdings, Inc.' and 'Acme Holdings' are one.
create function company_name_key(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    btrim(regexp_replace(translate(lower(name), '.''’', ''), '[\\s,;()]+', ' ', 'g')),
    '( (incorporated|inc|corporation|corp|company|co|limited|ltd|llc|llp|lp|plc|gmbh( & co)?|ag|kg|kgaa|ug|se|sa|sas|sasu|sarl|srl|spa|bv|nv|ab|as|a/s|aps|asa|oy|oyj|pty|pte|pvt|private limited|kk|sl|slu|sro|sp z oo|zrt|kft|doo|ooo|jsc|pjsc|sdn|bhd|ltda|cv|sab de|de))+$',
    '')
$$;
create index companies_name_key on companies (company_name_key(name));

-- Returns the handle of a profile: the last part of an address, or the bare handle itself.
create function social_key(profile text) returns text language sql immutable parallel safe as $$
  select nullif(lower(regexp_replace(rtrim(regexp_replace(btrim(profile), '[?#].*$', ''), '/'), '^.*/|^@', '')), '')
$$;
create index companies_social_handle on companies (social_key(social_handle)) where social_handle is not null;
create index companies_social_url on companies (social_key(social_url)) where social_url is not null;

create table company_former_names (
  company_id uuid not null references companies on delete cascade,
  name text not null,
  seen_at timestamptz(3) not null,
  primary key (company_id, name)
);

-- Holds every domain a company has or had; a domain belongs to one company.
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
  record text not null,
  facets text[] not null,
  search_terms text[] not null default '{}'
);
create index investors_updated on investors (updated_at, id) include (facets);
create index investors_domain on investors (domain) where domain is not null;
create index investors_facets on investors using gin (facets);
create index investors_search on investors using gin (search_text gin_trgm_ops);
create index investors_search_terms on investors using gin (search_terms);

create table people (
  id uuid primary key,
  name text not null,
  social_handle text,
  social_url text,
  demo boolean not null default false
);

------------------------------------------------------------------------------------------------------------------------
-- Events
------------------------------------------------------------------------------------------------------------------------

-- A place is where an event stands in the bitmaps, in order of arrival. Places of removed events stay free.
create sequence funding_event_places;
create sequence acquisition_places;

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
  place bigint default nextval('funding_event_places'),
  check ((company_id is null) <> (stated_company is null))
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
create index funding_events_newest on funding_events (announced_at desc, id desc) include (amount_usd_cents, facets);
create index funding_events_company on funding_events (company_id, announced_at desc, id desc) where company_id is not null;
create index funding_events_amount on funding_events (amount_usd_cents, announced_at desc, id desc) where amount_usd_cents is not null;
create index funding_events_facets on funding_events using gin (facets);

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
  place bigint default nextval('acquisition_places'),
  check ((acquirer_id is null) <> (stated_acquirer is null)),
  check ((target_id is null) <> (stated_target is null)),
  check (acquirer_id <> target_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
create index acquisitions_newest on acquisitions (announced_at desc, id desc) include (amount_usd_cents, facets);
create index acquisitions_acquirer on acquisitions (acquirer_id, announced_at desc, id desc) where acquirer_id is not null;
create index acquisitions_target on acquisitions (target_id, announced_at desc, id desc) where target_id is not null;
create index acquisitions_amount on acquisitions (amount_usd_cents, announced_at desc, id desc) where amount_usd_cents is not null;
create index acquisitions_facets on acquisitions using gin (facets);

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
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
create index exec_moves_newest on exec_moves (announced_at desc, id desc) include (facets);
create index exec_moves_person on exec_moves (person_id, announced_at desc, id desc);
create index exec_moves_company on exec_moves (company_id, announced_at desc, id desc) where company_id is not null;
create index exec_moves_from_company on exec_moves (from_company_id, announced_at desc, id desc) where from_company_id is not null;
create index exec_moves_facets on exec_moves using gin (facets);

-- Says where an event was reported; event_id is the id of an event of any kind.
create table event_sources (
  event_id uuid not null,
  position smallint not null,
  url text not null,
  outlet text,
  title text,
  primary key (event_id, position)
);

-- Says under which key an outside source knows an entity or event: the same key is the same thing on every import.
create table external_keys (
  kind text not null check (kind in ('company', 'investor', 'person', 'funding', 'acquisition', 'exec_move')),
  source text not null,
  key text not null,
  id uuid not null,
  primary key (kind, source, key)
);
create index external_keys_id on external_keys (id);

------------------------------------------------------------------------------------------------------------------------
-- Versions of the feeds
------------------------------------------------------------------------------------------------------------------------

-- Has one row per feed: how many records it holds, and a version that every change of them raises in its own transaction,
-- so that a page kept in memory can be checked against it. Companies and investors are read in the order of their changes
-- by readers who keep their last cursor. changed_at is the instant of the latest change: a writer takes a later one while
-- it holds this row, which it does until it commits, so a change that becomes visible always stands behind everything that
-- was visible before.
create table feeds (
  feed text primary key,
  total bigint not null,
  version bigint not null,
  changed_at timestamptz(3) not null default '0001-01-01T00:00:00Z'
);
insert into feeds (feed, total, version) values
  ('funding_events', 0, 0), ('acquisitions', 0, 0), ('exec_moves', 0, 0), ('companies', 0, 0), ('investors', 0, 0);

create function note_added() returns trigger language plpgsql as $$
begin
  update feeds set total = total + (select count(*) from changed), version = version + 1 where feed = tg_table_name;
  return null;
end $$;
create function note_removed() returns trigger language plpgsql as $$
begin
  update feeds set total = total - (select count(*) from changed), version = version + 1 where feed = tg_table_name;
  return null;
end $$;
create function note_changed() returns trigger language plpgsql as $$
begin
  update feeds set version = version + 1 where feed = tg_table_name;
  return null;
end $$;

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

create trigger funding_events_added after insert on funding_events referencing new table as changed for each statement execute function note_added();
create trigger funding_events_removed after delete on funding_events referencing old table as changed for each statement execute function note_removed();
create trigger funding_events_changed after update on funding_events for each statement execute function note_changed();
create trigger acquisitions_added after insert on acquisitions referencing new table as changed for each statement execute function note_added();
create trigger acquisitions_removed after delete on acquisitions referencing old table as changed for each statement execute function note_removed();
create trigger acquisitions_changed after update on acquisitions for each statement execute function note_changed();
create trigger exec_moves_added after insert on exec_moves referencing new table as changed for each statement execute function note_added();
create trigger exec_moves_removed after delete on exec_moves referencing old table as changed for each statement execute function note_removed();
create trigger exec_moves_changed after update on exec_moves for each statement execute function note_changed();
create trigger companies_1_added after insert on companies referencing new table as changed for each statement execute function note_entities_added();
create trigger companies_1_changed after update on companies referencing new table as changed for each statement execute function note_entities_changed();
create trigger companies_removed after delete on companies referencing old table as changed for each statement execute function note_removed();
create trigger investors_added after insert on investors referencing new table as changed for each statement execute function note_entities_added();
create trigger investors_changed after update on investors referencing new table as changed for each statement execute function note_entities_changed();
create trigger investors_removed after delete on investors referencing old table as changed for each statement execute function note_removed();

-- Says which records each version of a feed changed, so that columns in memory read only those again. A version without a
-- row changed too many to record them. The id is null for a version that changed no record.
create table feed_changes (
  feed text not null,
  version bigint not null,
  id uuid,
  at timestamptz(3) not null default now(),
  unique nulls not distinct (feed, version, id)
);
create function record_changes() returns trigger language plpgsql as $$
declare
  records bigint := (select count(*) from (select from changed limit ${MOST_RECORDED + 1}) counted);
begin
  if records <= ${MOST_RECORDED} then
    insert into feed_changes (feed, version, id)
      select f.feed, f.version, c.id from feeds f left join changed c on true where f.feed = tg_table_name
      on conflict do nothing;
  end if;
  return null;
end $$;
-- The names of these triggers put them behind those that raise the version.
create trigger funding_events_versions_added after insert on funding_events referencing new table as changed
  for each statement execute function record_changes();
create trigger funding_events_versions_changed after update on funding_events referencing new table as changed
  for each statement execute function record_changes();
create trigger funding_events_versions_removed after delete on funding_events referencing old table as changed
  for each statement execute function record_changes();
create trigger acquisitions_versions_added after insert on acquisitions referencing new table as changed
  for each statement execute function record_changes();
create trigger acquisitions_versions_changed after update on acquisitions referencing new table as changed
  for each statement execute function record_changes();
create trigger acquisitions_versions_removed after delete on acquisitions referencing old table as changed
  for each statement execute function record_changes();
create trigger exec_moves_versions_added after insert on exec_moves referencing new table as changed
  for each statement execute function record_changes();
create trigger exec_moves_versions_changed after update on exec_moves referencing new table as changed
  for each statement execute function record_changes();
create trigger exec_moves_versions_removed after delete on exec_moves referencing old table as changed
  for each statement execute function record_changes();
create trigger companies_versions_added after insert on companies referencing new table as changed
  for each statement execute function record_changes();
create trigger companies_versions_changed after update on companies referencing new table as changed
  for each statement execute function record_changes();
create trigger companies_versions_removed after delete on companies referencing old table as changed
  for each statement execute function record_changes();
create trigger investors_versions_added after insert on investors referencing new table as changed
  for each statement execute function record_changes();
create trigger investors_versions_changed after update on investors referencing new table as changed
  for each statement execute function record_changes();
create trigger investors_versions_removed after delete on investors referencing old table as changed
  for each statement execute function record_changes();

------------------------------------------------------------------------------------------------------------------------
-- Figures and ranks of companies
------------------------------------------------------------------------------------------------------------------------

-- Holds the nightly figures of each company. There are no foreign keys here: checking them took a fifth of a night and wrote
-- to the row of every company, and their deletes came before the lock on feeds, against the order in which a night takes
-- its locks.
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
insert into rank_generations values (0, now());
-- Ranks hold a copy of the figures. Companies that raised much stand at one end of the ranks: with the figures looked up
-- elsewhere it took 450 ms to see that the other end has no match, with the copy 17.
create table company_ranks (
  generation integer not null,
  rank integer not null,
  company_id uuid not null,
  raised_last_12m_usd_cents bigint not null default 0,
  known_people integer not null default 0,
  has_founder boolean not null default false,
  primary key (generation, rank),
  unique (company_id, generation)
);

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
-- The name of this trigger puts it behind companies_removed, which locks the directory's row of feeds.
create trigger companies_removed_2_figures after delete on companies referencing old table as changed for each statement execute function remove_from_figures();

create function copy_figures() returns trigger language plpgsql as $$
begin
  update company_ranks r
    set raised_last_12m_usd_cents = f.raised_last_12m_usd_cents, known_people = f.known_people, has_founder = f.has_founder
    from company_figures f
    where f.company_id = r.company_id and r.company_id in (select company_id from changed)
      and (r.raised_last_12m_usd_cents, r.known_people, r.has_founder)
        <> (f.raised_last_12m_usd_cents, f.known_people, f.has_founder);
  return null;
end $$;
create trigger company_ranks_added after insert on company_ranks referencing new table as changed
  for each statement execute function copy_figures();
create trigger company_figures_changed after update on company_figures referencing new table as changed
  for each statement execute function copy_figures();

-- Updates the figures of people of these companies. It locks the directory's row of feeds first, as the nightly job does,
-- which could otherwise write an older count.
create function count_people(companies uuid[]) returns void language plpgsql as $$
declare
  counted uuid[];
begin
  if companies is null then
    return;
  end if;
  perform from feeds where feed = 'companies' for update;
  with last_moves as (
    select distinct on (m.person_id, side.company_id) side.company_id, side.stays, side.founder
    from exec_moves m cross join lateral (
      values (m.company_id, m.move_type <> 'departure', m.role_seniority is not distinct from 'founder'),
        (case when m.from_company_id is distinct from m.company_id then m.from_company_id end, false, false)
    ) as side (company_id, stays, founder)
    where (m.company_id = any(companies) or m.from_company_id = any(companies))
      and side.company_id = any(companies) and m.announced_at <= now()
    order by m.person_id, side.company_id, m.announced_at desc, m.id desc
  ), people as (
    select company_id, count(*)::integer as known, bool_or(founder) as founder from last_moves where stays group by company_id
  ), updated as (
    update company_figures f set known_people = coalesce(p.known, 0), has_founder = coalesce(p.founder, false)
    from unnest(companies) c (id) left join people p on p.company_id = c.id
    where f.company_id = c.id and (f.known_people, f.has_founder) <> (coalesce(p.known, 0), coalesce(p.founder, false))
    returning f.company_id
  )
  select array_agg(company_id) into counted from updated;
  if counted is not null then
    update feeds set version = version + 1 where feed = 'companies';
    insert into feed_changes (feed, version, id)
      select feed, version, id from feeds, unnest(counted) id where feed = 'companies' on conflict do nothing;
  end if;
end $$;

create function count_people_of_moves() returns trigger language plpgsql as $$
begin
  perform count_people(array_agg(distinct id)) from (
    select company_id as id from changed union select from_company_id from changed) side where id is not null;
  return null;
end $$;
create function count_people_of_changed_moves() returns trigger language plpgsql as $$
begin
  perform count_people(array_agg(distinct side.id)) from replaced join changed using (id), lateral (
    values (replaced.company_id), (replaced.from_company_id), (changed.company_id), (changed.from_company_id)) side (id)
    where side.id is not null
      and (replaced.person_id, replaced.company_id, replaced.from_company_id, replaced.move_type, replaced.role_seniority,
        replaced.announced_at) is distinct from (changed.person_id, changed.company_id, changed.from_company_id,
        changed.move_type, changed.role_seniority, changed.announced_at);
  return null;
end $$;
create trigger exec_moves_people_added after insert on exec_moves referencing new table as changed
  for each statement execute function count_people_of_moves();
create trigger exec_moves_people_removed after delete on exec_moves referencing old table as changed
  for each statement execute function count_people_of_moves();
create trigger exec_moves_people_changed after update on exec_moves referencing old table as replaced new table as changed
  for each statement execute function count_people_of_changed_moves();

------------------------------------------------------------------------------------------------------------------------
-- Exact totals in milliseconds at a million events
------------------------------------------------------------------------------------------------------------------------

-- A total is counted from bitmaps: each event has a place, places are cut into blocks, and of each block there is a row of
-- bits for every facet token, which says which of its events have it. Filters are then unions and intersections of bits.
-- Numbers are bit-sliced: a row of bits for each binary digit, by which a bound is compared for a whole block.
-- token: a facet token, or the name of a number: amount, announced. slice: -1 for the events that have it, else the binary
-- digit of the number; digits beyond the usual ones (amounts of $2.8 trillion and more, years from 2871) only where they occur.
create table event_bitmaps (
  feed text not null,
  token text not null,
  block integer not null,
  slice smallint not null,
  bits bit(${BLOCK}) not null,
  primary key (feed, token, block, slice)
) with (fillfactor = 85);
-- The bits are never compressed, and each page has room for one more row, so that a row whose bits change stays where it is.
alter table event_bitmaps alter bits set storage plain;

create aggregate bits_at(integer, integer) (sfunc = set_bit, stype = bit, initcond = '${NO_BITS}');

-- Returns an instant as a number: the day since year 1, and below it 27 binary digits for the millisecond of the day, so that a
-- bound at midnight needs only the digits of the day. The seconds of a day are exact to the millisecond as a double.
create function instant_number(at timestamptz) returns bigint language sql immutable parallel safe as $$
  select ((at at time zone 'UTC')::date - date '0001-01-01')::bigint << 27
    | round(date_part('epoch', (at at time zone 'UTC')::time) * 1000)::bigint
$$;

-- Returns an amount as a number: millions of cents, and below them 20 binary digits for the rest, so that a bound of whole $10,000
-- needs only the digits of the first.
create function amount_number(cents bigint) returns bigint language sql immutable parallel safe as $$
  select (cents / 1000000) << 20 | cents % 1000000
$$;

create function count_added() returns trigger language plpgsql as $$
begin ${addBits("changed")}
  return null;
end $$;
create function count_removed() returns trigger language plpgsql as $$
begin ${removeBits("changed")}
  -- A block without events is as if it had never been.
  delete from event_bitmaps b using event_bitmaps held
    where held.feed = tg_table_name and held.token = 'announced' and held.slice = -1 and bit_count(held.bits) = 0
      and held.block in (select (place / ${BLOCK})::integer from changed)
      and b.feed = tg_table_name and b.block = held.block;
  return null;
end $$;
create function count_changed() returns trigger language plpgsql as $$
begin ${removeBits(moved("replaced"))}${addBits(moved("changed"))}
  return null;
end $$;
-- The names of these triggers put them behind those that lock the row of feeds: two writers never touch its bitmaps together.
create trigger funding_events_totals_added after insert on funding_events referencing new table as changed
  for each statement execute function count_added();
create trigger funding_events_totals_removed after delete on funding_events referencing old table as changed
  for each statement execute function count_removed();
create trigger funding_events_totals_changed after update on funding_events referencing old table as replaced new table as changed
  for each statement execute function count_changed();
create trigger acquisitions_totals_added after insert on acquisitions referencing new table as changed
  for each statement execute function count_added();
create trigger acquisitions_totals_removed after delete on acquisitions referencing old table as changed
  for each statement execute function count_removed();
create trigger acquisitions_totals_changed after update on acquisitions referencing old table as replaced new table as changed
  for each statement execute function count_changed();

------------------------------------------------------------------------------------------------------------------------
-- Workspaces, keys and the ledger
------------------------------------------------------------------------------------------------------------------------

create table workspaces (
  id uuid primary key,
  name text not null,
  balance bigint not null default 0 check (balance >= 0),
  created_at timestamptz(3) not null,
  -- A workspace's own limits replace those of its plan.
  plan text not null default 'free' check (plan in ('free', 'paid')),
  rate_per_minute integer check (rate_per_minute > 0),
  burst integer check (burst > 0),
  blocked boolean not null default false,
  -- The requests it may make immediately, as of tokens_at.
  tokens double precision,
  tokens_at timestamptz not null default now(),
  -- What the dashboard used of the day used_on and of its month, in UTC, so that a charge need not add up the ledger. Both
  -- start at 0 again when these have passed.
  used_on date,
  used_day bigint not null default 0,
  used_month bigint not null default 0,
  -- The sequence of the latest entry of the ledger, which left this balance; 0 means that there is no entry yet.
  ledger_sequence bigint not null default 0,
  -- Null means that the plan decides.
  webhooks text check (webhooks in ('included', 'metered', 'off'))
);
-- Two workspaces may have the same name, and neither learns of the other.
create index workspaces_name on workspaces (name);

create table api_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  name text not null,
  prefix text not null,
  -- Null in the key that stands for the dashboard, which has no text.
  hash bytea unique,
  last_four text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  dashboard boolean not null default false,
  expires_at timestamptz(3),
  -- There is no reference, because a key keeps its maker when that person is gone. Null if the operator made it.
  created_by uuid
);
create index api_keys_workspace on api_keys (workspace_id);
create unique index api_keys_dashboard on api_keys (workspace_id) where dashboard and revoked_at is null;

-- Append-only; the sum of a workspace's deltas is its balance at every commit. Ids are UUID v7, so in order of time.
-- There are no foreign keys: a row is written by the statement that locks its workspace, and checking cost a fifth of a
-- charge; and what was used stays used when its person or connection is gone.
create table ledger (
  id uuid primary key,
  workspace_id uuid not null,
  request_id uuid,
  endpoint text not null,
  key_id uuid,
  view text,
  delta bigint not null check (delta <> 0),
  balance_after bigint not null check (balance_after >= 0),
  at timestamptz(3) not null,
  person_id uuid,
  -- 1, 2, 3 … within a workspace. No index makes it unique: the statement that writes an entry holds the workspace's lock.
  sequence bigint not null,
  connection_id uuid,
  -- Records delivered by the charge, including those purchased before. Null means as many as credits.
  records integer check (records >= -delta)
);
create index ledger_workspace on ledger (workspace_id, id);
create index ledger_person on ledger (workspace_id, id) where person_id is not null;
create index ledger_connection on ledger (connection_id, id) where connection_id is not null;
-- The balance after the latest grant, which the rest is measured against.
create index ledger_grants on ledger (workspace_id, id) where delta > 0;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_append_only before update or delete on ledger for each statement execute function refuse_change();

-- The records that a workspace has purchased, so that each is charged once. There are no foreign keys, as in the ledger. A
-- record that is deleted leaves its row behind, which then matches nothing.
create table purchased_records (
  workspace_id uuid not null,
  -- Table of the record, as in feeds.
  kind text collate "C" not null,
  record_id uuid not null,
  -- Null if a webhook that the plan includes delivered it.
  ledger_id uuid,
  at timestamptz(3) not null,
  primary key (workspace_id, kind, record_id)
);

-- Records that were delivered without a charge because the workspace had purchased them, by day of UTC, person and view.
create table free_deliveries (
  workspace_id uuid not null,
  day date not null,
  person_id uuid not null,
  -- Address of the page; empty without one.
  view text not null,
  records bigint not null,
  requests bigint not null,
  primary key (workspace_id, day, person_id, view)
);

create function delete_purchases() returns trigger language plpgsql as $$
begin
  delete from purchased_records where workspace_id = old.id;
  delete from free_deliveries where workspace_id = old.id;
  return null;
end $$;
create trigger workspaces_purchases after delete on workspaces for each row execute function delete_purchases();

-- Returns which of these records, by their place from 1, the workspace has not purchased since that instant. It is volatile,
-- because its query must see what other charges committed while the caller waited for the lock of the workspace, and it has
-- a scalar subquery, because a join could read every purchase of the workspace. Null ids are skipped. Purchases that no
-- longer count are deleted here, so that the charge inserts its own without looking for conflicts, which costs a quarter of it.
create function unpaid_positions(workspace uuid, kinds text[], ids uuid[], since timestamptz) returns integer[]
language plpgsql volatile set enable_seqscan = off as $$
begin
  if since is not null then
    delete from purchased_records p using unnest(kinds, ids) as item (kind, id)
    where p.workspace_id = workspace and p.kind = item.kind and p.record_id = item.id and p.at <= since;
  end if;
  return array(
    select item.position::int from unnest(kinds, ids) with ordinality as item (kind, id, position)
    where item.id is not null and (
      select p.at from purchased_records p
      where p.workspace_id = workspace and p.kind = item.kind and p.record_id = item.id
    ) is null
    order by item.position
  );
end $$;

-- Counts unusable keys by the address they came from.
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

-- Small facts about this installation, such as when the demo data set was loaded.
create table settings (
  name text primary key,
  value jsonb not null
);

------------------------------------------------------------------------------------------------------------------------
-- People, their sessions and memberships
------------------------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  operator boolean not null default false,
  demo boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The workspace of a registration until it gets its first credits, which is when the address is confirmed.
  uncredited_workspace_id uuid references workspaces on delete set null
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

-- A session is for one workspace. Opening another workspace makes a new session, so what is kept by session stays true.
create table user_sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  workspace_id uuid not null references workspaces,
  ip_address text,
  user_agent text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  token_hash bytea not null unique
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
  -- What the person used, as in workspaces.
  used_on date,
  used_day bigint not null default 0,
  used_month bigint not null default 0,
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
  -- When it was accepted or withdrawn; a link works once.
  ended_at timestamptz(3),
  -- A link that an owner copies is not the mailed one: it does not prove whose address it is.
  copied_token_hash bytea unique
);
create index invitations_workspace on invitations (workspace_id) where ended_at is null;
create index invitations_sent on invitations (invited_by, created_at);

-- The row without a user is the budget of the workspace.
create table budgets (
  workspace_id uuid not null references workspaces,
  user_id uuid references users on delete cascade,
  day bigint check (day > 0),
  month bigint check (month > 0),
  session bigint check (session > 0),
  unique nulls not distinct (workspace_id, user_id)
);

-- Attempts to register, to sign in or to be sent a link, by what they are limited by: an account or an address.
create table attempts (
  subject text primary key,
  count integer not null,
  since timestamptz(3) not null,
  refused_until timestamptz(3),
  -- Digest of the account, so that a new password clears its attempts from every network. Null if counted by network alone.
  account text
);
create index attempts_account on attempts (account) where account is not null;

-- Companies that people looked up without owning them, by day of UTC: each person may look up a limited number a day.
create table company_lookups (
  person_id uuid not null references users on delete cascade,
  day date not null,
  -- SHA-256 of the selector, so that what people look for is not stored.
  selector bytea not null,
  primary key (person_id, day, selector)
);

------------------------------------------------------------------------------------------------------------------------
-- Saved views and the watchlist
------------------------------------------------------------------------------------------------------------------------

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
  -- A view that is not shared is its maker's.
  user_id uuid references users on delete set null,
  primary key (workspace_id, id)
);
create unique index saved_views_shared_name on saved_views (workspace_id, lower(name)) where shared;
create unique index saved_views_own_name on saved_views (workspace_id, user_id, lower(name)) where not shared;

-- Finds the views that an event matches: combinations of facet tokens, of which such an event has one.
create table view_match_keys (
  match_key text not null,
  workspace_id uuid not null,
  view_id uuid not null,
  primary key (match_key, workspace_id, view_id),
  foreign key (workspace_id, view_id) references saved_views on delete cascade
);
create index view_match_keys_view on view_match_keys (workspace_id, view_id);

-- There is no reference to companies: a star and its note outlive the record, which an import may replace.
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
create index watched_companies_company on watched_companies (company_id);

------------------------------------------------------------------------------------------------------------------------
-- Webhooks
------------------------------------------------------------------------------------------------------------------------

create table webhook_subscriptions (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  url text not null,
  description text not null,
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('manual', 'failing', 'gone')),
  -- The streak of failures since the last success.
  failing_since timestamptz(3),
  last_failed_at timestamptz(3),
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhook_subscriptions_workspace on webhook_subscriptions (workspace_id);

-- Says which events a subscription selects, each narrowed by filters as an address writes them.
create table webhook_selections (
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  event text not null,
  query text not null,
  primary key (subscription_id, event)
);

-- Finds the subscriptions that an event matches: combinations of facet tokens, of which such an event has one.
create table webhook_match_keys (
  match_key text not null,
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  event text not null,
  primary key (match_key, subscription_id)
);
create index webhook_match_keys_subscription on webhook_match_keys (subscription_id);

-- The current secret has no end; during a rotation the previous one is valid until its end.
create table webhook_secrets (
  id uuid primary key,
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  secret text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3)
);
create index webhook_secrets_subscription on webhook_secrets (subscription_id);

-- Events that some subscription selected, with the record as it was; written in the transaction that stores the event.
create table webhook_events (
  id uuid primary key,
  event text not null,
  record_id uuid not null,
  record text not null,
  test boolean not null,
  created_at timestamptz(3) not null
);
-- An event is created once.
create unique index webhook_events_record on webhook_events (record_id, event) where not test;

create table webhook_deliveries (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  event_id uuid not null references webhook_events,
  -- A delivery that the workspace pays for waits until it has.
  state text not null check (state in ('waiting', 'pending', 'succeeded', 'failed', 'skipped', 'expired')),
  -- All attempts, and those before the latest replay, which starts the schedule again.
  attempts integer not null default 0,
  earlier_attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  -- The worker that is sending it; another one takes over after the end of the lease.
  lease_id uuid,
  leased_until timestamptz(3),
  -- Whether it may be sent: included in the plan, paid for, or a test. Its body is shown from then on.
  admitted boolean not null default true
);
create index webhook_deliveries_due on webhook_deliveries (subscription_id, next_attempt_at) where state = 'pending';
create index webhook_deliveries_waiting on webhook_deliveries (workspace_id, id) where state = 'waiting';
create index webhook_deliveries_workspace on webhook_deliveries (workspace_id, id);
create index webhook_deliveries_subscription on webhook_deliveries (subscription_id, id);
-- Finds events whose deliveries are all gone.
create index webhook_deliveries_event on webhook_deliveries (event_id);

create table webhook_attempts (
  id uuid primary key,
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  subscription_id uuid not null,
  number integer not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  succeeded boolean not null,
  -- Null means that the response was complete.
  error text,
  status integer,
  request_headers text not null,
  response_body text,
  response_truncated boolean not null
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, number);
create index webhook_attempts_time on webhook_attempts (subscription_id, started_at);

------------------------------------------------------------------------------------------------------------------------
-- Inbox
------------------------------------------------------------------------------------------------------------------------

-- The last position given in a workspace. Its row is locked until the transaction that adds items ends, so positions
-- become visible in their order: a person who has read up to one has missed none before it. There is no reference to the
-- workspace, because its lock would hold up the charges of the workspace.
create table inbox_positions (
  workspace_id uuid primary key,
  last bigint not null
);

-- Holds what is free to know of an event.
create table inbox_items (
  workspace_id uuid not null references inbox_positions,
  position bigint not null,
  event text not null,
  record_id uuid not null,
  -- Null means unresolved.
  company_id uuid,
  company_name text not null,
  announced_at timestamptz(3) not null,
  added_at timestamptz(3) not null,
  primary key (workspace_id, position)
);
create index inbox_items_added on inbox_items (added_at);

-- Each row has the view or the watched company that an item matched, and is deleted with it.
create table inbox_matches (
  workspace_id uuid not null,
  position bigint not null,
  view_id uuid,
  company_id uuid,
  check (num_nonnulls(view_id, company_id) = 1),
  foreign key (workspace_id, position) references inbox_items on delete cascade,
  foreign key (workspace_id, view_id) references saved_views on delete cascade,
  foreign key (workspace_id, company_id) references watched_companies on delete cascade
);
create index inbox_matches_item on inbox_matches (workspace_id, position);
create index inbox_matches_view on inbox_matches (workspace_id, view_id) where view_id is not null;
create index inbox_matches_company on inbox_matches (workspace_id, company_id) where company_id is not null;

-- Each person has a mark: what is at or below this position has been read.
create table inbox_reads (
  workspace_id uuid not null,
  user_id uuid not null,
  position bigint not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references members on delete cascade
);

------------------------------------------------------------------------------------------------------------------------
-- MCP connections
------------------------------------------------------------------------------------------------------------------------

create table mcp_connections (
  id uuid primary key,
  workspace_id uuid not null references workspaces,
  person_id uuid not null references users on delete cascade,
  client_id text not null,
  -- What the client calls itself, and the host that was shown next to it: of its metadata document, or of its redirect.
  client_name text not null,
  client_host text not null,
  redirect_uri text not null,
  scopes text[] not null,
  -- Credits for each day of UTC.
  daily_allowance integer not null default 500 check (daily_allowance >= 0),
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- What it used of the day used_on. The charging statement locks this row, and so reads the last committed figure, which a
  -- row of mcp_usage that another charge has just inserted would not give.
  used_on date,
  used_day bigint not null default 0 check (used_day >= 0)
);
create index mcp_connections_workspace on mcp_connections (workspace_id, id);
create index mcp_connections_client on mcp_connections (client_id);
create index mcp_connections_person on mcp_connections (person_id);

-- Credits that a connection used on a day of UTC.
create table mcp_usage (
  connection_id uuid not null references mcp_connections on delete cascade,
  day date not null,
  credits integer not null check (credits >= 0),
  primary key (connection_id, day)
);

-- Holds what the OAuth server stores, by model: registered clients, requests in progress, codes, tokens and grants.
create table oauth_records (
  model text not null,
  -- SHA-256 of the identifier, which for a code or a token is its text and is stored nowhere.
  id bytea not null,
  -- The connection that it belongs to. Null for a client or a request in progress.
  grant_id uuid,
  payload jsonb not null,
  created_at timestamptz(3) not null,
  -- Null means that it does not expire.
  expires_at timestamptz(3),
  consumed_at timestamptz(3),
  primary key (model, id)
);
create index oauth_records_grant on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_expiry on oauth_records (expires_at) where expires_at is not null;

${chargeSql}`;
