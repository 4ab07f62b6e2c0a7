/**
 * Counts the dashboard's purchases for one account since startup: receipts, sums by endpoint and view, and the balance
 * expected from them. A host without account endpoints reports no more than its responses do.
 */
import "server-only";
import type { DashboardCount, Receipt, Spent } from "@/lib/api/credits";
import { detachedCopy } from "@/lib/cache/bounded-cache";

const MAX_RECEIPTS = 200;
const MAX_VIEWS = 200;
const VIEWS_SHOWN = 20;

interface Sum {
  credits: number;
  requests: number;
}

export class UsageCounter {
  readonly #since: string;
  /** The balance was this before anything was counted here. */
  #baseline: number | null = null;
  #spent = 0;
  /** These requests may have been charged. */
  #unknown = 0;
  #inFlight = 0;
  readonly #receipts: Receipt[] = [];
  readonly #endpoints = new Map<string, Sum>();
  /** The most recently bought is last. */
  readonly #views = new Map<string, Sum>();

  constructor(now: () => number = Date.now) {
    this.#since = new Date(now()).toISOString();
  }

  /** Call this before a request is sent. `balance` is the last known one. */
  start(balance: number | null): void {
    this.setBaseline(balance);
    this.#inFlight += 1;
  }

  recordPurchase(receipt: Receipt): void {
    this.#inFlight -= 1;
    this.#spent += receipt.credits;
    const view = detachedCopy(receipt.view);
    this.#receipts.unshift({ ...receipt, view });
    this.#receipts.splice(MAX_RECEIPTS);
    addUsage(this.#endpoints, receipt.endpoint, receipt.credits);
    addUsage(this.#views, view, receipt.credits);
    for (const [oldest] of this.#views) if (this.#views.size > MAX_VIEWS) this.#views.delete(oldest);
    if (receipt.balance !== null) this.#baseline ??= receipt.balance + this.#spent;
  }

  recordFailure(charged: "no" | "unknown"): void {
    this.#inFlight -= 1;
    if (charged === "unknown") this.#unknown += 1;
  }

  /** The first balance known while nothing is in flight becomes the baseline. */
  setBaseline(balance: number | null): void {
    if (this.#inFlight === 0 && balance !== null) this.#baseline ??= balance + this.#spent;
  }

  summary(): DashboardCount {
    return {
      since: this.#since,
      expected: this.#baseline === null || this.#inFlight > 0 ? null : this.#baseline - this.#spent,
      spent: this.#spent,
      unknown: this.#unknown,
      receipts: [...this.#receipts],
      endpoints: sortedByCredits(this.#endpoints.entries()),
      views: sortedByCredits(this.#views.entries()).slice(0, VIEWS_SHOWN),
    };
  }
}

function addUsage(sums: Map<string, Sum>, name: string, credits: number): void {
  const before = sums.get(name);
  sums.delete(name);
  sums.set(name, { credits: (before?.credits ?? 0) + credits, requests: (before?.requests ?? 0) + 1 });
}

function sortedByCredits(sums: Iterable<[string, Sum]>): Spent[] {
  return [...sums].map(([name, sum]) => ({ name, ...sum })).sort((a, b) => b.credits - a.credits);
}
