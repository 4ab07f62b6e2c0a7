import { describe, expect, it } from "vitest";
import { MAX_BYTES, PageCache } from "./page-cache";

function page(bytes: number) {
  return { body: new Uint8Array(bytes), boughtAt: "2026-11-20T10:00:00.000Z" };
}

describe("the page cache", () => {
  it("is limited to 64 MB, counted in bytes with the keys", () => {
    expect(MAX_BYTES).toBe(64 * 1024 * 1024);
    const cache = new PageCache<void>();
    for (let index = 0; index < 2_000; index++) cache.set(`/v1/funding-events?cursor=${index}`, page(50_000));
    expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(cache.bytes).toBeGreaterThan(MAX_BYTES - 60_000);
  });

  it("evicts the least recently used page, and none by age", () => {
    const cache = new PageCache<void>(5_000);
    cache.set("a", page(1_000));
    cache.set("b", page(1_000));
    cache.get("a");
    cache.set("c", page(1_000));
    cache.set("d", page(1_000));
    expect(["a", "b", "c", "d"].filter((key) => cache.get(key) !== undefined)).toEqual(["a", "c", "d"]);
  });

  it("does not store what is larger than the whole cache", () => {
    const cache = new PageCache<void>(1_000);
    cache.set("a", page(2_000));
    expect([cache.get("a"), cache.bytes]).toEqual([undefined, 0]);
  });
});

describe("a purchase", () => {
  it("runs once while it is in flight, also when it fails, and again after that", async () => {
    const cache = new PageCache<string>();
    let runs = 0;
    let fail = (_: Error) => {};
    const purchase = () => {
      runs += 1;
      return new Promise<string>((_, reject) => {
        fail = reject;
      });
    };
    const [first, second] = [cache.runOnce("a", purchase), cache.runOnce("a", purchase)];
    expect([runs, cache.getInFlight("a") === undefined]).toEqual([1, false]);
    fail(new Error("broken"));
    await expect(first).rejects.toThrow("broken");
    await expect(second).rejects.toThrow("broken");
    expect(cache.getInFlight("a")).toBeUndefined();
    await cache.runOnce("a", async () => String(++runs));
    expect(runs).toBe(2);
  });
});
