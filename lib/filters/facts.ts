/** Reads the facts of a record by the paths of the descriptors. */

import type { Filter } from "@dealflow/contract/filters";
import { factsAt } from "@dealflow/contract/records/facts";
import { UNKNOWN } from "@dealflow/contract/values/unknown";

/**
 * Returns the facts of a record at all paths of a filter. A filter that the record alone does not decide, such as
 * `hasFounder`, which follows from the moves at a company, has no paths and so no facts.
 */
export function getFacts(record: unknown, filter: Filter): unknown[] {
  const [path] = filter.facts;
  if (path !== undefined && filter.facts.length === 1) return factsAt(record, path);
  return filter.facts.flatMap((path) => factsAt(record, path));
}

/** Returns true when the fact is missing. The first of several paths decides (a deal's target). */
export function isUnknown(record: unknown, filter: Filter): boolean {
  const [first] = filter.facts;
  return first !== undefined && factsAt(record, first).length === 0;
}

/** Normalizes values that have two spellings: `series_a` is `series-a`. */
export function normalizeSpelling(filter: Filter, value: string): string {
  if (filter.kind !== "many") return value;
  if (filter.list === "rounds") return value.replaceAll("_", "-");
  return filter.caseless ? value.toLowerCase() : value;
}

/**
 * Counts the records with each value of a facet. Keys are normalized by `spelled` (industry labels of events: lower
 * case). `ancestry` returns the ancestors of a code, itself included.
 */
export function countValues(
  filter: Filter,
  records: Iterable<unknown>,
  ancestry?: (code: string) => readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>();
  if (filter.kind === "range" || filter.kind === "dates" || filter.kind === "text") return counts;
  const unknown = filter.kind === "tree" || (filter.kind === "many" && filter.unknown);
  for (const record of records) {
    const values = new Set<string>();
    if (filter.kind === "flag" && !filter.either) values.add(String(hasAll(record, filter)));
    else
      for (const fact of getFacts(record, filter)) {
        const text = normalizeSpelling(filter, String(fact));
        for (const value of filter.kind === "tree" ? (ancestry?.(text) ?? [text]) : [text]) values.add(value);
      }
    if (unknown && isUnknown(record, filter)) values.add(UNKNOWN);
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** Returns true when every path of a filter has a fact. */
export function hasAll(record: unknown, filter: Filter): boolean {
  return filter.facts.every((path) => factsAt(record, path).length > 0);
}
