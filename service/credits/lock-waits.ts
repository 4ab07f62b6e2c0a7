/**
 * Bounds how many connections of a pool wait for workspaces that other transactions have locked, so that the rest of the
 * pool serves the other workspaces. Beyond that, a charge of a locked workspace gives its connection back and is tried again.
 */

/** `skip` returns without a result when the workspace is locked; `wait` waits for the lock. */
export type LockMode = "skip" | "wait";

/** Most connections of a pool that wait. */
const MAX_WAITING = 2;
/** A charge is retried until this time has passed, which is how long a waiting statement may run (ms). */
const MAX_LOCKED_MS = 2_250;
/** The pauses between the tries grow, because each of them uses a connection for a moment (ms). */
const PAUSE_MS = { least: 20, most: 200 };

/** The workspace is locked, and enough connections wait already. Nothing was charged. */
export class WorkspaceLocked extends Error {
  override readonly name = "WorkspaceLocked";
}

/** Runs a charge that waits for the lock of its workspace. Throws `WorkspaceLocked` when enough others wait. */
export type LockWaits = <T>(charge: () => Promise<T | undefined>) => Promise<T>;

export function createLockWaits(): LockWaits {
  let waiting = 0;
  return async (charge) => {
    if (waiting >= MAX_WAITING) throw new WorkspaceLocked();
    waiting++;
    try {
      const result = await charge();
      if (result === undefined) throw new WorkspaceLocked();
      return result;
    } finally {
      waiting--;
    }
  };
}

/** Returns the pause before the next try (ms), or undefined when there is none. */
export function getLockPause(lockedForMs: number): number | undefined {
  if (lockedForMs > MAX_LOCKED_MS) return undefined;
  return Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, lockedForMs / 2));
}
