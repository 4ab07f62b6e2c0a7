/** The one statement that charges and admits: its parameters, and its result for each charge. */
import type pg from "pg";
import type { ExceededBudget } from "./budgets";
import type { Charge, Charged, RecordKey } from "./charge";

/*
 * Workspaces are locked in the order of their ids: batches of several processes that locked in order of arrival deadlocked.
 * Locking a row reads it as it is under the lock, so its values (balance, tokens, use of budgets) are
 * never stale; rows of members are locked after their workspace's. The update takes the balance from there too: of its own
 * row it first sees what the statement's snapshot had, and without a grant that was committed since, the balance would
 * fail its check.
 * Within a batch each request gets what the ones before it in the same workspace leave of its tokens and of its
 * credits. Entries are numbered in that order too, so that of two balances the one of the higher sequence is the newer;
 * a request that takes nothing writes no ledger row, and has the sequence of the balance that it found. A cached page is charged for only if its feed has
 * not changed since. A charge that counts against budgets comes last in its workspace, and there is at most one: when it
 * exceeds a budget, nothing is taken for it. Those are the charges of people, and of deliveries, which have no person and
 * count against the workspace's own budget; charges of API keys count against none. A connection of an MCP client always
 * has its person; its row is locked after the member's, and what its allowance does not cover is not taken.
 * A workspace that pays for its records once is charged for the unpaid ones among them, which are found under its lock by a
 * function with a snapshot of its own. As many of them as credits are taken become purchased, in their order; the
 * records before the first that was not paid for are delivered.
 */
const DEBIT = `
with requested as (
  select a.workspace_id, a.request_id, a.key_id, a.endpoint, a.ledger_id, a.view, a.person_id, a.connection_id, a.per_minute, a.burst,
    a.position, a.budgeted,
    f.version, a.since,
    case when a.version is null or a.version = f.version then a.records else 0 end as records,
    case when a.version is null or a.version = f.version then a.kinds::text[] end as kinds,
    case when a.version is null or a.version = f.version then a.ids::uuid[] end as ids
  from unnest($1::uuid[], $2::int[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::bigint[],
      $9::float8[], $10::int[], $13::text[], $14::uuid[], $15::uuid[], $16::text[], $17::text[], $18::timestamptz[], $19::boolean[])
    with ordinality as a (workspace_id, records, request_id, key_id, endpoint, ledger_id, feed, version, per_minute, burst, view,
      person_id, connection_id, kinds, ids, since, budgeted, position)
  join feeds f on f.feed = a.feed
), locked as materialized (
  select id, balance, ledger_sequence, tokens, tokens_at, used_on, used_day, used_month
  from workspaces where id = any($1::uuid[]) order by id for update
), locked_members as materialized (
  select m.workspace_id, m.user_id, m.used_on, m.used_day, m.used_month
  from requested a
  join locked l on l.id = a.workspace_id
  join members m on m.workspace_id = a.workspace_id and m.user_id = a.person_id
  for update of m
), locked_connections as materialized (
  select c.id, c.daily_allowance, c.used_on, c.used_day
  from requested a
  join locked l on l.id = a.workspace_id
  join mcp_connections c on c.workspace_id = a.workspace_id and c.id = a.connection_id
  for update of c
), allowances as (
  select c.id, c.daily_allowance, greatest(c.used_on, d.today) as today, case when c.used_on >= d.today then c.used_day else 0 end as used
  from locked_connections c cross join (select ($12::timestamptz at time zone 'UTC')::date as today) d
), people as (
  select a.workspace_id, a.person_id,
    greatest(l.used_on, m.used_on, ($12::timestamptz at time zone 'UTC')::date) as today,
    l.used_on as w_on, l.used_day as w_day, l.used_month as w_month,
    m.used_on as m_on, m.used_day as m_day, m.used_month as m_month
  from requested a
  join locked l on l.id = a.workspace_id
  left join locked_members m on m.workspace_id = a.workspace_id and m.user_id = a.person_id
  where a.budgeted
), used as (
  select workspace_id, person_id, today,
    case when w_on = today then w_day else 0 end as w_day,
    case when date_trunc('month', w_on) = date_trunc('month', today) then w_month else 0 end as w_month,
    case when m_on = today then m_day else 0 end as m_day,
    case when date_trunc('month', m_on) = date_trunc('month', today) then m_month else 0 end as m_month
  from people
), tightest as (
  select distinct on (u.workspace_id) u.workspace_id, b.user_id is not null as own, limits.period, limits.most, limits.used
  from used u
  join budgets b on b.workspace_id = u.workspace_id and (b.user_id is null or b.user_id = u.person_id)
  cross join lateral (values
    ('day', b.day, case when b.user_id is null then u.w_day else u.m_day end),
    ('month', b.month, case when b.user_id is null then u.w_month else u.m_month end)
  ) limits (period, most, used)
  where limits.most is not null
  order by u.workspace_id, limits.most - limits.used
), filled as (
  select l.id, l.balance, l.ledger_sequence,
    least(b.burst, coalesce(l.tokens, b.burst) + greatest(extract(epoch from now() - l.tokens_at), 0)::float8 * b.per_minute / 60) as tokens
  from locked l
  left join (select workspace_id, max(burst) as burst, max(per_minute) as per_minute from requested group by workspace_id) b
    on b.workspace_id = l.id
), admissions as (
  select a.*, f.balance, f.ledger_sequence, f.tokens, count(a.burst) over w as requests,
    a.burst is null or count(a.burst) over w <= floor(f.tokens + 1e-6) as admitted,
    case when a.ids is not null then unpaid_positions(f.id, a.kinds, a.ids, a.since) end as unpaid
  from requested a join filled f on f.id = a.workspace_id
  window w as (partition by a.workspace_id order by a.position)
), running as (
  select d.*, wanted, sum(wanted) over (partition by workspace_id order by budgeted, position) as upto,
    case when unpaid is null then $11::bigint[]
      else (select array_agg((select count(*) from unnest(unpaid) item_position where item_position <= step)) from unnest($11::bigint[]) step)
    end as steps
  from admissions d
  cross join lateral (select case when admitted then coalesce(cardinality(unpaid), records) else 0 end as wanted) p
), available as (
  select r.*, greatest(least(r.wanted, r.balance - (r.upto - r.wanted), c.room), 0)::bigint as most_possible,
    t.own, t.period, t.most, t.used, t.most - t.used as room, c.room as allowed, c.daily_allowance
  from running r
  left join tightest t on r.budgeted and t.workspace_id = r.workspace_id
  left join lateral (
    select coalesce(max(daily_allowance), 0) as daily_allowance, coalesce(max(greatest(daily_allowance - used, 0)), 0) as room
    from allowances where id = r.connection_id
  ) c on r.connection_id is not null
), sized as (
  select a.*,
    case when steps is null then most_possible
      else coalesce((select min(step) from unnest(steps) step where step > 0 and step <= most_possible), 0) end as least_taken
  from available a
), taken as (
  select s.*, coalesce(least_taken > 0 and least_taken > room, false) as exceeded,
    case when least_taken > 0 and least_taken > room then 0
      when steps is null then most_possible
      else coalesce((
        select max(step) from unnest(steps) step where step <= least(most_possible, coalesce(room, most_possible))
      ), 0) end as take
  from sized s
), settled as (
  select t.*, d.delivered, t.balance - sum(t.take) over w as after,
    t.ledger_sequence + count(*) filter (where t.take > 0) over w as sequence,
    t.tokens - least(t.requests, floor(t.tokens + 1e-6)) as tokens_left
  from taken t
  cross join lateral (
    select case when t.unpaid is null then t.take when not t.admitted or t.exceeded then 0
      when t.take < cardinality(t.unpaid) then t.unpaid[t.take + 1] - 1 else t.records end as covered
  ) c
  cross join lateral (
    select case when t.unpaid is null or $11::bigint[] is null then c.covered
      else (select coalesce(max(step), 0) from unnest($11::bigint[]) step where step <= c.covered) end as delivered
  ) d
  window w as (partition by t.workspace_id order by t.budgeted, t.position)
), by_people as (
  select s.workspace_id, s.person_id, s.take, u.today, u.w_day, u.w_month, u.m_day, u.m_month
  from settled s join used u on u.workspace_id = s.workspace_id
  where s.budgeted and s.take > 0
), paid as (
  update workspaces w set balance = s.balance - s.total, ledger_sequence = s.sequence,
    tokens = case when s.requests > 0 then s.tokens_left else w.tokens end,
    tokens_at = case when s.requests > 0 then greatest(w.tokens_at, now()) else w.tokens_at end,
    used_on = coalesce(p.today, w.used_on),
    used_day = coalesce(p.w_day + p.take, w.used_day),
    used_month = coalesce(p.w_month + p.take, w.used_month)
  from (
    select workspace_id, max(balance) as balance, sum(take)::bigint as total, max(sequence) as sequence, max(requests) as requests, min(tokens_left) as tokens_left,
      bool_or(admitted and burst is not null) as entered
    from settled group by workspace_id
  ) s
  left join by_people p on p.workspace_id = s.workspace_id
  where w.id = s.workspace_id and (s.total > 0 or s.entered)
), paid_members as (
  update members m set used_on = p.today, used_day = p.m_day + p.take, used_month = p.m_month + p.take
  from by_people p where m.workspace_id = p.workspace_id and m.user_id = p.person_id
), paid_connections as (
  update mcp_connections c set used_on = a.today, used_day = a.used + s.take
  from settled s join allowances a on a.id = s.connection_id where c.id = s.connection_id and s.take > 0
), counted as (
  insert into mcp_usage as u (connection_id, day, credits)
  select s.connection_id, a.today, s.take from settled s join allowances a on a.id = s.connection_id where s.take > 0
  on conflict (connection_id, day) do update set credits = u.credits + excluded.credits
), purchased as (
  insert into purchased_records (workspace_id, kind, record_id, ledger_id, at)
  select s.workspace_id, s.kinds[item_position], s.ids[item_position], s.ledger_id, $12
  from settled s cross join unnest(s.unpaid[1:s.take]) item_position where s.take > 0
), freely_delivered as (
  insert into free_deliveries as f (workspace_id, day, person_id, view, records, requests)
  select workspace_id, ($12::timestamptz at time zone 'UTC')::date, person_id, coalesce(view, ''), delivered - take, 1
  from settled where person_id is not null and unpaid is not null and delivered > take
  on conflict (workspace_id, day, person_id, view)
    do update set records = f.records + excluded.records, requests = f.requests + excluded.requests
), written as (
  insert into ledger (id, workspace_id, request_id, endpoint, key_id, person_id, connection_id, view, delta, balance_after, sequence, at,
    records)
  select ledger_id, workspace_id, request_id, endpoint, key_id, person_id, connection_id, view, -take, after, sequence, $12,
    case when unpaid is not null then delivered end
  from settled where take > 0
)
select position::int as position, take::int as take, delivered::int as delivered, unpaid[1:take] as paid, after::bigint as after, sequence, version, admitted,
  coalesce(tokens_left, 0) as tokens_left, exceeded, own, period, most, used, least_taken,
  wanted::int as wanted, allowed::bigint as allowed, daily_allowance
from settled`;

interface Row {
  readonly position: number;
  readonly take: number;
  readonly delivered: number;
  readonly paid: number[] | null;
  readonly after: number;
  readonly sequence: number;
  readonly version: number;
  readonly admitted: boolean;
  readonly tokens_left: number;
  readonly exceeded: boolean;
  readonly own: boolean;
  readonly period: ExceededBudget["period"];
  readonly most: number;
  readonly used: number;
  readonly least_taken: number;
  readonly wanted: number;
  readonly allowed: number | null;
  readonly daily_allowance: number | null;
}

export interface DebitResult extends Charged {
  /** The budget that the charge would exceed, so that nothing was taken. */
  readonly exceeded?: ExceededBudget | undefined;
  /** The connection's allowance, which is used up, so that nothing was taken. */
  readonly usedUp?: number | undefined;
}

/**
 * The result of each charge, in order; undefined where the workspace does not exist.
 *
 * @param charges at most one that counts against budgets, which alone may pay once, per workspace; one with steps must be
 *   alone
 * @param entryIds of the ledger entries, one for each charge
 */
export async function executeDebits(
  client: pg.ClientBase,
  charges: readonly Charge[],
  entryIds: readonly string[],
  at: Date,
): Promise<(DebitResult | undefined)[]> {
  const { rows } = await client.query<Row>({
    name: "debit",
    text: DEBIT,
    values: [
      charges.map((charge) => charge.workspaceId),
      charges.map((charge) => charge.records),
      charges.map((charge) => charge.requestId),
      charges.map((charge) => charge.keyId),
      charges.map((charge) => charge.endpoint),
      entryIds,
      charges.map((charge) => charge.feed),
      charges.map((charge) => charge.version ?? null),
      charges.map((charge) => charge.limit?.perMinute ?? null),
      charges.map((charge) => charge.limit?.burst ?? null),
      charges[0]?.steps ?? null,
      at,
      charges.map((charge) => charge.view ?? null),
      charges.map((charge) => charge.personId ?? null),
      charges.map((charge) => charge.connectionId ?? null),
      charges.map(({ once }) => once && arrayLiteral(once.items.map(({ kind }) => kind))),
      charges.map(({ once }) => once && arrayLiteral(distinctIds(once.items))),
      charges.map(({ once }) => once?.since),
      charges.map((charge) => charge.personId !== undefined || charge.isDelivery === true),
    ],
  });
  const results: (DebitResult | undefined)[] = charges.map(() => undefined);
  for (const row of rows)
    results[row.position - 1] = {
      records: row.delivered,
      credits: row.take,
      paid: row.paid ?? undefined,
      balance: row.after,
      sequence: row.sequence,
      version: row.version,
      admitted: row.admitted,
      tokens: row.tokens_left,
      exceeded: row.exceeded ? exceededBudget(row) : undefined,
      ...allowanceOf(row),
    };
  return results;
}

/** Kinds and ids need no quotes. */
function arrayLiteral(values: readonly string[]): string {
  return `{${values.join(",")}}`;
}

/** Null instead of the id of a record that occurred before. */
function distinctIds(items: readonly RecordKey[]): string[] {
  const seen = new Set<string>();
  return items.map(({ kind, id }) => {
    const key = `${kind} ${id}`;
    if (seen.has(key)) return "null";
    seen.add(key);
    return id;
  });
}

/** An empty balance comes first: then the allowance would not help either. */
function allowanceOf({
  allowed,
  daily_allowance,
  wanted,
  take,
  after,
}: Row): Pick<DebitResult, "allowance" | "usedUp"> {
  if (allowed === null || daily_allowance === null) return {};
  return { allowance: allowed - take, usedUp: wanted > 0 && allowed === 0 && after > 0 ? daily_allowance : undefined };
}

function exceededBudget({ own, period, most, used, least_taken }: Row): ExceededBudget {
  return { owner: own ? "person" : "workspace", period, limit: most, used, requested: least_taken };
}
