/** Sums up loaded rows, or everything that matches, by the values of a filter; loaded rows also by investor. */

import type { Summary } from "@dealflow/contract/account/summaries";
import { factsAt } from "@dealflow/contract/records/facts";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { isLong, type Listed, shortList } from "@/components/filters/lists/value-lists";
import { isUnknown, normalizeSpelling } from "@/lib/filters/facts";
import { listedTitle } from "@/lib/format/listed-title";
import { INVESTORS, type InvestorsDimension, type ListDimension } from "./chart-dimensions";
import { plus, type Sum, sumCounted, sumRecord, sumSummary, sumUnstated } from "./chart-sums";

export interface Entry extends Sum {
  readonly value: string;
  readonly title: string;
}

/** Returns sums by value, in order of first appearance. */
export function entriesOfRecords(
  records: readonly unknown[],
  dimension: ListDimension | InvestorsDimension,
  amount: string | undefined,
): Entry[] {
  const entries = new Map<string, Entry>();
  for (const record of records) {
    const sum = sumRecord(record, amount);
    for (const { value, title } of recordValues(record, dimension)) {
      const known = entries.get(value);
      entries.set(value, known === undefined ? { value, title, ...sum } : { ...known, ...plus(known, sum) });
    }
  }
  return [...entries.values()];
}

export const NOT_STATED = "Not stated";

/**
 * Returns the values of the matches, and what states none: a facet also counts others, which its own filter leaves out.
 */
export function entriesOfSummary(
  summary: Summary,
  { filter }: ListDimension,
  listed: readonly Listed[],
  chosen: readonly string[],
): Entry[] {
  const titles = isLong(filter.list) ? listed : shortList(filter.list);
  const entries = Object.entries(summary.facets[filter.param] ?? {})
    .filter(([value]) => chosen.length === 0 || chosen.includes(value))
    .map(([value, counted]) => ({
      value,
      title: value === UNKNOWN ? "Unknown" : listedTitle(titles, value),
      ...sumCounted(counted),
    }));
  // Long lists have a value for what is not known.
  const isWhole = chosen.length === 0 && entries.length > 0 && !isLong(filter.list);
  const rest = isWhole ? sumUnstated(sumSummary(summary), entries) : undefined;
  return rest === undefined ? entries : [...entries, { value: UNKNOWN, title: NOT_STATED, ...rest }];
}

/** Sorts entries in the order of the filter's list; unlisted ones come last. */
export function inListOrder<T extends Pick<Entry, "value">>(entries: readonly T[], { filter }: ListDimension): T[] {
  const order = isLong(filter.list) ? [] : shortList(filter.list).map(({ value }) => value);
  const place = ({ value }: T) => (order.includes(value) ? order.indexOf(value) : order.length);
  return [...entries].sort((a, b) => place(a) - place(b));
}

interface Value {
  readonly value: string;
  readonly title: string;
}

/** Returns the values of a record, as its filter takes them, with the titles of its list or of the record. */
export function recordValues(record: unknown, dimension: ListDimension | InvestorsDimension): Value[] {
  if (dimension.kind === "investors")
    return factsAt(record, INVESTORS).flatMap((investor) => {
      const [name] = factsAt(investor, "name");
      const [id = name] = factsAt(investor, "id");
      return typeof name === "string" ? [{ value: String(id), title: name }] : [];
    });
  const { filter } = dimension;
  const [path = ""] = filter.facts;
  if (isUnknown(record, filter)) return [{ value: UNKNOWN, title: "Unknown" }];
  const names = filter.list === "countries" ? factsAt(record, path.replace(/code$/, "name")) : [];
  return factsAt(record, path).map((fact, index) => {
    const value = filter.list === "rounds" ? normalizeSpelling(filter, String(fact)) : String(fact);
    return {
      value,
      title: isLong(filter.list) ? String(names[index] ?? value) : listedTitle(shortList(filter.list), value),
    };
  });
}
