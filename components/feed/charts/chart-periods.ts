/** Sums up the columns of a chart over time: loaded rows, or everything that matches. */

import type { Summary } from "@dealflow/contract/account/summaries";
import { factsAt } from "@dealflow/contract/records/facts";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import {
  type Bucket,
  bucketEnd,
  bucketKey,
  chooseGrain,
  createBuckets,
  firstOfMonthBefore,
  type Grain,
} from "@/components/charts/buckets";
import type { TimeDimension } from "./chart-dimensions";
import { addSums, NOTHING, plus, type Sum, sumCounted, sumRecord, sumUnstated } from "./chart-sums";

interface PeriodSum extends Sum {
  /** The sums of the stacked parts are listed by value. */
  readonly parts: Readonly<Record<string, Sum>>;
}

interface Period extends Bucket, PeriodSum {}

export interface Periods {
  readonly grain: Grain;
  readonly periods: readonly Period[];
  /** This many periods at the beginning lie before this date, and their events are not loaded. */
  readonly missing: { readonly periods: number; readonly before: string } | undefined;
}

export interface Window {
  /** The range of the query consists of dates or timestamps. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** More rows exist before the oldest one. */
  readonly hasMore: boolean;
  /** The date is YYYY-MM-DD. */
  readonly today: string;
}

function fillBuckets(buckets: readonly Bucket[], grain: Grain, sums: ReadonlyMap<string, PeriodSum>): Period[] {
  const empty = { ...NOTHING, parts: {} };
  return buckets.map((bucket) => ({ ...bucket, ...(sums.get(bucketKey(bucket.since, grain)) ?? empty) }));
}

/** A year is shown before the loaded rows, unless all are loaded or the query has a first day. */
const MONTHS_SHOWN = 12;
/** This share of a span that is longer than that is shown before it. */
const MISSING_SHARE = 0.15;
const MONTH_MS = 30 * 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}/;

/** A record without a valid date is left out. */
export function periodsOfRecords(
  records: readonly unknown[],
  { path }: Pick<TimeDimension, "path">,
  amount: string | undefined,
  { since, until, hasMore, today }: Window,
  getPart: (record: unknown) => string = () => "",
): Periods {
  let oldest: string | undefined;
  let newest = today;
  const dated = records.flatMap((record) => {
    const [date] = factsAt(record, path);
    if (typeof date !== "string" || !DATE.test(date)) return [];
    if (oldest === undefined || date < oldest) oldest = date;
    if (date > newest) newest = date;
    return [{ date, part: getPart(record), sum: sumRecord(record, amount) }];
  });
  const last = (until ?? newest).slice(0, 10);
  const first = least(since ?? beginning(oldest, last, hasMore), last).slice(0, 10);
  const grain = chooseGrain(first, last);

  const sums = new Map<string, Record<string, Sum>>();
  for (const { date, part, sum } of dated) {
    const key = bucketKey(date, grain);
    const parts = sums.get(key) ?? {};
    sums.set(key, { ...parts, [part]: plus(parts[part] ?? NOTHING, sum) });
  }
  const periods = fillBuckets(
    createBuckets(first, last, grain),
    grain,
    new Map([...sums].map(([key, parts]) => [key, { ...addSums(Object.values(parts)), parts }])),
  );
  const before = hasMore ? oldest?.slice(0, 10) : undefined;
  const unloaded = before === undefined ? 0 : periods.filter((period) => period.until < before).length;
  return { grain, periods, missing: before && unloaded > 0 ? { periods: unloaded, before } : undefined };
}

/** A query without a first day begins at the oldest row when all is loaded, otherwise some way before it. */
function beginning(oldest: string | undefined, last: string, hasMore: boolean): string {
  const year = firstOfMonthBefore(last, MONTHS_SHOWN - 1);
  if (oldest === undefined || !hasMore) return oldest ?? year;
  const months = (Date.parse(last) - Date.parse(oldest)) / MONTH_MS;
  return least(year, firstOfMonthBefore(oldest, Math.max(2, Math.ceil(months * MISSING_SHARE))));
}

function least(a: string, b: string): string {
  return a < b ? a : b;
}

/** A period that a person has set is drawn to its end, also where nothing happened, up to this many columns. */
const MOST_COLUMNS = 120;

/**
 * Returns the periods of the series without gaps, from the first to the last match or to the ends of the query's own
 * range.
 */
export function periodsOfSummary(
  { interval, periods }: NonNullable<Summary["series"]>,
  { since, until, today }: Pick<Window, "since" | "until" | "today">,
): Periods {
  const [first, last] = [periods.at(0)?.start, periods.at(-1)?.start];
  if (first === undefined || last === undefined) return { grain: interval, periods: [], missing: undefined };
  const from = since !== undefined && since.slice(0, 10) > first ? since.slice(0, 10) : first;
  const end = bucketEnd(last, interval);
  const to = until !== undefined && until.slice(0, 10) < end ? until.slice(0, 10) : end;
  const whole = since === undefined ? [] : createBuckets(from, (until ?? today).slice(0, 10), interval);
  const buckets = createBuckets(from, to, interval);
  const drawn = whole.length > buckets.length && whole.length <= MOST_COLUMNS ? whole : buckets;
  const sums = periods.map((period): [string, PeriodSum] => {
    const all = sumCounted(period);
    const parts = Object.fromEntries(Object.entries(period.values).map(([value, one]) => [value, sumCounted(one)]));
    const rest = sumUnstated(all, Object.values(parts));
    return [bucketKey(period.start, interval), { ...all, parts: rest ? { ...parts, [UNKNOWN]: rest } : parts }];
  });
  return { grain: interval, periods: fillBuckets(drawn, interval, new Map(sums)), missing: undefined };
}

/** The last periods that together have this share of the rows are drawn unless a person wants all. */
const RECENT_SHARE = 0.95;

/** Returns the last periods that have most of the rows, because few old rows would make all columns narrow. */
export function recentPeriods({ periods, grain }: Pick<Periods, "periods" | "grain">): readonly Period[] {
  let left = periods.reduce((rows, period) => rows + period.rows, 0) * (1 - RECENT_SHARE);
  const start = periods.findIndex(({ rows }) => {
    left -= rows;
    return left < 0;
  });
  const [first, last] = [periods[start]?.since, periods.at(-1)?.until];
  if (start < 1 || first === undefined || last === undefined) return periods;
  // The first column has its year, wherever it is.
  const buckets = createBuckets(first, last, grain);
  return periods.slice(start).map((period, index) => ({ ...period, ...buckets[index] }));
}
