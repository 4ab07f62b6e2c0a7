/** What is known of each workspace that this dashboard works for: nothing of one is ever told of another. */
import "server-only";
import { createCache } from "@/lib/cache/bounded-cache";
import { Balance } from "./balance";
import { Tally } from "./tally";

/** Room for thousands of workspaces; of the ones used longest ago all is forgotten. */
const ROOM = 16 * 1024 * 1024;
/** What is known of a workspace beside the receipts and views of its tally. */
const ACCOUNT_BYTES = 2_000;

export interface AccountKnowledge {
  readonly balance: Balance;
  readonly tally: Tally;
}

export class Accounts {
  readonly #known = createCache<AccountKnowledge>({
    name: "accounts",
    maxBytes: ROOM,
    sizeOf: ({ tally }) => ACCOUNT_BYTES + tally.bytes,
  });

  constructor(readonly now: () => number = Date.now) {}

  of(account: string): AccountKnowledge {
    const known = this.#known.get(account);
    if (known !== undefined) return known;
    const made = { balance: new Balance(this.now), tally: new Tally(this.now) };
    this.#known.set(account, made);
    return made;
  }

  /** Counts the room of an account anew, after a purchase was noted in its tally. */
  resize(account: string): void {
    this.#known.set(account, this.of(account));
  }
}
