/** The one statement that charges and admits: what it asks, and what it tells of each charge. */
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import type { Charge, Charged } from "./charge";

/*
 * Workspaces are locked in the order of their ids: batches of several processes that locked as they came deadlocked.
 * Within a batch each request gets what the ones before it in the same workspace leave, of its tokens and of its
 * credits. A request that takes nothing leaves no ledger row. A page that was kept is charged for only if its feed has
 * not changed since. A charge in steps stands alone in its batch, so that what it leaves is known. From a person whose
 * use a budget holds nothing is taken here, unless the charge was found to fit: that takes a transaction. Charges
 * without a person ask for no budget.
 */
const DEBIT = `
with asked as (
  select a.workspace_id, a.request_id, a.key_id, a.endpoint, a.ledger_id, a.view, a.person_id, a.per_minute, a.burst, a.position,
    f.version,
    case when a.version is null or a.version = f.version then a.records else 0 end as records,
    case when a.person_id is null or $15 or a.records = 0 or a.version <> f.version then false else exists (
      select from budgets b where b.workspace_id = a.workspace_id and (b.user_id is null or b.user_id = a.person_id)
    ) end as budgeted
  from unnest($1::uuid[], $2::int[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::bigint[],
      $9::float8[], $10::int[], $13::text[], $14::uuid[])
    with ordinality as a (workspace_id, records, request_id, key_id, endpoint, ledger_id, feed, version, per_minute, burst, view,
      person_id, position)
  join feeds f on f.feed = a.feed
), locked as materialized (
  select id, balance, tokens, tokens_at from workspaces where id = any($1::uuid[]) order by id for update
), filled as (
  select l.id, l.balance,
    least(b.burst, coalesce(l.tokens, b.burst) + greatest(extract(epoch from now() - l.tokens_at), 0)::float8 * b.per_minute / 60) as tokens
  from locked l
  left join (select workspace_id, max(burst) as burst, max(per_minute) as per_minute from asked group by workspace_id) b
    on b.workspace_id = l.id
), judged as (
  select a.*, f.balance, f.tokens, count(a.burst) over w as requests,
    a.burst is null or count(a.burst) over w <= floor(f.tokens + 1e-6) as admitted
  from asked a join filled f on f.id = a.workspace_id
  window w as (partition by a.workspace_id order by a.position)
), running as (
  select j.*, case when admitted and not budgeted then records else 0 end as wanted,
    sum(case when admitted and not budgeted then records else 0 end)
      over (partition by workspace_id order by position) as upto
  from judged j
), taken as (
  select r.*,
    case when $11::bigint[] is null then greatest(least(r.wanted, r.balance - (r.upto - r.wanted)), 0)
      else coalesce((select max(step) from unnest($11::bigint[]) step where step <= least(r.wanted, r.balance)), 0) end::bigint as take
  from running r
), settled as (
  select t.*, t.balance - sum(t.take) over (partition by t.workspace_id order by t.position) as after,
    t.tokens - least(t.requests, floor(t.tokens + 1e-6)) as tokens_left
  from taken t
), paid as (
  update workspaces w set balance = w.balance - s.total,
    tokens = case when s.requests > 0 then s.tokens_left else w.tokens end,
    tokens_at = case when s.requests > 0 then greatest(w.tokens_at, now()) else w.tokens_at end
  from (
    select workspace_id, sum(take)::bigint as total, max(requests) as requests, min(tokens_left) as tokens_left,
      bool_or(admitted and burst is not null) as entered
    from settled group by workspace_id
  ) s
  where w.id = s.workspace_id and (s.total > 0 or s.entered)
), written as (
  insert into ledger (id, workspace_id, request_id, endpoint, key_id, person_id, view, delta, balance_after, at)
  select ledger_id, workspace_id, request_id, endpoint, key_id, person_id, view, -take, after, $12 from settled where take > 0
)
select position::int as position, take::int as take, after::bigint as after, version, admitted,
  admitted and budgeted as budgeted, coalesce(tokens_left, 0) as tokens_left
from settled`;

interface Row {
  readonly position: number;
  readonly take: number;
  readonly after: number;
  readonly version: number;
  readonly admitted: boolean;
  readonly budgeted: boolean;
  readonly tokens_left: number;
}

export interface Settled extends Charged {
  /** A budget holds the person's use: nothing was taken, and whether it may be is not known yet. */
  readonly budgeted: boolean;
}

/**
 * What each was charged, in order; undefined where the workspace does not exist.
 *
 * @param fits whether their budgets hold them, as was found under the lock that still stands
 */
export async function settle(
  db: pg.Pool | pg.ClientBase,
  charges: readonly Charge[],
  at: Date,
  fits = false,
): Promise<(Settled | undefined)[]> {
  const { rows } = await db.query<Row>({
    name: "debit",
    text: DEBIT,
    values: [
      charges.map((charge) => charge.workspaceId),
      charges.map((charge) => charge.records),
      charges.map((charge) => charge.requestId),
      charges.map((charge) => charge.keyId),
      charges.map((charge) => charge.endpoint),
      charges.map(() => newId()),
      charges.map((charge) => charge.feed),
      charges.map((charge) => charge.version ?? null),
      charges.map((charge) => charge.limit?.perMinute ?? null),
      charges.map((charge) => charge.limit?.burst ?? null),
      charges[0]?.steps ?? null,
      at,
      charges.map((charge) => charge.view ?? null),
      charges.map((charge) => charge.personId ?? null),
      fits,
    ],
  });
  const settled: (Settled | undefined)[] = charges.map(() => undefined);
  for (const row of rows)
    settled[row.position - 1] = {
      records: row.take,
      balance: row.after,
      version: row.version,
      admitted: row.admitted,
      budgeted: row.budgeted,
      tokens: row.tokens_left,
    };
  return settled;
}
