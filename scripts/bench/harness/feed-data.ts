/** Fills a database with an invented market of any size, by the generator of the demo data set. */
import type pg from "pg";
import { copyRows } from "@/service/ingest/copy";
import { loadDemoOnce } from "@/service/ingest/demo/load";
import type { MarketSize } from "@/service/ingest/demo/market";
import { FUNDING_ROWS } from "@/service/ingest/table-rows";
import { refreshMetrics } from "@/service/metrics/refresh";
import { fundingRecord } from "@/service/records/events";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";

/** Exactly three events, spread over the depth of the feed, have this round and country. */
export const RARE = { round: "pipe", country: "TV", matches: 3 } as const;
/** The company with the longest timeline has this many rounds in addition to those of the market. */
export const LONG = { domain: "long-timeline.example", rounds: 800 } as const;
const NOW = new Date("2026-11-20T00:00:00.000Z");
/** A larger market has copies of its rounds, because to generate a million takes ten minutes. */
const MOST_GENERATED = 1_000_000;
const DAY_MS = 86_400_000;

/** Sizes the other kinds of record for this many rounds, in the proportion of the largest market measured. */
function getMarketSize(rounds: number): MarketSize {
  const share = rounds / 1_000_000;
  return {
    rounds,
    companies: Math.round(200_000 * share),
    moves: Math.round(500_000 * share),
    acquisitions: Math.round(100_000 * share),
    investors: Math.max(100, Math.round(20_000 * share)),
  };
}

/** Fills a market of this many rounds, three of them of the rare kind; analyses and vacuums it. */
export async function fillMarket(pool: pg.Pool, rounds: number): Promise<void> {
  const indexes = await dropIndexes(pool);
  const generated = Math.min(rounds, MOST_GENERATED);
  await loadDemoOnce(pool, { now: NOW, size: getMarketSize(generated), log: () => {} });
  for (let count = generated; count < rounds; count += generated)
    await copyRounds(pool, Math.min(generated, rounds - count));
  for (const definition of indexes) await pool.query(definition);
  await makeRare(pool, rounds);
  await makeLong(pool);
  // The ranking snapshot is current, so that the service creates none while it is measured.
  await refreshMetrics(pool, new Date());
  await pool.query("vacuum analyze");
}

/** Adds copies of so many rounds, which differ from them by their ids. */
async function copyRounds(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into funding_events select copy.*
     from (select e as round, uuidv7() as id from funding_events e limit $1) original
     cross join lateral jsonb_populate_record(
       round, jsonb_build_object('id', id, 'record', replace((round).record, (round).id::text, id::text))
     ) copy`,
    [count],
  );
}

/** Drops indexes that only cost time while rows are added; returns the statements that make them again. */
async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where t.relnamespace = current_schema()::regnamespace and not i.indisunique
       and t.relname in ('companies', 'investors', 'funding_events', 'acquisitions', 'exec_moves', 'funding_event_investors')`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}

/** Gives the rare round and country to exactly three events, at a quarter, half and three quarters of the depth. */
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

/** Gives one company a round a day for years. */
async function makeLong(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; record: string }>(
    "select id, record from companies where domain is not null order by id limit 1",
  );
  const [company] = rows;
  if (company === undefined) throw new Error("The market has no company.");
  const record = JSON.parse(company.record);
  const events = Array.from({ length: LONG.rounds }, (_, index) => {
    const announcedAt = new Date(NOW.getTime() - index * DAY_MS);
    const facts = {
      id: newId(),
      round: "other" as const,
      roundStated: true,
      amountUsdCents: null,
      amountOriginalCurrency: null,
      amountOriginalCents: null,
      announcedAt,
      discoveredAt: announcedAt,
    };
    return { record: fundingRecord(facts, record, [], []), demo: true };
  });
  await inTransaction(pool, async (client) => {
    await copyRows(client, FUNDING_ROWS, events);
    await client.query("insert into company_domains values ($1, $2, $3)", [LONG.domain, company.id, NOW]);
  });
}
