import { describe, expect, it } from "vitest";
import { ConcurrencyLimiter } from "./concurrency-limiter";

describe("a limit of concurrency", () => {
  it("runs so many of a key at once, the others in order, and refuses those beyond the queue", async () => {
    const limiter = new ConcurrencyLimiter({ running: 2, waiting: 3, waitMs: 60_000 });
    const order: number[] = [];
    const acquiring = Array.from({ length: 7 }, async (_, index) => {
      const release = await limiter.acquire("a");
      if (release !== undefined) order.push(index);
      return release;
    });
    const rejected = await Promise.all(acquiring.slice(5));
    expect(rejected).toEqual([undefined, undefined]);
    expect(order).toEqual([0, 1]);
    // Another key waits for nobody.
    expect(await limiter.acquire("b")).toBeDefined();
    for (const one of acquiring.slice(0, 5)) (await one)?.();
    expect(order).toEqual([0, 1, 2, 3, 4]);
    // All places are free again.
    expect(await Promise.all([limiter.acquire("a"), limiter.acquire("a")])).not.toContain(undefined);
  });

  it("refuses whoever waited too long, who then has no place in the queue any more", async () => {
    const limiter = new ConcurrencyLimiter({ running: 1, waiting: 1, waitMs: 20 });
    const release = await limiter.acquire("a");
    expect(await limiter.acquire("a")).toBeUndefined();
    const waiting = limiter.acquire("a");
    release?.();
    const next = await waiting;
    expect(next).toBeDefined();
    next?.();
    expect(await limiter.acquire("a")).toBeDefined();
  });
});
