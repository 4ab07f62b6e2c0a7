/** Reads what a workspace used, by day, and within each day by endpoint, client, person and view. */
import type { AccountCredits } from "@dealflow/contract/account/spending/credits";
import type pg from "pg";
import { idBefore } from "@/service/store/new-id";
import { queryItems } from "@/service/store/query-items";
import { FORMER_ACCOUNT, IS_GRANT, IS_USE, SUMS } from "./ledger";

/** Reads the balance and the ledger's own sum in one statement, so that they are consistent. */
export async function readCreditsSummary(pool: pg.Pool, workspaceId: string): Promise<AccountCredits | undefined> {
  const [summary] = await queryItems<AccountCredits>(
    pool,
    `select w.name as workspace, w.balance, w.ledger_sequence as sequence,
       coalesce(sum(l.delta), 0)::bigint as sum,
       ${SUMS},
       count(*) filter (where ${IS_GRANT}) as grants,
       max(l.at) filter (where ${IS_GRANT}) as "grantedAt",
       min(l.at) as since
     from workspaces w left join ledger l on l.workspace_id = w.id where w.id = $1 group by w.id`,
    [workspaceId],
  );
  return summary;
}

export type UsageDimension = "endpoint" | "client" | "person" | "view";

/** Credits of a day are under one name, which is null where there is none. */
export interface DailyUsage {
  readonly by: UsageDimension;
  readonly day: string;
  readonly name: string | null;
  /** Sums the views beyond the most used ones. */
  readonly rest: boolean;
  readonly credits: number;
  readonly requests: number;
}

const DAY_MS = 86_400_000;

/** Returns whole days of UTC up to today, and the first id that an entry of them can have. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
  readonly firstId: string;
}

/** Returns the last `days` days, including that of `now`. */
export function lastDays(days: number, now: Date): Period {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const from = today - (days - 1) * DAY_MS;
  return { from: new Date(from), to: new Date(today), firstId: idBefore(from) };
}

/** Names the people of `used`; several with one name also have their address. */
export const USAGE_PEOPLE = `
  select id, case when count(*) over (partition by name) = 1 then name else name || ' (' || email || ')' end as name
  from users where id in (select person_id from used)`;

/*
 * Entries are found by the index on workspace and id, because ids are in order of time: an index on the instant would
 * cost every charge. Views can be as many as there are queries, so the most used are named here and the rest is one sum.
 * People of one name are distinguished by their addresses.
 */
export const USAGE = `
with used as materialized (
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, endpoint, coalesce(connection_id, key_id) as client_id, person_id, view,
    -delta as credits
  from ledger l where workspace_id = $1 and id >= $2 and at >= $3 and ${IS_USE}
), named as (
  select view from used where view is not null group by view order by sum(credits) desc, view limit $4
), people as (${USAGE_PEOPLE}
), shown as (
  select u.day, u.endpoint, u.client_id, n.view, u.view is not null and n.view is null as rest, u.credits,
    case when u.person_id is not null then coalesce(p.name, '${FORMER_ACCOUNT}') end as person
  from used u left join named n on n.view = u.view left join people p on p.id = u.person_id
)
select s.day,
  case grouping(s.endpoint, s.client_id, s.person)
    when 3 then 'endpoint' when 5 then 'client' when 6 then 'person' else 'view' end as by,
  case grouping(s.endpoint, s.client_id, s.person)
    when 3 then s.endpoint when 5 then coalesce(c.client_name, k.name) when 6 then s.person else s.view end as name,
  coalesce(s.rest, false) as rest, sum(s.credits)::bigint as credits, count(*)::bigint as requests
from shown s left join api_keys k on k.id = s.client_id left join mcp_connections c on c.id = s.client_id
group by grouping sets ((s.day, s.endpoint), (s.day, s.client_id, k.name, c.client_name), (s.day, s.person), (s.day, s.view, s.rest))
order by s.day`;

/** Reads the use of whole days in UTC: the last `days` days, including that of `now`. */
export async function readUsage(
  pool: pg.Pool,
  workspaceId: string,
  { now, days, views }: { readonly now: Date; readonly days: number; readonly views: number },
): Promise<{ from: string; to: string; use: DailyUsage[] }> {
  const { firstId, from, to } = lastDays(days, now);
  const { rows } = await pool.query<DailyUsage>(USAGE, [workspaceId, firstId, from, views]);
  return { from: formatDay(from), to: formatDay(to), use: rows };
}

function formatDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
