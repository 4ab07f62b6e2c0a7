/** What is known of each workspace that this dashboard works for: nothing of one is ever told of another. */
import "server-only";
import { LRUCache } from "lru-cache";
import { Balance } from "./balance";
import { Tally } from "./tally";

/** Workspaces of which something is known; of the ones used longest ago it is forgotten. */
const ACCOUNTS_KEPT = 5_000;

export interface AccountKnowledge {
  readonly balance: Balance;
  readonly tally: Tally;
}

export class Accounts {
  readonly #known = new LRUCache<string, AccountKnowledge>({ max: ACCOUNTS_KEPT });

  constructor(readonly now: () => number = Date.now) {}

  of(account: string): AccountKnowledge {
    const known = this.#known.get(account);
    if (known !== undefined) return known;
    const made = { balance: new Balance(this.now), tally: new Tally(this.now) };
    this.#known.set(account, made);
    return made;
  }
}
