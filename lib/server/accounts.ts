/** What is known of each workspace that this dashboard works for: nothing of one is ever told of another. */
import "server-only";
import { createCache } from "@/lib/cache/bounded-cache";
import { Balance } from "./balance";
import { UsageCounter } from "./usage-counter";

/** Room for thousands of workspaces; of the ones used longest ago all is forgotten. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What is known of a workspace beside the receipts and views of its tally. */
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

  /** Counts the room of an account anew, after a purchase was noted in its tally. */
  resize(account: string): void {
    this.#accounts.set(account, this.get(account));
  }
}
