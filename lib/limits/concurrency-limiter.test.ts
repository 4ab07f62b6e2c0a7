import { describe, expect, it } from "vitest";
import { ConcurrencyLimiter } from "./concurrency-limiter";

describe("a concurrency limit", () => {
  it("runs up to the limit of a key, queues more in order, and rejects those beyond the queue", async () => {
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
    // Another key does not have to wait.
    expect(await limiter.acquire("b")).toBeDefined();
    for (const one of acquiring.slice(0, 5)) (await one)?.();
    expect(order).toEqual([0, 1, 2, 3, 4]);
    // All slots are free again.
    expect(await Promise.all([limiter.acquire("a"), limiter.acquire("a")])).not.toContain(undefined);
  });

  it("rejects after the maximum wait, and removes the request from the queue", async () => {
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
