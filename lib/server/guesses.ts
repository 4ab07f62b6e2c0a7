/** How many guesses at a password are looked at: few a minute from one address and in all, then fewer and fewer. */
import "server-only";
import { createCache } from "@/lib/cache/bounded-cache";

/** Guesses a minute: from one address, and from everywhere together. */
export const GUESSES_A_MINUTE = { address: 5, all: 20 } as const;

const MINUTE_MS = 60_000;
/** The longest wait after a guess. */
const LONGEST_MS = 15 * MINUTE_MS;
/** Room for about 10,000 addresses. */
const ADDRESSES_BYTES = 4 * 1024 * 1024;
const MADE_BYTES = 80;
const ALL = "all";

interface Made {
  count: number;
  /** Start of the minute that is counted, and until when nothing is looked at; ms. */
  since: number;
  refusedUntil: number;
  /** Times that it had to wait already. */
  waits: number;
}

export class Guesses {
  readonly #made = createCache<Made>({
    name: "guesses at the password",
    maxBytes: ADDRESSES_BYTES,
    sizeOf: () => MADE_BYTES,
  });
  readonly #all: Made;

  constructor(readonly now: () => number = Date.now) {
    this.#all = this.#none();
  }

  /** Counts a guess that is about to be looked at. Not undefined: it may not be, for so many ms. */
  begin(address: string): number | undefined {
    const mine = this.#made.get(address) ?? this.#none();
    this.#made.set(address, mine);
    const wait = Math.max(this.#waitOf(mine), this.#waitOf(this.#all));
    if (wait > 0) return wait;
    this.#count(mine, GUESSES_A_MINUTE.address);
    this.#count(this.#all, GUESSES_A_MINUTE[ALL]);
    return undefined;
  }

  /** The guess was right: what its address got wrong before is forgiven. */
  right(address: string): void {
    this.#made.delete(address);
  }

  #none(): Made {
    return { count: 0, since: this.now(), refusedUntil: 0, waits: 0 };
  }

  #waitOf({ refusedUntil }: Made): number {
    return Math.max(0, refusedUntil - this.now());
  }

  #count(made: Made, most: number): void {
    const now = this.now();
    // A quiet time as long as the longest wait, and all is as it was.
    if (now - Math.max(made.since, made.refusedUntil) >= LONGEST_MS) made.waits = 0;
    if (now - made.since >= MINUTE_MS) {
      made.since = now;
      made.count = 0;
    }
    made.count += 1;
    if (made.count < most) return;
    made.refusedUntil = now + Math.min(LONGEST_MS, MINUTE_MS * 2 ** made.waits);
    made.waits += 1;
    made.count = 0;
    made.since = made.refusedUntil;
  }
}
