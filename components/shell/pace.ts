/** Estimates how long a balance lasts at the current pace. Only working days count, because weekends are quiet. */
import type { AccountUsage } from "@dealflow/contract/account/spending/credits";

const DAY_MS = 86_400_000;

interface Pace {
  readonly aWorkingDay: number;
  readonly workingDaysLeft: number;
}

/** Returns undefined while nothing was used. `since` is the account's first entry; earlier days do not count. */
export function getPace(usage: AccountUsage, balance: number, since: string | null): Pace | undefined {
  const used = usage.days.reduce((sum, { credits }) => sum + credits, 0);
  if (used === 0) return undefined;
  const from = Math.max(Date.parse(usage.from), since === null ? 0 : Math.floor(Date.parse(since) / DAY_MS) * DAY_MS);
  const aWorkingDay = Math.max(1, Math.round(used / Math.max(1, workingDays(from, Date.parse(usage.to)))));
  return { aWorkingDay, workingDaysLeft: Math.floor(balance / aWorkingDay) };
}

/** Counts Mondays to Fridays between two days, both included, given as ms of their midnights in UTC. */
function workingDays(from: number, to: number): number {
  let days = 0;
  for (let day = from; day <= to; day += DAY_MS) if (![0, 6].includes(new Date(day).getUTCDay())) days += 1;
  return days;
}
