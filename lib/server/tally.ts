/**
 * The dashboard's own count of what it bought since it was started: receipts, sums by endpoint and view, and what the
 * balance should be by that count. A host without an account page tells no more than its answers do.
 */
import "server-only";
import { LRUCache } from "lru-cache";
import type { DashboardCount, Receipt, Spent } from "@/lib/api/credits";

const RECEIPTS_KEPT = 200;
const VIEWS_KEPT = 2_000;
/** Views that are told. */
const VIEWS_SHOWN = 20;

interface Sum {
  credits: number;
  requests: number;
}

interface Counted {
  readonly since: string;
  /** Balance before anything that is counted here. */
  baseline: number | null;
  spent: number;
  /** Requests of which nobody knows whether they were charged. */
  unknown: number;
  underWay: number;
  readonly receipts: Receipt[];
  readonly endpoints: Map<string, Sum>;
  readonly views: LRUCache<string, Sum>;
}

export class Tally {
  readonly #accounts = new Map<string, Counted>();
  readonly #since: string;

  constructor(now: () => number = Date.now) {
    this.#since = new Date(now()).toISOString();
  }

  /** Before a request is sent. `balance`: as it was last told. */
  begin(account: string, balance: number | null): void {
    const counted = this.#of(account);
    this.anchor(account, balance);
    counted.underWay += 1;
  }

  /** `told`: the balance that the answer told. */
  bought(account: string, receipt: Receipt): void {
    const counted = this.#of(account);
    counted.underWay -= 1;
    counted.spent += receipt.credits;
    counted.receipts.unshift(receipt);
    counted.receipts.splice(RECEIPTS_KEPT);
    add(counted.endpoints, receipt.endpoint, receipt.credits);
    add(counted.views, receipt.view, receipt.credits);
    if (receipt.balance !== null) counted.baseline ??= receipt.balance + counted.spent;
  }

  failed(account: string, charged: "no" | "unknown"): void {
    const counted = this.#of(account);
    counted.underWay -= 1;
    if (charged === "unknown") counted.unknown += 1;
  }

  /** The first balance that is known while nothing is under way is what is counted from. */
  anchor(account: string, balance: number | null): void {
    const counted = this.#of(account);
    if (counted.underWay === 0 && balance !== null) counted.baseline ??= balance + counted.spent;
  }

  told(account: string): DashboardCount {
    const counted = this.#of(account);
    const { since, baseline, spent, unknown, underWay, receipts } = counted;
    return {
      since,
      expected: baseline === null || underWay > 0 ? null : baseline - spent,
      spent,
      unknown,
      receipts: [...receipts],
      endpoints: listed(counted.endpoints.entries()),
      views: listed(counted.views.entries()).slice(0, VIEWS_SHOWN),
    };
  }

  #of(account: string): Counted {
    const known = this.#accounts.get(account);
    if (known !== undefined) return known;
    const made: Counted = {
      since: this.#since,
      baseline: null,
      spent: 0,
      unknown: 0,
      underWay: 0,
      receipts: [],
      endpoints: new Map(),
      views: new LRUCache({ max: VIEWS_KEPT }),
    };
    this.#accounts.set(account, made);
    return made;
  }
}

function add(sums: Map<string, Sum> | LRUCache<string, Sum>, name: string, credits: number): void {
  const before = sums.get(name);
  sums.set(name, { credits: (before?.credits ?? 0) + credits, requests: (before?.requests ?? 0) + 1 });
}

function listed(sums: Iterable<[string, Sum]>): Spent[] {
  return [...sums].map(([name, sum]) => ({ name, ...sum })).sort((a, b) => b.credits - a.credits);
}
