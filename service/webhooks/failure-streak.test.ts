import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extendStreak, type FailureStreak, isFailing } from "./failures";

const [HOUR, DAY] = [3_600_000, 86_400_000];
const NOW = Date.parse("2026-11-21T12:00:00.000Z");

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
