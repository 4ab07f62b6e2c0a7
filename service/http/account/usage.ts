/**
 * Serves the balance (GET /account/v1/credits) and the use by day (GET /account/v1/usage), and lets operators grant
 * credits (POST /account/v1/credits/grant).
 */

import {
  type AccountCredits,
  type AccountUsage,
  CREDITS_PAGES,
  MOST_COSTS,
  USAGE_DAYS,
  USAGE_DAYS_PARAMETER,
  type UsedBy,
} from "@dealflow/contract/account/spending/credits";
import type pg from "pg";
import { runRecorded } from "@/service/admin/actions";
import { grantCredits } from "@/service/credits/ledger";
import { readSavings } from "@/service/credits/savings";
import { type DailyUsage, readCreditsSummary, readUsage, type UsageDimension } from "@/service/credits/usage";
import { ApiError } from "../api-error";
import { handleEach } from "./endpoint-handlers";

/** The named series, the rest and the unnamed together are as many as a chart has colours. */
const NAMED = 4;
/** All endpoints are named. */
const ENDPOINTS = 6;

export const USAGE_HANDLERS = handleEach(CREDITS_PAGES, {
  credits: ({ pools }, { workspaceId }) => readCredits(pools.main, workspaceId),

  usage: async ({ payOnceDays, pools: { main } }, { c, workspaceId, now }) => {
    const requestedDays = c.req.query(USAGE_DAYS_PARAMETER) ?? String(USAGE_DAYS[0]);
    const days = USAGE_DAYS.find((choice) => String(choice) === requestedDays);
    if (days === undefined)
      throw new ApiError("INVALID_INPUT", `${USAGE_DAYS_PARAMETER} must be ${USAGE_DAYS.join(" or ")}`);
    const period = { now, days };
    const [{ from, to, use }, savings] = await Promise.all([
      readUsage(main, workspaceId, { ...period, views: NAMED }),
      payOnceDays > 0 ? readSavings(main, workspaceId, { ...period, most: MOST_COSTS }) : undefined,
    ]);
    return {
      from,
      to,
      days: sumByDay(use),
      endpoints: groupUsage(use, "endpoint", ENDPOINTS),
      clients: groupUsage(use, "client", NAMED),
      people: groupUsage(use, "person", NAMED),
      views: groupUsage(use, "view", NAMED),
      ...(savings && { savings }),
    };
  },

  grant: async ({ pools }, { workspaceId, viewer: { personId }, body, now }) => {
    const { amount } = await body();
    const options = { workspace: workspaceId, amount: String(amount) };
    await runRecorded(pools.main, { command: "credits grant", options, personId, now }, () =>
      grantCredits(pools.main, workspaceId, amount, now),
    );
    return readCredits(pools.main, workspaceId);
  },
});

async function readCredits(pool: pg.Pool, workspaceId: string): Promise<AccountCredits> {
  const summary = await readCreditsSummary(pool, workspaceId);
  if (summary === undefined) throw new ApiError("NOT_FOUND", "this workspace no longer exists");
  return summary;
}

/** Every entry has an endpoint, so its days are complete. */
function sumByDay(use: readonly DailyUsage[]): AccountUsage["days"] {
  const days = new Map<string, { day: string; credits: number; requests: number }>();
  for (const { by, day, credits, requests } of use) {
    if (by !== "endpoint") continue;
    const sum = days.get(day) ?? { day, credits: 0, requests: 0 };
    days.set(day, { day, credits: sum.credits + credits, requests: sum.requests + requests });
  }
  return [...days.values()];
}

function groupUsage(use: readonly DailyUsage[], by: UsageDimension, most: number): UsedBy[] {
  const groups = new Map<string, { kind: UsedBy["kind"]; name: string; credits: number; days: Map<string, number> }>();
  for (const row of use) {
    if (row.by !== by) continue;
    const kind = row.rest ? "rest" : row.name === null ? "none" : "named";
    const name = row.name ?? "";
    const group = groups.get(`${kind} ${name}`) ?? { kind, name, credits: 0, days: new Map<string, number>() };
    group.credits += row.credits;
    group.days.set(row.day, (group.days.get(row.day) ?? 0) + row.credits);
    groups.set(`${kind} ${name}`, group);
  }
  const sorted = [...groups.values()].sort((a, b) => b.credits - a.credits || (a.name < b.name ? -1 : 1));
  const named = sorted.filter(({ kind }) => kind === "named");
  const visible = new Set([...named.slice(0, most), ...sorted.filter(({ kind }) => kind === "none")]);
  const rest = new Map<string, number>();
  for (const { days } of sorted.filter((group) => !visible.has(group)))
    for (const [day, credits] of days) rest.set(day, (rest.get(day) ?? 0) + credits);
  const remainder = { kind: "rest" as const, name: "", credits: sumCredits(rest), days: rest };
  return [...sorted.filter((group) => visible.has(group)), ...(rest.size > 0 ? [remainder] : [])].map((group) => ({
    ...group,
    days: Object.fromEntries(group.days),
  }));
}

function sumCredits(days: ReadonlyMap<string, number>): number {
  return [...days.values()].reduce((sum, credits) => sum + credits, 0);
}
