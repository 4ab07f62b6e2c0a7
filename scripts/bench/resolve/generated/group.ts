import { pushTo } from "@/service/ingest/write/keys";

/** Groups values by what a function returns of them, in the order in which the groups appear. */
export function groupBy<T, K>(values: readonly T[], readKey: (value: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) pushTo(groups, readKey(value), value);
  return groups;
}
