/** Cuts the history of a run at an instant, to compare it with a database that was restored to that instant. */
import { getOutcome, type History, type Keyed } from "./history";

/** The instant is between these two of `performance.now()` (ms). */
export interface Instant {
  readonly from: number;
  readonly to: number;
}

/** Keeps the responses from before the instant. Requests in progress may have been charged, and later ones may not. */
export function cutHistory({ accounts, attempts, keyed }: History, { from, to }: Instant) {
  const starts = new Map<string, number>();
  for (const { key, startedAt } of attempts)
    if (key !== undefined) starts.set(key, Math.min(starts.get(key) ?? startedAt, startedAt));
  const hasEnded = ({ response }: Keyed) => response !== undefined && response.endedAt <= from;
  const hasBegun = ({ response }: Keyed) =>
    response === undefined || (starts.get(response.key ?? "") ?? response.startedAt) < to;
  return {
    history: {
      accounts,
      attempts: attempts
        .filter(({ startedAt }) => startedAt < to)
        // The id of a request without its response stays, by which its charge is known.
        .map((attempt) =>
          attempt.endedAt > from && getOutcome(attempt) === "ok"
            ? { ...attempt, status: 0, used: 0, balance: undefined, records: [] }
            : attempt,
        ),
      keyed: keyed.filter(hasEnded),
      unfinished: keyed.filter((request) => !hasEnded(request) && hasBegun(request)),
    },
    later: attempts.filter(({ startedAt }) => startedAt >= to),
  };
}
