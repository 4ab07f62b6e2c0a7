/**
 * Budgets of a workspace and of its people, by day and month of UTC, for what the dashboard buys. They are held in the
 * transaction that charges: under the workspace's lock no other process adds to what was used.
 */
import type pg from "pg";
import { firstIdAt } from "@/service/store/new-id";

export interface Limits {
  readonly day: number | null;
  readonly month: number | null;
}

export interface Used {
  readonly day: number;
  readonly month: number;
}

const PERIODS = ["day", "month"] as const satisfies readonly (keyof Limits)[];

/** What would pass a budget. */
export interface Passed {
  /** The person who asks, or the workspace. */
  readonly whose: "person" | "workspace";
  readonly period: (typeof PERIODS)[number];
  readonly limit: number;
  readonly used: number;
  readonly asked: number;
}

/** Nothing was taken. */
export class BudgetReached<Admitted> extends Error {
  override readonly name = "BudgetReached";

  /** @param admitted the charge that counted the request */
  constructor(
    readonly passed: Passed,
    readonly admitted: Admitted,
  ) {
    super(`the ${passed.period}'s budget of the ${passed.whose} is reached`);
  }
}

/** What of a charge budgets are held against. */
interface Asking {
  readonly workspaceId: string;
  readonly personId?: string | undefined;
  readonly records: number;
  readonly steps?: readonly number[] | undefined;
}

/** Ids tell the time by the clock of the process that made them: read from a little earlier, the instant decides. */
const CLOCKS_APART_MS = 3_600_000;

/** Of the dashboard alone: of one person, or of all when `$5` is null. By the index on entries that have a person. */
const USED = `
select coalesce(-sum(delta) filter (where at >= $4), 0)::bigint as day, coalesce(-sum(delta), 0)::bigint as month,
  coalesce(-sum(delta) filter (where at >= $4 and person_id = $5), 0)::bigint as own_day,
  coalesce(-sum(delta) filter (where person_id = $5), 0)::bigint as own_month
from ledger where workspace_id = $1 and person_id is not null and id >= $2 and at >= $3 and delta < 0`;

/**
 * Locks the workspace until the transaction ends, and tells what of the charge its budgets hold: all of it, or of a
 * charge in steps so many as fit, when one does; else which budget would be passed.
 */
export async function fitToBudgets(
  client: pg.ClientBase,
  { workspaceId, personId, records, steps }: Asking,
  at: Date,
): Promise<{ readonly records: number; readonly steps?: readonly number[] } | Passed> {
  const { rows: workspaces } = await client.query<{ balance: number }>(
    "select balance from workspaces where id = $1 for update",
    [workspaceId],
  );
  const most = Math.min(records, workspaces[0]?.balance ?? 0);
  const budgets = await budgetsOn(client, workspaceId, personId ?? null, at);
  const over = (asked: number) => budgets.find(({ limit, used }) => used + asked > limit);
  if (steps === undefined) {
    const passed = over(most);
    return passed === undefined ? { records } : { ...passed, asked: most };
  }
  const affordable = steps.filter((step) => step > 0 && step <= most);
  const [first] = affordable;
  const passed = first === undefined ? undefined : over(first);
  if (first !== undefined && passed !== undefined) return { ...passed, asked: first };
  return { records, steps: steps.filter((step) => over(step) === undefined) };
}

/** The limits on what this person buys, the tightest first. */
async function budgetsOn(
  client: pg.ClientBase,
  workspaceId: string,
  personId: string | null,
  at: Date,
): Promise<Omit<Passed, "asked">[]> {
  const { rows } = await client.query<Limits & { user_id: string | null }>(
    "select user_id, day, month from budgets where workspace_id = $1 and (user_id is null or user_id = $2)",
    [workspaceId, personId],
  );
  const { day, month } = startsOf(at);
  const { rows: sums } = await client.query<{ day: number; month: number; own_day: number; own_month: number }>(USED, [
    workspaceId,
    firstIdAt(month.getTime() - CLOCKS_APART_MS),
    month,
    day,
    personId,
  ]);
  const [sum = { day: 0, month: 0, own_day: 0, own_month: 0 }] = sums;
  return rows
    .flatMap((limits) => {
      const own = limits.user_id !== null;
      const used = own ? { day: sum.own_day, month: sum.own_month } : { day: sum.day, month: sum.month };
      return PERIODS.flatMap((period) => {
        const limit = limits[period];
        const whose = own ? ("person" as const) : ("workspace" as const);
        return limit === null ? [] : [{ whose, period, limit, used: used[period] }];
      });
    })
    .sort((a, b) => a.limit - a.used - (b.limit - b.used));
}

export interface BudgetOf {
  /** Null: the workspace. */
  readonly personId: string | null;
  readonly limits: Limits;
  readonly used: Used;
}

/** The workspace's own, then that of every person who has a limit or has used something this month. */
export async function readBudgets(pool: pg.Pool, workspaceId: string, at: Date): Promise<BudgetOf[]> {
  const { day, month } = startsOf(at);
  const { rows } = await pool.query<Limits & { user_id: string | null; used_day: number; used_month: number }>(
    `with used as (
       select person_id, coalesce(-sum(delta) filter (where at >= $4), 0)::bigint as day, -sum(delta)::bigint as month
       from ledger where workspace_id = $1 and person_id is not null and id >= $2 and at >= $3 and delta < 0
       group by grouping sets ((person_id), ())
     ), limited as (select user_id, day, month from budgets where workspace_id = $1)
     select coalesce(l.user_id, u.person_id) as user_id, l.day, l.month,
       coalesce(u.day, 0) as used_day, coalesce(u.month, 0) as used_month
     from limited l full join used u on u.person_id is not distinct from l.user_id
     order by user_id nulls first`,
    [workspaceId, firstIdAt(month.getTime() - CLOCKS_APART_MS), month, day],
  );
  return rows.map((row) => ({
    personId: row.user_id,
    limits: { day: row.day, month: row.month },
    used: { day: row.used_day, month: row.used_month },
  }));
}

/** Sets both limits of a person, or of the workspace when `personId` is null; two nulls are no budget. */
export async function setBudget(
  client: pg.PoolClient,
  workspaceId: string,
  personId: string | null,
  { day, month }: Limits,
): Promise<void> {
  if (day === null && month === null) {
    await client.query("delete from budgets where workspace_id = $1 and user_id is not distinct from $2", [
      workspaceId,
      personId,
    ]);
    return;
  }
  await client.query(
    `insert into budgets (workspace_id, user_id, day, month) values ($1, $2, $3, $4)
     on conflict (workspace_id, user_id) do update set day = $3, month = $4`,
    [workspaceId, personId, day, month],
  );
}

/** Of the day and of the month in UTC. */
function startsOf(at: Date): { day: Date; month: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { day: new Date(Date.UTC(year, month, at.getUTCDate())), month: new Date(Date.UTC(year, month)) };
}
