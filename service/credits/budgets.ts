/**
 * Budgets of a workspace and of its people, by day and month of UTC, for what the dashboard buys. They are held in the
 * transaction that charges: under the workspace's lock no other process adds to what was used.
 */
import type pg from "pg";
import { firstIdAt } from "@/service/store/new-id";

const PERIODS = ["day", "month"] as const;
type Period = (typeof PERIODS)[number];

/** Credits; null: no limit. */
export type BudgetLimits = Readonly<Record<Period, number | null>>;

/** What would pass a budget. */
export interface Passed {
  /** The person's who asks, or the workspace's. */
  readonly whose: "person" | "workspace";
  readonly period: Period;
  readonly limit: number;
  readonly used: number;
  readonly asked: number;
}

/** What of a charge its budgets are held against. */
interface Asking {
  readonly workspaceId: string;
  readonly personId?: string | undefined;
  readonly records: number;
  readonly steps?: readonly number[] | undefined;
}

/** Ids tell the time by the clock of the process that made them: read from a little earlier, the instant decides. */
const CLOCKS_APART_MS = 3_600_000;

/** Stands for no person, where only equal things can be joined. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** What of the ledger the dashboard used since the month began: found by the index of entries that have a person. */
const OF_MONTH = "workspace_id = $1 and person_id is not null and id >= $2 and at >= $3 and delta < 0";

/**
 * Locks the workspace until the transaction ends, and tells whether its budgets hold the charge: of one in steps those
 * that fit, when any that the balance holds does; else which budget would be passed.
 */
export async function fitToBudgets(
  client: pg.ClientBase,
  { workspaceId, personId, records, steps }: Asking,
  at: Date,
): Promise<{ readonly steps: readonly number[] | undefined } | Passed> {
  const { rows } = await client.query<{ balance: number }>("select balance from workspaces where id = $1 for update", [
    workspaceId,
  ]);
  const most = Math.min(records, rows[0]?.balance ?? 0);
  // Read by a statement that begins under the lock, which sees what every other process has used.
  const budgets = await budgetsOn(client, workspaceId, personId ?? null, at);
  const passedBy = (asked: number) => budgets.find(({ limit, used }) => asked > 0 && used + asked > limit);
  const asked = steps === undefined ? most : (steps.find((step) => step > 0 && step <= most) ?? 0);
  const passed = passedBy(asked);
  return passed === undefined ? { steps: steps?.filter((step) => passedBy(step) === undefined) } : { ...passed, asked };
}

/** The limits on what this person buys, the tightest first. */
async function budgetsOn(
  client: pg.ClientBase,
  workspaceId: string,
  personId: string | null,
  at: Date,
): Promise<Omit<Passed, "asked">[]> {
  const { day, month } = startsOf(at);
  const { rows } = await client.query<{
    own: boolean;
    day: number | null;
    month: number | null;
    used_day: number;
    used_month: number;
  }>(
    `select b.user_id is not null as own, b.day, b.month,
       coalesce(-sum(l.delta) filter (where l.at >= $4), 0)::bigint as used_day,
       coalesce(-sum(l.delta), 0)::bigint as used_month
     from budgets b
     left join (select person_id, delta, at from ledger where ${OF_MONTH}) l on b.user_id is null or b.user_id = l.person_id
     where b.workspace_id = $1 and (b.user_id is null or b.user_id = $5)
     group by b.user_id, b.day, b.month`,
    [workspaceId, firstIdAt(month.getTime() - CLOCKS_APART_MS), month, day, personId],
  );
  return rows
    .flatMap((row) => {
      const used = { day: row.used_day, month: row.used_month };
      const whose = row.own ? ("person" as const) : ("workspace" as const);
      return PERIODS.flatMap((period) => {
        const limit = row[period];
        return limit === null ? [] : [{ whose, period, limit, used: used[period] }];
      });
    })
    .sort((a, b) => a.limit - a.used - (b.limit - b.used));
}

export interface BudgetOf {
  /** Null: the workspace. */
  readonly personId: string | null;
  readonly limits: BudgetLimits;
  readonly used: Readonly<Record<Period, number>>;
}

/** The workspace's own, and that of everybody who has a limit or has used something this month. */
export async function readBudgets(pool: pg.Pool, workspaceId: string, at: Date): Promise<BudgetOf[]> {
  const { day, month } = startsOf(at);
  const { rows } = await pool.query<{
    person_id: string | null;
    day: number | null;
    month: number | null;
    used_day: number;
    used_month: number;
  }>(
    `with used as (
       select person_id, coalesce(-sum(delta) filter (where at >= $4), 0)::bigint as day,
         coalesce(-sum(delta), 0)::bigint as month
       from ledger where ${OF_MONTH} group by grouping sets ((person_id), ())
     )
     select coalesce(u.person_id, b.user_id) as person_id, b.day, b.month,
       coalesce(u.day, 0) as used_day, coalesce(u.month, 0) as used_month
     from used u
     full join (select user_id, day, month from budgets where workspace_id = $1) b
       on coalesce(b.user_id, '${NOBODY}') = coalesce(u.person_id, '${NOBODY}')`,
    [workspaceId, firstIdAt(month.getTime() - CLOCKS_APART_MS), month, day],
  );
  return rows.map((row) => ({
    personId: row.person_id,
    limits: { day: row.day, month: row.month },
    used: { day: row.used_day, month: row.used_month },
  }));
}

/** Both limits of a person, or of the workspace when `personId` is null; without any there is no budget. */
export async function setBudget(
  client: pg.PoolClient,
  workspaceId: string,
  personId: string | null,
  { day, month }: BudgetLimits,
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
function startsOf(at: Date): Readonly<Record<Period, Date>> {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { day: new Date(Date.UTC(year, month, at.getUTCDate())), month: new Date(Date.UTC(year, month)) };
}
