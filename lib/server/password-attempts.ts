/** How many guesses at a password are looked at: few a minute from one address and in all, then fewer and fewer. */
import "server-only";
import { createCache } from "@/lib/cache/bounded-cache";

/** Guesses a minute: from one address, and from everywhere together. */
export const PASSWORD_ATTEMPTS_PER_MINUTE = { address: 5, all: 20 } as const;

const MINUTE_MS = 60_000;
/** The longest wait after a guess. */
const MAX_WAIT_MS = 15 * MINUTE_MS;
/** Room for about 10,000 addresses. */
const ADDRESSES_BYTES = 4 * 1024 * 1024;
const STATE_BYTES = 80;
const ALL = "all";

interface AttemptState {
  count: number;
  /** Start of the minute that is counted, and until when nothing is looked at; ms. */
  since: number;
  blockedUntil: number;
  /** Times that it had to wait already. */
  waits: number;
}

export class PasswordAttempts {
  readonly #states = createCache<AttemptState>({
    name: "guesses at the password",
    maxBytes: ADDRESSES_BYTES,
    sizeOf: () => STATE_BYTES,
  });
  readonly #all: AttemptState;

  constructor(readonly now: () => number = Date.now) {
    this.#all = this.#newState();
  }

  /** Counts a guess that is about to be looked at. Not undefined: it may not be, for so many ms. */
  start(address: string): number | undefined {
    const state = this.#states.get(address) ?? this.#newState();
    this.#states.set(address, state);
    const wait = Math.max(this.#waitOf(state), this.#waitOf(this.#all));
    if (wait > 0) return wait;
    this.#count(state, PASSWORD_ATTEMPTS_PER_MINUTE.address);
    this.#count(this.#all, PASSWORD_ATTEMPTS_PER_MINUTE[ALL]);
    return undefined;
  }

  /** The guess was right: what its address got wrong before is forgiven. */
  reset(address: string): void {
    this.#states.delete(address);
  }

  #newState(): AttemptState {
    return { count: 0, since: this.now(), blockedUntil: 0, waits: 0 };
  }

  #waitOf({ blockedUntil }: AttemptState): number {
    return Math.max(0, blockedUntil - this.now());
  }

  #count(state: AttemptState, max: number): void {
    const now = this.now();
    // A quiet time as long as the longest wait, and all is as it was.
    if (now - Math.max(state.since, state.blockedUntil) >= MAX_WAIT_MS) state.waits = 0;
    if (now - state.since >= MINUTE_MS) {
      state.since = now;
      state.count = 0;
    }
    state.count += 1;
    if (state.count < max) return;
    state.blockedUntil = now + Math.min(MAX_WAIT_MS, MINUTE_MS * 2 ** state.waits);
    state.waits += 1;
    state.count = 0;
    state.since = state.blockedUntil;
  }
}
