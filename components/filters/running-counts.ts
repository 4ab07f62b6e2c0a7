/** Counts changing records incrementally: only changes are counted. */
import type { Filter } from "@dealflow/contract/filters";
import { countValues } from "@/lib/filters/facts";

export class RunningCounts {
  private seen: readonly unknown[] = [];
  private readonly counted = new Set<unknown>();
  private counts: ReadonlyMap<string, number> = new Map();

  constructor(private readonly filter: Filter) {}

  /** Returns the counts over these records, each of which is there once; the same map while they are the same. */
  of(records: readonly unknown[]): ReadonlyMap<string, number> {
    if (records === this.seen) return this.counts;
    const added = records.filter((record) => !this.counted.has(record));
    const removed = this.counted.size + added.length > records.length ? this.missingIn(records) : [];
    const counts = new Map(this.counts);
    for (const [value, count] of countValues(this.filter, added)) counts.set(value, (counts.get(value) ?? 0) + count);
    for (const [value, count] of countValues(this.filter, removed)) {
      const left = (counts.get(value) ?? 0) - count;
      if (left > 0) counts.set(value, left);
      else counts.delete(value);
    }
    for (const record of added) this.counted.add(record);
    for (const record of removed) this.counted.delete(record);
    this.seen = records;
    this.counts = counts;
    return counts;
  }

  private missingIn(records: readonly unknown[]): unknown[] {
    const there = new Set(records);
    return [...this.counted].filter((record) => !there.has(record));
  }
}
