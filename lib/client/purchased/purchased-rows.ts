/** The owned records of one feed in memory: ordered, each once, and the same array for as long as nothing changes. */
import type { FeedName } from "@dealflow/contract/feeds";
import { comparePurchased, mergeOrdered } from "./order";
import type { PurchasedRecord } from "./purchased-record";

export class PurchasedRows<F extends FeedName = FeedName> {
  private ordered: readonly PurchasedRecord<F>[] = [];
  private readonly byKey = new Map<string, PurchasedRecord<F>>();

  get rows(): readonly PurchasedRecord<F>[] {
    return this.ordered;
  }

  get(key: string): PurchasedRecord<F> | undefined {
    return this.byKey.get(key);
  }

  /** Adds what is new or was bought later than what is known; returns what was added. */
  add(items: readonly PurchasedRecord<F>[]): PurchasedRecord<F>[] {
    const accepted = new Map<string, PurchasedRecord<F>>();
    let replaces = false;
    for (const item of items) {
      const known = accepted.get(item.key) ?? this.byKey.get(item.key);
      if (known !== undefined && Date.parse(known.purchasedAt) >= Date.parse(item.purchasedAt)) continue;
      replaces ||= this.byKey.has(item.key);
      accepted.set(item.key, item);
    }
    if (accepted.size === 0) return [];
    const added = [...accepted.values()].sort(comparePurchased);
    const staying = replaces ? this.ordered.filter((row) => !accepted.has(row.key)) : this.ordered;
    this.ordered = mergeOrdered(staying, added, comparePurchased);
    for (const item of added) this.byKey.set(item.key, item);
    return added;
  }

  clear(): void {
    this.ordered = [];
    this.byKey.clear();
  }
}
