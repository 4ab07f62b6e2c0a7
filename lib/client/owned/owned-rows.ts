/** The owned records of one feed in memory: ordered, each once, and the same array for as long as nothing changes. */
import type { FeedName } from "@/lib/contract/feeds";
import { compareOwned, mergeOrdered } from "./order";
import type { OwnedRecord } from "./owned-record";

export class OwnedRows<F extends FeedName = FeedName> {
  private ordered: readonly OwnedRecord<F>[] = [];
  private readonly byKey = new Map<string, OwnedRecord<F>>();

  get rows(): readonly OwnedRecord<F>[] {
    return this.ordered;
  }

  get(key: string): OwnedRecord<F> | undefined {
    return this.byKey.get(key);
  }

  /** Takes in what is new or was bought later than what is known; answers what that was. */
  add(items: readonly OwnedRecord<F>[]): OwnedRecord<F>[] {
    const taken = new Map<string, OwnedRecord<F>>();
    let replaces = false;
    for (const item of items) {
      const known = taken.get(item.key) ?? this.byKey.get(item.key);
      if (known !== undefined && Date.parse(known.heldAt) >= Date.parse(item.heldAt)) continue;
      replaces ||= this.byKey.has(item.key);
      taken.set(item.key, item);
    }
    if (taken.size === 0) return [];
    const added = [...taken.values()].sort(compareOwned);
    const staying = replaces ? this.ordered.filter((row) => !taken.has(row.key)) : this.ordered;
    this.ordered = mergeOrdered(staying, added, compareOwned);
    for (const item of added) this.byKey.set(item.key, item);
    return added;
  }

  clear(): void {
    this.ordered = [];
    this.byKey.clear();
  }
}
