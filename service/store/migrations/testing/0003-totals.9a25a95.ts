/**
 * Exact totals in milliseconds at a million events, and page walks that look through an index in place of records.
 *
 * A total (convention 8) is counted from bitmaps: each event has a place, places are cut into blocks, and of each block
 * there is a row of bits for every facet token: which of its events have it. Filters are then `or` and `and` of bits.
 * Numbers are bit-sliced: a row of bits for each binary digit, by which a bound is compared for a whole block at once.
 */

/** Events of a block. A row of bits of this size fits seven times into a page and is never moved out of it. */
const BLOCK = 8192;
const NO_BITS = "0".repeat(BLOCK);

/**
 * The rows of bits of events, from a relation with place, facets, amount_usd_cents and announced_at. Events of one amount
 * and of one day go through their digits together.
 */
const bitsOf = (events: string) => `
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

const addBits = (feed: string, events: string) => `
  -- The usual digits of a block are all there, so that reading finds each in its order.
  insert into event_bitmaps
    select ${feed}, number, block, digit, B'${NO_BITS}'
    from (select distinct (place / ${BLOCK})::integer as block from ${events}) touched
      cross join (values ('amount', 47), ('announced', 46)) as n (number, last_usual)
      cross join lateral generate_series(0, last_usual) digit
    where not exists (
      select from event_bitmaps b where b.feed = ${feed} and b.token = 'announced' and b.block = touched.block and b.slice = 0);
  insert into event_bitmaps as b select ${feed}, added.* from (${bitsOf(events)}) added
    on conflict (feed, token, block, slice) do update set bits = b.bits | excluded.bits;`;

/** All these rows are there; found as conflicts they are found by their key, whatever plan was kept for a larger batch. */
const removeBits = (feed: string, events: string) => `
  insert into event_bitmaps as b select ${feed}, gone.* from (${bitsOf(events)}) gone
    on conflict (feed, token, block, slice) do update set bits = b.bits & ~ excluded.bits;`;

/** The rows whose counted facts an update changed, as they are in one of the two tables of its trigger. */
const moved = (which: "replaced" | "changed") => `(select ${which}.* from replaced join changed using (id)
      where (replaced.facets, replaced.amount_usd_cents, replaced.announced_at)
        is distinct from (changed.facets, changed.amount_usd_cents, changed.announced_at)) moved`;

const triggersOf = (table: string) => `
create trigger ${table}_totals_added after insert on ${table} referencing new table as changed
  for each statement execute function count_added();
create trigger ${table}_totals_removed after delete on ${table} referencing old table as changed
  for each statement execute function count_removed();
create trigger ${table}_totals_changed after update on ${table} referencing old table as replaced new table as changed
  for each statement execute function count_changed();`;

export const sql = `
-- Where an event stands in the bitmaps, in order of arrival. Places of removed events stay free.
create sequence funding_event_places;
create sequence acquisition_places;
alter table funding_events add column place bigint default nextval('funding_event_places');
alter table acquisitions add column place bigint default nextval('acquisition_places');

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
-- Never compressed, and with room for one row more on each page, so that a row whose bits change stays where it is.
alter table event_bitmaps alter bits set storage plain;

create aggregate bits_at(integer, integer) (sfunc = set_bit, stype = bit, initcond = '${NO_BITS}');

-- An instant as a number: the day since year 1, and below it 27 binary digits for the millisecond of the day, so that a
-- bound at midnight needs only the digits of the day. The seconds of a day are exact to the millisecond as a double.
create function instant_number(at timestamptz) returns bigint language sql immutable parallel safe as $$
  select ((at at time zone 'UTC')::date - date '0001-01-01')::bigint << 27
    | round(date_part('epoch', (at at time zone 'UTC')::time) * 1000)::bigint
$$;

-- An amount as a number: millions of cents, and below them 20 binary digits for the rest, so that a bound of whole $10,000
-- needs only the digits of the first.
create function amount_number(cents bigint) returns bigint language sql immutable parallel safe as $$
  select (cents / 1000000) << 20 | cents % 1000000
$$;

create function count_added() returns trigger language plpgsql as $$
begin ${addBits("tg_table_name", "changed")}
  return null;
end $$;
create function count_removed() returns trigger language plpgsql as $$
begin ${removeBits("tg_table_name", "changed")}
  -- A block without events is as if it had never been.
  delete from event_bitmaps b using event_bitmaps held
    where held.feed = tg_table_name and held.token = 'announced' and held.slice = -1 and bit_count(held.bits) = 0
      and held.block in (select (place / ${BLOCK})::integer from changed)
      and b.feed = tg_table_name and b.block = held.block;
  return null;
end $$;
create function count_changed() returns trigger language plpgsql as $$
begin ${removeBits("tg_table_name", moved("replaced"))}${addBits("tg_table_name", moved("changed"))}
  return null;
end $$;
-- Their names put them behind those that lock the feed's row of feeds: two writers never touch its bitmaps at once.
${triggersOf("funding_events")}
${triggersOf("acquisitions")}
${addBits("'funding_events'", "funding_events")}
${addBits("'acquisitions'", "acquisitions")}

-- The index of each order holds what filters ask for, so that rows are looked through without their records, most of which
-- are not in memory: half a µs for each in place of 2 to 8.
drop index funding_events_newest;
create index funding_events_newest on funding_events (announced_at desc, id desc) include (amount_usd_cents, facets);
drop index acquisitions_newest;
create index acquisitions_newest on acquisitions (announced_at desc, id desc) include (amount_usd_cents, facets);
drop index exec_moves_newest;
create index exec_moves_newest on exec_moves (announced_at desc, id desc) include (facets);
drop index companies_updated;
create index companies_updated on companies (updated_at, id) include (founded_year, facets);
drop index investors_updated;
create index investors_updated on investors (updated_at, id) include (facets);
-- By which companies are looked at in the order of their ranks.
create unique index companies_looked_at on companies (id) include (updated_at, founded_year, facets);

-- An index alone answers only for pages that a vacuum has seen.
alter table funding_events set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
alter table acquisitions set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
alter table exec_moves set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
alter table companies set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

-- Ranks hold the figures of their night. Who raised much stands at one end of them: walked with the figures elsewhere, the
-- other end took 450 ms to show that it has no match.
alter table company_ranks
  add column raised_last_12m_usd_cents bigint not null default 0,
  add column known_people integer not null default 0,
  add column has_founder boolean not null default false;
create function rank_with_figures() returns trigger language plpgsql as $$
begin
  update company_ranks r
    set raised_last_12m_usd_cents = f.raised_last_12m_usd_cents, known_people = f.known_people, has_founder = f.has_founder
    from changed c join company_figures f on f.company_id = c.company_id
    where r.generation = c.generation and r.rank = c.rank
      and (r.raised_last_12m_usd_cents, r.known_people, r.has_founder)
        <> (f.raised_last_12m_usd_cents, f.known_people, f.has_founder);
  return null;
end $$;
create trigger company_ranks_figures after insert on company_ranks referencing new table as changed
  for each statement execute function rank_with_figures();
update company_ranks r
  set raised_last_12m_usd_cents = f.raised_last_12m_usd_cents, known_people = f.known_people, has_founder = f.has_founder
  from company_figures f where f.company_id = r.company_id;
`;
