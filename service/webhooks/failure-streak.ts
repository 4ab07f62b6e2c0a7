/** Decides when a subscription is disabled because its deliveries fail. */

const [HOUR, DAY] = [3_600_000, 86_400_000];

/** Failures for this long, without a success, disable a subscription (ms). */
const FAILING_MS = 5 * DAY;
/**
 * The longest wait is 24 h × 1.2 for jitter × 2 for `Retry-After` = 57.6 h, so failures further apart than this belong to
 * different streaks (ms). The rest is for the attempt itself, and for a worker that is late.
 */
const SEPARATE_FAILURES_MS = 60 * HOUR;

export interface FailureStreak {
  /** The streak begins with the first failure since the last success. */
  readonly since: Date;
  readonly latest: Date;
}

export function extendStreak(streak: FailureStreak | null, at: Date): FailureStreak {
  const continues = streak !== null && at.getTime() - streak.latest.getTime() <= SEPARATE_FAILURES_MS;
  return { since: continues ? streak.since : at, latest: at };
}

export function isFailing({ since, latest }: FailureStreak): boolean {
  return latest.getTime() - since.getTime() >= FAILING_MS;
}
