/** A stacked chart has as many series as there are colours that can be distinguished. */
import { CHART_COLORS, CHART_QUIET } from "@/components/ui/chart";

export interface Series {
  readonly key: string;
  readonly title: string;
  /** The colour has this place in the list of colours; by default it has the place of the series among those shown. */
  readonly place?: number;
}

export interface ColoredSeries extends Series {
  readonly color: string;
  readonly sum: number;
}

/** Holds the values by series. */
export type Parts = Readonly<Record<string, number>>;

const OTHERS = "\u0000others";

/**
 * Returns the series that are not 0. With more of them than colours the largest five stay, in the order given, and
 * the rest is one series.
 */
export function limitSeries(columns: readonly Parts[], series: readonly Series[]): readonly ColoredSeries[] {
  const sums = new Map(series.map(({ key }) => [key, columns.reduce((sum, parts) => sum + (parts[key] ?? 0), 0)]));
  const getSum = (key: string) => sums.get(key) ?? 0;
  const used = series.filter(({ key }) => getSum(key) > 0);
  const most = CHART_COLORS.length;
  const largest = new Set([...used].sort((a, b) => getSum(b.key) - getSum(a.key)).slice(0, most - 1));
  const shown = used.length <= most ? used : used.filter((one) => largest.has(one));
  const rest = used.filter((one) => !shown.includes(one));
  const colored = shown.map((one, at) => ({
    ...one,
    color: CHART_COLORS[one.place ?? at] ?? CHART_QUIET,
    sum: getSum(one.key),
  }));
  if (rest.length === 0) return colored;
  const sum = rest.reduce((total, { key }) => total + getSum(key), 0);
  return [...colored, { key: OTHERS, title: `${rest.length} others`, color: CHART_QUIET, sum }];
}

/** Returns the parts of a column in the order of the series that are shown. */
export function shownParts(parts: Parts, shown: readonly Series[]): number[] {
  const rest = Object.keys(parts).filter((key) => !shown.some((one) => one.key === key));
  return shown.map(({ key }) =>
    key === OTHERS ? rest.reduce((sum, other) => sum + (parts[other] ?? 0), 0) : (parts[key] ?? 0),
  );
}
