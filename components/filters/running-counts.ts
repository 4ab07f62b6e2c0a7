/** Counts over records that grow at their end: only what has come since is counted, so a page costs what it brings. */
import type { Filter } from "@/lib/contract/filters";
import { countValues } from "@/lib/filters/facts";

export class RunningCounts {
  private seen: readonly unknown[] = [];
  private counts: ReadonlyMap<string, number> = new Map();

  constructor(private readonly filter: Filter) {}

  /** The counts over these records; the same map while they are the same. */
  of(records: readonly unknown[]): ReadonlyMap<string, number> {
    if (records === this.seen) return this.counts;
    const before = this.seen.length;
    const grown =
      before > 0 &&
      records.length >= before &&
      records[0] === this.seen[0] &&
      records[before - 1] === this.seen[before - 1];
    const counts = new Map(grown ? this.counts : undefined);
    for (const [value, count] of countValues(this.filter, grown ? records.slice(before) : records))
      counts.set(value, (counts.get(value) ?? 0) + count);
    this.seen = records;
    this.counts = counts;
    return counts;
  }
}
