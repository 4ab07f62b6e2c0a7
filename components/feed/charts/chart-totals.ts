/** Sums over loaded rows for the charts of a feed. */

import { factsAt } from "@dealflow/contract/facts";
import { type Bucket, bucketKey, bucketsOf, type Grain, grainOf, monthsBefore } from "@/components/charts/buckets";
import type { TimeDimension } from "./chart-dimensions";

export interface Sum {
  readonly rows: number;
  readonly usd: number;
  /** Rows whose amount is not known. */
  readonly undisclosed: number;
  /** The amount contains the middles of bands, of rows that are not owned. */
  readonly about?: boolean;
  /** The sum of the owned records, where the chart distinguishes them. */
  readonly owned?: { readonly rows: number; readonly usd: number };
}

export const EMPTY_SUM: Sum = { rows: 0, usd: 0, undisclosed: 0 };

/** The sum with one more row, of this amount if it is known. */
export function plus(sum: Sum, usd: number | undefined): Sum {
  return {
    rows: sum.rows + 1,
    usd: sum.usd + (usd ?? 0),
    undisclosed: sum.undisclosed + (usd === undefined ? 1 : 0),
  };
}

/** A record's amount in US dollars at this path. */
export function usdOf(record: unknown, path: string | undefined): number | undefined {
  const amount = path === undefined ? undefined : factsAt(record, path)[0];
  return typeof amount === "number" && Number.isFinite(amount) ? amount : undefined;
}

export function sumOf(records: readonly unknown[], amount: string | undefined): Sum {
  return records.reduce<Sum>((sum, record) => plus(sum, usdOf(record, amount)), EMPTY_SUM);
}

export interface Period extends Bucket, Sum {
  /** The sums of the stacked parts, by value. */
  readonly parts: Readonly<Record<string, Sum>>;
}

export interface Periods {
  readonly grain: Grain;
  readonly periods: readonly Period[];
  /** So many periods at the beginning lie before this date, and what happened in them is not loaded. */
  readonly missing: { readonly periods: number; readonly before: string } | undefined;
}

export interface Window {
  /** The range of the query, as dates or timestamps. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** There is more before the oldest row. */
  readonly hasMore: boolean;
  /** YYYY-MM-DD. */
  readonly today: string;
}

/** A year stands before what is loaded, unless all is loaded or the query says where it begins. */
const MONTHS_SHOWN = 12;
/** Of a longer time than that, this share stands before it. */
const MISSING_SHARE = 0.15;
const MONTH_MS = 30 * 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}/;

/** The date of a record on the axis of time, if it has a valid one. */
export function dateOf(record: unknown, { path }: Pick<TimeDimension, "path">): string | undefined {
  const [date] = factsAt(record, path);
  return typeof date === "string" && DATE.test(date) ? date : undefined;
}

export function periodsOf(
  records: readonly unknown[],
  dimension: Pick<TimeDimension, "path">,
  amount: string | undefined,
  { since, until, hasMore, today }: Window,
  partOf: (record: unknown) => string = () => "",
): Periods {
  const dated = records.flatMap((record) => {
    const date = dateOf(record, dimension);
    return date === undefined ? [] : [{ date, usd: usdOf(record, amount), part: partOf(record) }];
  });
  let oldest: string | undefined;
  let newest = today;
  for (const { date } of dated) {
    if (oldest === undefined || date < oldest) oldest = date;
    if (date > newest) newest = date;
  }
  const last = (until ?? newest).slice(0, 10);
  const first = least(since ?? beginning(oldest, last, hasMore), last).slice(0, 10);
  const grain = grainOf(first, last);

  const sums = new Map<string, Sum & { readonly parts: Record<string, Sum> }>();
  for (const { date, usd, part } of dated) {
    const key = bucketKey(date, grain);
    const { parts, ...sum } = sums.get(key) ?? { ...EMPTY_SUM, parts: {} };
    parts[part] = plus(parts[part] ?? EMPTY_SUM, usd);
    sums.set(key, { ...plus(sum, usd), parts });
  }
  const periods = bucketsOf(first, last, grain).map((bucket) => ({
    ...bucket,
    ...(sums.get(bucketKey(bucket.since, grain)) ?? { ...EMPTY_SUM, parts: {} }),
  }));
  const before = hasMore ? oldest?.slice(0, 10) : undefined;
  const unloaded = before === undefined ? 0 : periods.filter((period) => period.until < before).length;
  return { grain, periods, missing: before && unloaded > 0 ? { periods: unloaded, before } : undefined };
}

/** Where a query without a first day begins: at the oldest row when all is loaded, else some way before it. */
function beginning(oldest: string | undefined, last: string, hasMore: boolean): string {
  const year = monthsBefore(last, MONTHS_SHOWN - 1);
  if (oldest === undefined || !hasMore) return oldest ?? year;
  const months = (Date.parse(last) - Date.parse(oldest)) / MONTH_MS;
  return least(year, monthsBefore(oldest, Math.max(2, Math.ceil(months * MISSING_SHARE))));
}

function least(a: string, b: string): string {
  return a < b ? a : b;
}
