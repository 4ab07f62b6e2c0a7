import { WEBHOOK_RETRY_DELAYS_MS } from "@dealflow/contract/webhook-events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extendStreak, type FailureStreak, isFailing, retryDelay } from "./failures";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const NOW = Date.parse("2026-11-21T12:00:00.000Z");

const failed = { timedOut: false, status: 500, retryAfterMs: undefined };
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attempts = fc.integer({ min: 1, max: WEBHOOK_RETRY_DELAYS_MS.length });

describe("the retry schedule", () => {
  it("is 5 s, 5 min, 30 min, 2 h, 10 h and 24 h, and then ends", () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((count) => retryDelay({ ...failed, attemptsSinceReplay: count }, 0.5));
    expect(delays).toEqual([5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 10 * HOUR, 24 * HOUR, undefined]);
  });

  it("varies by at most a fifth, and uses all of it", () => {
    fc.assert(
      fc.property(attempts, random, (count, chance) => {
        const base = WEBHOOK_RETRY_DELAYS_MS[count - 1] ?? 0;
        const delay = retryDelay({ ...failed, attemptsSinceReplay: count }, chance) ?? 0;
        expect(delay).toBeGreaterThanOrEqual(0.8 * base);
        expect(delay).toBeLessThanOrEqual(1.2 * base);
      }),
    );
    expect(retryDelay({ ...failed, attemptsSinceReplay: 2 }, 0)).toBe(4 * MINUTE);
    expect(retryDelay({ ...failed, attemptsSinceReplay: 2 }, 0.999_999)).toBe(6 * MINUTE);
  });

  it("waits at least 60 s after a timeout or 429", () => {
    expect(retryDelay({ ...failed, attemptsSinceReplay: 1, timedOut: true }, 0.5)).toBe(60 * SECOND);
    expect(retryDelay({ ...failed, attemptsSinceReplay: 1, status: 429 }, 0.5)).toBe(60 * SECOND);
    expect(retryDelay({ ...failed, attemptsSinceReplay: 2, status: 429 }, 0.5)).toBe(5 * MINUTE);
    expect(retryDelay({ ...failed, attemptsSinceReplay: 7, status: 429 }, 0.5)).toBeUndefined();
  });

  it("honours Retry-After from the delay to twice the delay", () => {
    fc.assert(
      fc.property(attempts, random, fc.boolean(), fc.nat(100 * HOUR), (count, chance, timedOut, retryAfterMs) => {
        const one = { ...failed, attemptsSinceReplay: count, timedOut };
        const delay = retryDelay(one, chance) ?? 0;
        const honoured = retryDelay({ ...one, retryAfterMs }, chance) ?? 0;
        expect(honoured).toBe(Math.min(Math.max(delay, retryAfterMs), 2 * delay));
      }),
    );
  });
});

describe("a streak of failures", () => {
  function getStreak(failuresMs: readonly number[]): FailureStreak | null {
    let streak: FailureStreak | null = null;
    for (const at of failuresMs) streak = extendStreak(streak, new Date(NOW + at));
    return streak;
  }

  it("disables after five days", () => {
    const days = [0, DAY, 2 * DAY, 3 * DAY, 4 * DAY];
    expect(isFailing(getStreak([...days, 5 * DAY - 1]) ?? expect.fail())).toBe(false);
    expect(isFailing(getStreak([...days, 5 * DAY]) ?? expect.fail())).toBe(true);
  });

  it("continues over the longest delay", () => {
    const longest = 2 * 1.2 * 24 * HOUR;
    expect(getStreak([0, longest, 2 * longest, 3 * longest])?.since).toEqual(new Date(NOW));
  });

  it("starts again after failures that are far apart", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 61, max: 1_000 }), { minLength: 1, maxLength: 20 }), (gapsInHours) => {
        let at = 0;
        const failures = gapsInHours.map((hours) => {
          at += hours * HOUR;
          return at;
        });
        expect(isFailing(getStreak(failures) ?? expect.fail())).toBe(false);
      }),
    );
  });
});
