/** Sums up the events of a company. */
import { compareDates, periodStart } from "@dealflow/contract/records/periods";
import type { MergedTimeline, TimelineEvent } from "@/lib/api/timeline-part";
import { count, formatCount } from "@/lib/format/counts";
import { compactMoney, roundMoney } from "@/lib/format/money";

interface Round {
  /** The date is in ISO-8601. */
  readonly date: string;
  readonly round: string | null;
  readonly usd: number | null;
  /** The amount in dollars, or else in its own currency. */
  readonly amount: string | undefined;
}

export interface CompanyMetrics {
  /** The sum is in US dollars over the rounds with an amount; null when there is none. */
  readonly raised: number | null;
  /** The oldest round is first. */
  readonly rounds: readonly Round[];
  readonly undisclosed: number;
  readonly last: Round | undefined;
  /** The number is in whole months. */
  readonly monthsSinceLast: number | undefined;
  /** The gap between one round and the next is in whole months. */
  readonly medianGap: number | undefined;
  readonly investors: number;
}

export function calculateMetrics(
  { events, investors }: Pick<MergedTimeline, "events" | "investors">,
  now: Date,
): CompanyMetrics {
  const rounds = events.flatMap(toRounds).sort((a, b) => compareDates(a.date, b.date));
  const amounts = rounds.flatMap(({ usd }) => usd ?? []);
  const last = rounds.at(-1);
  const gaps = rounds.slice(1).flatMap((round, index) => {
    const before = rounds[index];
    return before === undefined ? [] : (monthsBetween(before.date, new Date(periodStart(round.date))) ?? []);
  });
  return {
    raised: amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0),
    rounds,
    undisclosed: rounds.length - amounts.length,
    last,
    monthsSinceLast: last && monthsBetween(last.date, now),
    medianGap: median(gaps),
    investors: investors.length,
  };
}

/** Writes how many rounds the sum is over, and how many of them are not in it; it is partial unless all are owned. */
export function roundsNote(
  { rounds, raised, undisclosed }: Pick<CompanyMetrics, "rounds" | "raised" | "undisclosed">,
  whole: boolean,
): string {
  if (rounds.length === 0) return whole ? "no rounds" : "rounds not bought";
  const without = raised === null || undisclosed === 0 ? "" : `, ${count(undisclosed)} without $ amount`;
  return `${formatCount(rounds.length, "round")}${whole ? "" : " owned"}${without}`;
}

function toRounds({ date, funding }: TimelineEvent): Round[] {
  const at = funding?.announcedAt ?? date;
  return funding === null || at === null
    ? []
    : [{ date: at, round: funding.round, usd: funding.amountUsd, amount: compactMoney(roundMoney(funding)) }];
}

/**
 * Returns the rounds in which each investor was named, oldest first, by the investor's id, or its name where it has
 * no id.
 */
export function roundsByInvestor(events: readonly TimelineEvent[]): ReadonlyMap<string, readonly (string | null)[]> {
  const named = new Map<string, (string | null)[]>();
  for (const { funding } of events)
    for (const investor of funding?.investors ?? []) {
      const key = investorKey(investor);
      named.set(key, [...(named.get(key) ?? []), funding?.round ?? null]);
    }
  return named;
}

export function investorKey({ id, name }: { id: string | null; name: string | null }): string {
  return id ?? name ?? "";
}

/** Returns the whole calendar months between two dates in UTC; undefined when `from` is no date. */
export function monthsBetween(from: string, to: Date): number | undefined {
  const start = new Date(periodStart(from));
  if (Number.isNaN(start.getTime()) || Number.isNaN(to.getTime())) return undefined;
  const months = (to.getUTCFullYear() - start.getUTCFullYear()) * 12 + to.getUTCMonth() - start.getUTCMonth();
  return Math.max(0, to.getUTCDate() < start.getUTCDate() ? months - 1 : months);
}

function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return low === undefined || high === undefined ? undefined : Math.round((low + high) / 2);
}
