/**
 * Budgets of a workspace and of its people, by day and month of UTC, and of a session, for what the dashboard buys. The charging statement
 * enforces them: each workspace and member row holds the use of the current day and month, which that statement
 * reads under its locks and adds to.
 */
import type pg from "pg";
import { idBefore } from "@/service/store/new-id";

/** A limit is in credits, and null means none. Only a workspace has a budget for its sessions. */
export type BudgetLimits = Readonly<Record<"day" | "month", number | null>> & { readonly session?: number | null };

/** A charge is rejected when it would exceed this budget. */
export interface ExceededBudget {
  /** It is the buyer's or the workspace's. */
  readonly owner: "person" | "workspace";
  readonly period: "session" | "day" | "month";
  readonly limit: number;
  readonly used: number;
  readonly requested: number;
}

/** Writes what is missing as one sentence without its full stop. */
export function formatBudgetMessage({ owner, period, limit, used, requested }: ExceededBudget): string {
  const whose = owner === "person" ? "Your" : "The workspace's";
  const budget =
    period === "session"
      ? `This session's budget of ${formatCredits(limit)} would be exceeded`
      : `${whose} budget of ${formatCredits(limit)} a ${period} would be exceeded`;
  return `${budget}: ${used.toLocaleString("en-US")} used, this request needs ${requested.toLocaleString("en-US")}`;
}

export function formatCredits(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "credit" : "credits"}`;
}

export interface BudgetOf {
  /** The workspace's own has null. */
  readonly personId: string | null;
  readonly limits: BudgetLimits;
  readonly used: Readonly<Record<"day" | "month", number>>;
}

/** These compute in SQL what a row `u` of a workspace or a member has used of the day and of the month of `today`. */
export const USED_DAY = "case when u.used_on = today then u.used_day else 0 end";
export const USED_MONTH =
  "case when date_trunc('month', u.used_on) = date_trunc('month', today) then u.used_month else 0 end";

/** Returns the workspace's own budget and that of each member, with what they used of the day and the month of `at`. */
export async function readBudgets(pool: pg.Pool, workspaceId: string, at: Date): Promise<BudgetOf[]> {
  const { rows } = await pool.query<{
    person_id: string | null;
    session: number | null;
    day: number | null;
    month: number | null;
    used_day: number;
    used_month: number;
  }>(
    `select u.person_id, b.session, b.day, b.month, ${USED_DAY} as used_day, ${USED_MONTH} as used_month
     from (select ($2::timestamptz at time zone 'UTC')::date as today) now
     cross join (
       select null::uuid as person_id, used_on, used_day, used_month from workspaces where id = $1
       union all
       select user_id, used_on, used_day, used_month from members where workspace_id = $1
     ) u
     left join budgets b on b.workspace_id = $1 and b.user_id is not distinct from u.person_id`,
    [workspaceId, at],
  );
  return rows.map((row) => ({
    personId: row.person_id,
    limits: { session: row.session, day: row.day, month: row.month },
    used: { day: row.used_day, month: row.used_month },
  }));
}

/** Sets the limits of a person, or of the workspace when `personId` is null; without any there is no budget. */
export async function setBudget(
  client: pg.PoolClient,
  workspaceId: string,
  personId: string | null,
  { session = null, day, month }: BudgetLimits,
): Promise<void> {
  if (session === null && day === null && month === null) {
    await client.query("delete from budgets where workspace_id = $1 and user_id is not distinct from $2", [
      workspaceId,
      personId,
    ]);
    return;
  }
  await client.query(
    `insert into budgets (workspace_id, user_id, session, day, month) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, user_id) do update set session = $3, day = $4, month = $5`,
    [workspaceId, personId, session, day, month],
  );
}

/** Sums the ledger again for a member who rejoins: what they used this month before they left still counts. */
export async function recountUsage(
  client: pg.PoolClient,
  workspaceId: string,
  personId: string,
  at: Date,
): Promise<void> {
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
  const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
  await client.query(
    `update members set used_on = ($3::timestamptz at time zone 'UTC')::date, used_day = l.day, used_month = l.month
     from (
       select coalesce(-sum(delta) filter (where at >= $3), 0)::bigint as day, coalesce(-sum(delta), 0)::bigint as month
       from ledger where workspace_id = $1 and person_id = $2 and id >= $4 and at >= $5 and delta < 0
     ) l
     where workspace_id = $1 and user_id = $2 and l.month > 0`,
    [workspaceId, personId, day, idBefore(month.getTime()), month],
  );
}

/** Sums the credits that a session has used so far, in all or for one page of the dashboard. */
export async function readSessionUse(pool: pg.Pool, sessionId: string, at: Date, view = ""): Promise<number> {
  const { rows } = await pool.query<{ used: number }>({
    name: "session-use",
    text: "select used_in_session($1, $2, $3) as used",
    values: [sessionId, view, at],
  });
  return rows[0]?.used ?? 0;
}

/** Deletes what no longer counts. */
export async function deletePastSessionUse(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query("delete from session_use where at < $1::timestamptz - interval '8 hours'", [now]);
}
