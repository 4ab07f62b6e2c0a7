/** Fills a database with many funding events: the demo data set, multiplied with new ids and dates over ten years. */
import type pg from "pg";
import { loadDemoOnce } from "@/service/ingest/demo/load";

/** The rounds and the country of exactly three events, spread over the depth of the feed. */
export const RARE = { round: "pipe", country: "TV", matches: 3 } as const;

/** Copies are made in batches of this many source rows. */
const COPY_SQL = `
with source as (
  select * from funding_events where demo order by id limit $1
), copied as (
  insert into funding_events (id, company_id, stated_company, round, round_stated, amount_usd_cents,
    amount_original_currency, amount_original_cents, announced_at, discovered_at, demo, facets, record)
  select n.id, s.company_id, s.stated_company, s.round, s.round_stated, s.amount_usd_cents,
    s.amount_original_currency, s.amount_original_cents, n.at, s.discovered_at, false, s.facets,
    replace(replace(s.record, s.id::text, n.id::text), '"announcedAt":"' || iso(s.announced_at), '"announcedAt":"' || iso(n.at))
  from source s, lateral (
    select gen_random_uuid() as id,
      date_trunc('milliseconds', s.announced_at - random() * interval '3650 days') as at
  ) n
  returning 1
)
select count(*)::int as count from copied`;

const ISO_SQL = `
create function iso(at timestamptz) returns text language sql immutable as
$$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$`;

/** Exactly `events` funding events, three of them of the rare kind; analysed and vacuumed. */
export async function fillFunding(pool: pg.Pool, events: number, say: (sentence: string) => void): Promise<void> {
  await loadDemoOnce(pool, { now: new Date("2026-11-20T00:00:00.000Z"), log: () => {} });
  await pool.query(ISO_SQL);
  let count = await countEvents(pool);
  if (count > events) {
    await pool.query(
      `with surplus as (select id from funding_events order by id limit $1)
      delete from funding_event_investors where event_id in (select id from surplus)`,
      [count - events],
    );
    await pool.query("delete from funding_events where id in (select id from funding_events order by id limit $1)", [
      count - events,
    ]);
    count = events;
  }
  const indexes = await dropIndexes(pool);
  while (count < events) {
    const { rows } = await pool.query<{ count: number }>(COPY_SQL, [Math.min(30_000, events - count)]);
    count += rows[0]?.count ?? 0;
    say(`${count.toLocaleString("en-US")} of ${events.toLocaleString("en-US")} events`);
  }
  for (const definition of indexes) await pool.query(definition);
  await makeRare(pool, count);
  await pool.query("vacuum analyze");
}

/** Drops what only costs time while rows are added; returns the statements that make it again. */
async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'funding_events' and indexname <> 'funding_events_pkey'`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}

async function countEvents(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>("select count(*) from funding_events");
  return rows[0]?.count ?? 0;
}

/** Three events at a quarter, half and three quarters of the depth get the rare round and country, no other has both. */
async function makeRare(pool: pg.Pool, count: number): Promise<void> {
  const tokens = [`r:${RARE.round}`, `c:${RARE.country}`];
  await pool.query(
    "update funding_events set facets = array_remove(facets, $2) where facets @> array[$1, $2]::text[]",
    tokens,
  );
  for (const quarter of [1, 2, 3])
    await pool.query(
      `update funding_events set facets = $1 where id = (
         select id from funding_events order by announced_at desc, id desc offset $2 limit 1)`,
      [tokens, Math.floor((count * quarter) / 4)],
    );
}
