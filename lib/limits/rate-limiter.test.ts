import { describe, expect, it } from "vitest";
import { RateLimiter } from "./rate-limiter";

describe("a rate limit", () => {
  it("allows a burst, then each request after the stated wait, and the whole burst after a pause", () => {
    let now = 1_000;
    const limiter = new RateLimiter("test", { perMinute: 60, burst: 3 }, () => now);
    expect([1, 2, 3, 4, 5].map(() => limiter.consume("a"))).toEqual([0, 0, 0, 1_000, 1_000]);
    now += 999;
    expect(limiter.consume("a")).toBe(1);
    now += 1;
    expect([limiter.consume("a"), limiter.consume("a")]).toEqual([0, 1_000]);
    now += 60_000;
    expect([1, 2, 3, 4].map(() => limiter.consume("a"))).toEqual([0, 0, 0, 1_000]);
  });

  it("counts each key separately, and a request with a higher cost as several", () => {
    const limiter = new RateLimiter("test", { perMinute: 60, burst: 5 }, () => 0);
    expect([limiter.consume("a", 5), limiter.consume("a"), limiter.consume("b", 3), limiter.consume("b", 3)]).toEqual([
      0, 1_000, 0, 1_000,
    ]);
    // Rejected requests are not counted.
    expect([limiter.consume("b", 2), limiter.consume("b")]).toEqual([0, 1_000]);
  });

  it("allows a request after exactly the stated wait, at any rate", () => {
    for (const perMinute of [7, 300, 1_200, 6_000]) {
      let now = 123.456;
      const limiter = new RateLimiter("test", { perMinute, burst: 2 }, () => now);
      limiter.consume("a", 2);
      for (let index = 0; index < 200; index++) {
        const waitMs = limiter.consume("a");
        expect(waitMs).toBeGreaterThan(0);
        now += waitMs;
        expect(limiter.consume("a")).toBe(0);
      }
    }
  });

  it("keeps the latest keys in bounded memory", () => {
    const limiter = new RateLimiter("test", { perMinute: 1, burst: 1 }, () => 0);
    for (let index = 0; index < 100_000; index++) limiter.consume(`address ${index}`);
    expect(limiter.consume("address 99999")).toBe(60_000);
    // The key was evicted, so it is like a new one.
    expect(limiter.consume("address 0")).toBe(0);
  });
});
