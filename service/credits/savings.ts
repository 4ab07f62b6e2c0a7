/** Reads what people of the dashboard paid, and what they got without a charge, by day, person and view. */
import type { CostOf, Savings } from "@dealflow/contract/account/spending/credits";
import type pg from "pg";
import { FORMER_ACCOUNT } from "./ledger";
import { lastDays, USAGE_PEOPLE } from "./usage";

const DAYS = `
select to_char(day, 'YYYY-MM-DD') as day, sum(records)::bigint as records, sum(requests)::bigint as requests
from free_deliveries where workspace_id = $1 and day >= $2 group by day order by day`;

/*
 * Entries are found as those of the usage. What a charge delivered besides the new records is counted as free.
 */
const COSTS = `
with used as materialized (
  select person_id, coalesce(view, '') as view, -delta as credits, 0::bigint as free
  from ledger where workspace_id = $1 and id >= $2 and at >= $3 and delta < 0 and person_id is not null and connection_id is null
  union all
  select person_id, view, 0, records from free_deliveries where workspace_id = $1 and day >= $3
), people as (${USAGE_PEOPLE}), costs as (
  select grouping(u.view) = 1 as "byPerson",
    case when grouping(u.view) = 1 then coalesce(max(p.name), '${FORMER_ACCOUNT}') else u.view end as name,
    sum(u.credits)::bigint as credits, sum(u.free)::bigint as "freeRecords"
  from used u left join people p on p.id = u.person_id
  group by grouping sets ((u.person_id), (u.view))
), ranked as (
  select *, row_number() over (partition by "byPerson" order by credits desc, "freeRecords" desc, name) as position from costs
)
select "byPerson", name, credits, "freeRecords" from ranked where position <= $4 order by position`;

export async function readSavings(
  pool: pg.Pool,
  workspaceId: string,
  { now, days, most }: { readonly now: Date; readonly days: number; readonly most: number },
): Promise<Savings> {
  const { firstId, from } = lastDays(days, now);
  const [free, costs] = await Promise.all([
    pool.query<Savings["days"][number]>(DAYS, [workspaceId, from]),
    pool.query<CostOf & { byPerson: boolean }>(COSTS, [workspaceId, firstId, from, most]),
  ]);
  const listed = (people: boolean) =>
    costs.rows.filter(({ byPerson }) => byPerson === people).map(({ byPerson: _, ...cost }) => cost);
  return { days: free.rows, people: listed(true), views: listed(false) };
}
