/** GET /account/v1/credits: what there is. GET /account/v1/usage: what was used by day. */
import type { Handler } from "hono";
import {
  type AccountCredits,
  type AccountUsage,
  USAGE_DAYS,
  USAGE_DAYS_PARAMETER,
  type UsedBy,
} from "@/lib/contract/account-credits";
import { type DayOfUse, readStanding, readUse, type UseBy } from "@/service/credits/usage";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";

/** Names that are told apart: with the rest and what has no name they are as many as a chart has colours. */
const NAMED = 4;
/** As many as there are, none without a name. */
const ENDPOINTS = 6;

export function creditsOf({ pools }: Services): Handler<Env> {
  return async (c) => {
    const standing = await readStanding(pools.main, c.get("caller").workspaceId);
    if (standing === undefined) throw new ApiError("NOT_FOUND", "the workspace does not exist any more");
    const answer: AccountCredits = standing;
    return c.json(answer);
  };
}

export function usageOf({ pools }: Services): Handler<Env> {
  return async (c) => {
    const asked = c.req.query(USAGE_DAYS_PARAMETER) ?? String(USAGE_DAYS[0]);
    const days = USAGE_DAYS.find((choice) => String(choice) === asked);
    if (days === undefined)
      throw new ApiError("INVALID_INPUT", `${USAGE_DAYS_PARAMETER} must be ${USAGE_DAYS.join(" or ")}`);
    const { from, to, use } = await readUse(pools.main, c.get("caller").workspaceId, {
      now: new Date(),
      days,
      views: NAMED,
    });
    const answer: AccountUsage = {
      from,
      to,
      days: totals(use),
      endpoints: usedBy(use, "endpoint", ENDPOINTS),
      clients: usedBy(use, "client", NAMED),
      people: usedBy(use, "person", NAMED),
      views: usedBy(use, "view", NAMED),
    };
    return c.json(answer);
  };
}

/** Every entry has an endpoint, so its days are all there are. */
function totals(use: readonly DayOfUse[]): AccountUsage["days"] {
  const days = new Map<string, { day: string; credits: number; requests: number }>();
  for (const { by, day, credits, requests } of use) {
    if (by !== "endpoint") continue;
    const sum = days.get(day) ?? { day, credits: 0, requests: 0 };
    days.set(day, { day, credits: sum.credits + credits, requests: sum.requests + requests });
  }
  return [...days.values()];
}

function usedBy(use: readonly DayOfUse[], by: UseBy, most: number): UsedBy[] {
  const found = new Map<string, { kind: UsedBy["kind"]; name: string; credits: number; days: Map<string, number> }>();
  for (const row of use) {
    if (row.by !== by) continue;
    const kind = row.rest ? "rest" : row.name === null ? "none" : "named";
    const name = row.name ?? "";
    const one = found.get(`${kind} ${name}`) ?? { kind, name, credits: 0, days: new Map<string, number>() };
    one.credits += row.credits;
    one.days.set(row.day, (one.days.get(row.day) ?? 0) + row.credits);
    found.set(`${kind} ${name}`, one);
  }
  const sorted = [...found.values()].sort((a, b) => b.credits - a.credits || (a.name < b.name ? -1 : 1));
  const named = sorted.filter(({ kind }) => kind === "named");
  const shown = new Set([...named.slice(0, most), ...sorted.filter(({ kind }) => kind === "none")]);
  const rest = new Map<string, number>();
  for (const { days } of sorted.filter((one) => !shown.has(one)))
    for (const [day, credits] of days) rest.set(day, (rest.get(day) ?? 0) + credits);
  const others = { kind: "rest" as const, name: "", credits: sumOf(rest), days: rest };
  return [...sorted.filter((one) => shown.has(one)), ...(rest.size > 0 ? [others] : [])].map((one) => ({
    ...one,
    days: Object.fromEntries(one.days),
  }));
}

function sumOf(days: ReadonlyMap<string, number>): number {
  return [...days.values()].reduce((sum, credits) => sum + credits, 0);
}
