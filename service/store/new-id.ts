import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const ID_BYTES = 16;
/** Random bytes are fetched for many ids together: fetched one by one they took a twelfth of an import. */
const pool = new Uint8Array(512 * ID_BYTES);
let used = pool.length;
let last = { msecs: 0, seq: 0 };

/** Returns a time-ordered id (UUID v7); ids of one process sort in order of creation, also within one ms. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  const random = pool.subarray(used - ID_BYTES, used);
  const now = Date.now();
  last = now > last.msecs ? { msecs: now, seq: 0 } : { msecs: last.msecs, seq: last.seq + 1 };
  return v7({ random, ...last });
}

/** Ids carry the clock of the process that created them, which may be this far behind (ms). */
const MAX_CLOCK_SKEW_MS = 3_600_000;

/** Returns an id below those that any process creates from this instant on (ms since 1970). */
export function idBefore(ms: number): string {
  return firstIdAt(ms - MAX_CLOCK_SKEW_MS);
}

/** Returns the lowest possible id of this instant (ms since 1970): later ones are at or above it. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
