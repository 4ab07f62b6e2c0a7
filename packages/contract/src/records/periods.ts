/** The dashboard has dates of announcement as precise as their sources: a day, `2019-05`, `2024-Q3` or `2019`. */

const QUARTER = /^(\d{4})-Q([1-4])$/;

/** Returns the year and the number of a quarter; undefined for any other date. */
export function readQuarter(date: string): readonly [year: string, quarter: string] | undefined {
  const [, year, quarter] = QUARTER.exec(date) ?? [];
  return year === undefined || quarter === undefined ? undefined : [year, quarter];
}

/** Returns the first day of a month, a quarter or a year, and any other text as it is. */
export function periodStart(date: string): string {
  const quarter = readQuarter(date);
  if (quarter !== undefined) return `${quarter[0]}-${String(Number(quarter[1]) * 3 - 2).padStart(2, "0")}-01`;
  return /^\d{4}(-\d{2})?$/.test(date) ? `${date}-01-01`.slice(0, "YYYY-MM-DD".length) : date;
}

/** Orders dates by their first instants, unknown ones first. */
export function compareDates(one: string | null, other: string | null): number {
  return periodStart(one ?? "").localeCompare(periodStart(other ?? ""));
}
