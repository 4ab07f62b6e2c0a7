/** Sums up loaded rows for the charts of a feed. */

import { factsAt } from "@dealflow/contract/records/facts";
import {
  type Bucket,
  bucketKey,
  chooseGrain,
  createBuckets,
  type Grain,
  monthsBefore,
} from "@/components/charts/buckets";
import type { TimeDimension } from "./chart-dimensions";

export interface Sum {
  readonly rows: number;
  readonly usd: number;
  readonly undisclosed: number;
  /** The amount contains the middles of bands, for rows that are not owned. */
  readonly about?: boolean;
  /** The number of rows is an estimate from a sample. */
  readonly approximate?: boolean | undefined;
  /** So is the number of undisclosed amounts; by default where that of rows is. */
  readonly aboutUndisclosed?: boolean | undefined;
  /** The sum of the owned records is set where the chart distinguishes them. */
  readonly owned?: { readonly rows: number; readonly usd: number };
}

export const EMPTY_SUM: Sum = { rows: 0, usd: 0, undisclosed: 0 };

/** Adds one row of this amount, if it is known, to the sum. */
export function plus(sum: Sum, usd: number | undefined): Sum {
  return {
    rows: sum.rows + 1,
    usd: sum.usd + (usd ?? 0),
    undisclosed: sum.undisclosed + (usd === undefined ? 1 : 0),
  };
}

/** Adds up periods; the result distinguishes owned records only when each period does. */
export function sumPeriods(periods: readonly Sum[]): Sum {
  const add = (read: (sum: Sum) => number) => periods.reduce((total, sum) => total + read(sum), 0);
  return {
    rows: add(({ rows }) => rows),
    usd: add(({ usd }) => usd),
    undisclosed: add(({ undisclosed }) => undisclosed),
    about: periods.some(({ about }) => about),
    ...(periods.some(({ approximate }) => approximate) && { approximate: true }),
    ...(periods.every(({ owned }) => owned) && {
      owned: { rows: add(({ owned }) => owned?.rows ?? 0), usd: add(({ owned }) => owned?.usd ?? 0) },
    }),
  };
}

/** Returns a record's amount in US dollars at this path. */
export function recordUsd(record: unknown, path: string | undefined): number | undefined {
  const amount = path === undefined ? undefined : factsAt(record, path)[0];
  return typeof amount === "number" && Number.isFinite(amount) ? amount : undefined;
}

export function sumRecords(records: readonly unknown[], amount: string | undefined): Sum {
  return records.reduce<Sum>((sum, record) => plus(sum, recordUsd(record, amount)), EMPTY_SUM);
}

interface Period extends Bucket, Sum {
  /** The sums of the stacked parts are listed by value. */
  readonly parts: Readonly<Record<string, Sum>>;
}

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

/** A year is shown before the loaded rows, unless all are loaded or the query has a first day. */
const MONTHS_SHOWN = 12;
/** This share of a span that is longer than that is shown before it. */
const MISSING_SHARE = 0.15;
const MONTH_MS = 30 * 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}/;

/** Returns the date of a record on the axis of time, if it has a valid one. */
function recordDate(record: unknown, { path }: Pick<TimeDimension, "path">): string | undefined {
  const [date] = factsAt(record, path);
  return typeof date === "string" && DATE.test(date) ? date : undefined;
}

export function createPeriods(
  records: readonly unknown[],
  dimension: Pick<TimeDimension, "path">,
  amount: string | undefined,
  { since, until, hasMore, today }: Window,
  getPart: (record: unknown) => string = () => "",
): Periods {
  const dated = records.flatMap((record) => {
    const date = recordDate(record, dimension);
    return date === undefined ? [] : [{ date, usd: recordUsd(record, amount), part: getPart(record) }];
  });
  let oldest: string | undefined;
  let newest = today;
  for (const { date } of dated) {
    if (oldest === undefined || date < oldest) oldest = date;
    if (date > newest) newest = date;
  }
  const last = (until ?? newest).slice(0, 10);
  const first = least(since ?? beginning(oldest, last, hasMore), last).slice(0, 10);
  const grain = chooseGrain(first, last);

  const sums = new Map<string, Sum & { readonly parts: Record<string, Sum> }>();
  for (const { date, usd, part } of dated) {
    const key = bucketKey(date, grain);
    const { parts, ...sum } = sums.get(key) ?? { ...EMPTY_SUM, parts: {} };
    parts[part] = plus(parts[part] ?? EMPTY_SUM, usd);
    sums.set(key, { ...plus(sum, usd), parts });
  }
  const periods = createBuckets(first, last, grain).map((bucket) => ({
    ...bucket,
    ...(sums.get(bucketKey(bucket.since, grain)) ?? { ...EMPTY_SUM, parts: {} }),
  }));
  const before = hasMore ? oldest?.slice(0, 10) : undefined;
  const unloaded = before === undefined ? 0 : periods.filter((period) => period.until < before).length;
  return { grain, periods, missing: before && unloaded > 0 ? { periods: unloaded, before } : undefined };
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

/** A query without a first day begins at the oldest row when all is loaded, otherwise some way before it. */
function beginning(oldest: string | undefined, last: string, hasMore: boolean): string {
  const year = monthsBefore(last, MONTHS_SHOWN - 1);
  if (oldest === undefined || !hasMore) return oldest ?? year;
  const months = (Date.parse(last) - Date.parse(oldest)) / MONTH_MS;
  return least(year, monthsBefore(oldest, Math.max(2, Math.ceil(months * MISSING_SHARE))));
}

function least(a: string, b: string): string {
  return a < b ? a : b;
}
