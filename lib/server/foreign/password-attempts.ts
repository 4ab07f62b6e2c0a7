/** Limits password attempts: a few per minute from one address and overall, with increasing waits. */
import "server-only";
import { createCache } from "@/lib/cache/bounded-cache";

/** One address may try this often a minute, and all together this often. */
export const PASSWORD_ATTEMPTS_PER_MINUTE = { address: 5, all: 20 } as const;

const MINUTE_MS = 60_000;
/** An attempt is followed by at most this wait. */
const MAX_WAIT_MS = 15 * MINUTE_MS;
/** This holds about 10,000 addresses. */
const ADDRESSES_BYTES = 4 * 1024 * 1024;
const STATE_BYTES = 80;
const ALL = "all";

interface AttemptState {
  count: number;
  /** The current minute began at the first time, and attempts are blocked until the second (ms). */
  since: number;
  blockedUntil: number;
  waits: number;
}

export class PasswordAttempts {
  readonly #states = createCache<AttemptState>({
    name: "guesses at the password",
    maxBytes: ADDRESSES_BYTES,
    measureBytes: () => STATE_BYTES,
  });
  readonly #all: AttemptState;

  constructor(readonly now: () => number = Date.now) {
    this.#all = this.#newState();
  }

  /** Counts an attempt before it is checked. If not undefined, it is blocked for that many ms. */
  start(address: string): number | undefined {
    const state = this.#states.get(address) ?? this.#newState();
    this.#states.set(address, state);
    const wait = Math.max(this.#remainingWait(state), this.#remainingWait(this.#all));
    if (wait > 0) return wait;
    this.#count(state, PASSWORD_ATTEMPTS_PER_MINUTE.address);
    this.#count(this.#all, PASSWORD_ATTEMPTS_PER_MINUTE[ALL]);
    return undefined;
  }

  /** The attempt succeeded, so earlier failures of the address are cleared. */
  reset(address: string): void {
    this.#states.delete(address);
  }

  #newState(): AttemptState {
    return { count: 0, since: this.now(), blockedUntil: 0, waits: 0 };
  }

  #remainingWait({ blockedUntil }: AttemptState): number {
    return Math.max(0, blockedUntil - this.now());
  }

  #count(state: AttemptState, max: number): void {
    const now = this.now();
    // After a pause as long as the longest wait, the count starts over.
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
