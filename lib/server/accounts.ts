/** In-memory state of each workspace that this dashboard serves, isolated per workspace. */
import "server-only";
import { createCache } from "@/lib/cache/bounded-cache";
import { Balance } from "./balance";
import { UsageCounter } from "./usage-counter";

/** Enough for thousands of workspaces; the least recently used are evicted. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Size of an entry without the receipts and views of its usage counter. */
const ACCOUNT_BYTES = 2_000;

export interface AccountEntry {
  readonly balance: Balance;
  readonly usage: UsageCounter;
}

export class Accounts {
  readonly #accounts = createCache<AccountEntry>({
    name: "accounts",
    maxBytes: MAX_BYTES,
    sizeOf: ({ usage }) => ACCOUNT_BYTES + usage.bytes,
  });

  constructor(readonly now: () => number = Date.now) {}

  get(account: string): AccountEntry {
    const existing = this.#accounts.get(account);
    if (existing !== undefined) return existing;
    const created = { balance: new Balance(this.now), usage: new UsageCounter(this.now) };
    this.#accounts.set(account, created);
    return created;
  }

  /** Recalculates the entry's size after a purchase was recorded in its usage counter. */
  resize(account: string): void {
    this.#accounts.set(account, this.get(account));
  }
}
