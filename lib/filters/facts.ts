/** Where the facts of a record stand, by the paths of the descriptors. */
import { factsAt } from "@/lib/contract/facts";
import type { Filter } from "@/lib/contract/filters";
import { UNKNOWN } from "@/lib/contract/values/unknown";

/** Facts of a record at all paths of a filter. */
export function factsOf(record: unknown, filter: Filter): unknown[] {
  const [path] = filter.facts;
  if (path !== undefined && filter.facts.length === 1) return factsAt(record, path);
  return filter.facts.flatMap((path) => factsAt(record, path));
}

/** Whether nothing is on file: of several places the first one decides (a deal's target). */
export function isUnknown(record: unknown, filter: Filter): boolean {
  const [first] = filter.facts;
  return first !== undefined && factsAt(record, first).length === 0;
}

/** One spelling for values that are written in two: `series_a` is `series-a`. */
export function spelled(filter: Filter, value: string): string {
  if (filter.kind !== "many") return value;
  if (filter.list === "rounds") return value.replaceAll("_", "-");
  return filter.caseless ? value.toLowerCase() : value;
}

/**
 * How many of the records have each value of a facet. Keys are spelled as `spelled` gives them (industry labels of
 * events: lower case). `ancestry` says which codes of a classification stand at and above a code.
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
      for (const fact of factsOf(record, filter)) {
        const text = spelled(filter, String(fact));
        for (const value of filter.kind === "tree" ? (ancestry?.(text) ?? [text]) : [text]) values.add(value);
      }
    if (unknown && isUnknown(record, filter)) values.add(UNKNOWN);
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** Whether every place of a filter holds a fact. */
export function hasAll(record: unknown, filter: Filter): boolean {
  return filter.facts.every((path) => factsAt(record, path).length > 0);
}
