/** Sums up loaded rows by the values of a filter, or by investor. */

import { factsAt } from "@dealflow/contract/records/facts";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { listedTitle } from "@/components/feed/record/company";
import { isLong, shortList } from "@/components/filters/lists/value-lists";
import { isUnknown, normalizeSpelling } from "@/lib/filters/facts";
import { INVESTORS, type InvestorsDimension, type ListDimension } from "./chart-dimensions";
import { EMPTY_SUM, plus, recordUsd, type Sum } from "./chart-totals";

export interface Entry extends Sum {
  readonly value: string;
  readonly title: string;
}

/** Returns sums by value, in order of first appearance. */
export function sumEntries(
  records: readonly unknown[],
  dimension: ListDimension | InvestorsDimension,
  amount: string | undefined,
): Entry[] {
  const entries = new Map<string, Entry>();
  for (const record of records) {
    const usd = recordUsd(record, amount);
    for (const { value, title } of recordValues(record, dimension)) {
      const known = entries.get(value);
      entries.set(value, { value, title: known?.title ?? title, ...plus(known ?? EMPTY_SUM, usd) });
    }
  }
  return [...entries.values()];
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
