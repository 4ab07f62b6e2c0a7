/**
 * Computes the metrics of a ranking snapshot in SQL. `$1` is its instant: nothing that is announced later counts.
 *
 * Raised is the sum in USD of the rounds announced in the twelve months before it. Known people are those whose latest
 * move at the company is not a departure; moving from it to another company is a departure too. A founder is one of them
 * whose latest role there is that of a founder.
 *
 * Prominence is the sum of three logarithms, so that in each a doubling counts alike and no single deal drowns the rest:
 *
 *   ln(1 + millions of dollars raised) + ln(1 + acquisitions on either side) + 1/2 ln(1 + known people)
 *
 * where dollars and acquisitions count half with every year that has passed since, and a round without an amount counts as
 * one million. The order is free to see, so it follows from previews: a round counts at the middle of its amount's band,
 * and every announcement at the beginning of its day. Of equals the one with the later day of a round or acquisition comes
 * first, then the smaller id; so companies of which nothing is known come last. Sums are of decimals: those of floats would
 * depend on the order of the rows.
 */

import type pg from "pg";
import { bandMiddleCents } from "@/service/records/amount-bands";

/** A round without an amount counts as this, in cents. */
const UNKNOWN_AMOUNT = 100_000_000;

const ANNOUNCED_DAY = "date_trunc('day', announced_at, 'UTC')";

/** An announcement counts 1 now, and half with each year; after 1,000 of them no less. */
const DECAY = `power(2, greatest(extract(epoch from ${ANNOUNCED_DAY} - $1)::float8 / (365.25 * 86400), -1000))`;

const FUNDING = `
select company_id, max(${ANNOUNCED_DAY}) as latest,
  sum(amount_usd_cents) filter (
    where announced_at > ($1 at time zone 'UTC' - interval '12 months') at time zone 'UTC' and announced_at <= $1
  ) as raised,
  sum((coalesce(${bandMiddleCents("amount_usd_cents")}, ${UNKNOWN_AMOUNT}) * ${DECAY})::numeric) as faded_cents
from funding_events where company_id is not null and ${ANNOUNCED_DAY} <= $1
group by company_id`;

const DEALS = `
select company_id, max(${ANNOUNCED_DAY}) as latest, sum(${DECAY}::numeric) as faded_deals
from (
  select acquirer_id as company_id, announced_at from acquisitions where acquirer_id is not null
  union all
  select target_id, announced_at from acquisitions where target_id is not null
) side where ${ANNOUNCED_DAY} <= $1
group by company_id`;

/** Selects the latest move of each person at each company; a move within a company is not a departure from it. */
const LAST_MOVES = `
select distinct on (person_id, side.company_id) side.company_id, side.stays, side.founder
from exec_moves m cross join lateral (
  values (m.company_id, m.move_type <> 'departure', m.role_seniority is not distinct from 'founder'),
    (case when m.from_company_id is distinct from m.company_id then m.from_company_id end, false, false)
) as side (company_id, stays, founder)
where side.company_id is not null and m.announced_at <= $1
order by person_id, side.company_id, m.announced_at desc, m.id desc`;

const PEOPLE = `
select company_id, count(*) as known, bool_or(founder) as has_founder from (${LAST_MOVES}) last
where stays group by company_id`;

/** A sum too large for its column is capped, so that one absurd amount cannot fail every refresh. */
const COMPANY_METRICS = `
select c.id as company_id,
  least(coalesce(f.raised, 0), 9223372036854775807)::bigint as raised,
  coalesce(p.known, 0)::integer as known,
  coalesce(p.has_founder, false) as has_founder,
  ln(1 + coalesce(f.faded_cents, 0)::float8 / 1e8)
    + ln(1 + coalesce(d.faded_deals, 0)::float8)
    + 0.5 * ln(1 + coalesce(p.known, 0)::float8) as prominence,
  greatest(f.latest, d.latest) as latest
from companies c
left join (${FUNDING}) f on f.company_id = c.id
left join (${DEALS}) d on d.company_id = c.id
left join (${PEOPLE}) p on p.company_id = c.id`;

/** Rewrites the metrics that changed, and ranks all companies in the generation `$2`: one row for each. */
export const WRITE_RANKING_SNAPSHOT = `
with metrics as materialized (${COMPANY_METRICS.replaceAll("$1", "$1::timestamptz")}),
updated as (
  update company_figures old
  set raised_last_12m_usd_cents = metrics.raised, known_people = metrics.known, has_founder = metrics.has_founder
  from metrics where metrics.company_id = old.company_id
    and (old.raised_last_12m_usd_cents, old.known_people, old.has_founder) <> (metrics.raised, metrics.known, metrics.has_founder)
)
insert into company_ranks (generation, rank, company_id)
select $2::integer, row_number() over (order by prominence desc, latest desc nulls last, company_id), company_id from metrics`;

/**
 * Runs the work on this connection; the signal cancels the statement in progress, and with it the work, which then
 * throws an `AbortError`.
 * @param pool sends the cancellation, on another connection
 */
export async function cancellable<T>(
  pool: pg.Pool,
  client: pg.ClientBase,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (signal === undefined) return work();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = pool.query("select pg_cancel_backend($1)", [rows[0]?.pid]).catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  try {
    signal.throwIfAborted();
    const result = await work();
    signal.throwIfAborted();
    return result;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
    // The connection may run other work next, which must not be cancelled.
    await cancelling;
  }
}
