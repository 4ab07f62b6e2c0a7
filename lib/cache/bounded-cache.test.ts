import { describe, expect, it } from "vitest";
import { allCaches, createCache } from "./bounded-cache";

const MAX_BYTES = 1024 * 1024;
let caches = 0;

function createTestCache(options: { ttlMs?: number; slidingTtl?: boolean; now?: () => number } = {}) {
  return createCache<string>({
    name: `test ${++caches}`,
    maxBytes: MAX_BYTES,
    measureBytes: (value) => 2 * value.length,
    ...options,
  });
}

describe("a bounded cache", () => {
  it("stays within its bytes, with short and with long entries", () => {
    for (const length of [1, 100, 12_000, 60_000]) {
      const cache = createTestCache();
      for (let index = 0; index < 10_000; index++) cache.set(String(index), "x".repeat(length));
      expect(cache.bytes).toBeLessThanOrEqual(MAX_BYTES);
      expect(cache.bytes).toBeGreaterThan(MAX_BYTES - 200_000);
      expect([cache.get("9999")?.length, cache.get("0")]).toEqual([length, undefined]);
    }
  });

  it("counts its keys, and stores none of 64 kB", () => {
    const cache = createTestCache();
    const key = (index: number) => `${index} ${"filter ".repeat(9_000)}`;
    for (let index = 0; index < 1_000; index++) cache.set(key(index), "");
    expect(cache.bytes).toBeGreaterThan(1_000 * 80);
    expect(cache.bytes).toBeLessThan(1_000 * 400);
    expect(cache.get(key(0))).toBe("");
    expect(cache.has(key(1_000))).toBe(false);
  });

  it("distinguishes long keys that differ in one character", () => {
    const cache = createTestCache();
    cache.set(`${"x".repeat(500)}a`, "a");
    cache.set(`${"x".repeat(500)}b`, "b");
    expect([cache.get(`${"x".repeat(500)}a`), cache.get(`${"x".repeat(500)}b`)]).toEqual(["a", "b"]);
    cache.delete(`${"x".repeat(500)}a`);
    expect([cache.has(`${"x".repeat(500)}a`), cache.has(`${"x".repeat(500)}b`)]).toEqual([false, true]);
  });

  it("supports keys of any characters", () => {
    const cache = createTestCache();
    for (const key of ["", "é", "\ud800", "🏦", "__proto__"]) {
      cache.set(key, `of ${key}`);
      expect(cache.get(key)).toBe(`of ${key}`);
    }
  });

  it("evicts the least recently used entry", () => {
    const cache = createTestCache();
    for (const key of ["a", "b", "c"]) cache.set(key, "x".repeat(150_000));
    cache.get("a");
    cache.set("d", "x".repeat(150_000));
    expect(["a", "b", "c", "d"].filter((key) => cache.has(key))).toEqual(["a", "c", "d"]);
  });

  it("does not store what is larger than the cache, and evicts nothing for it", () => {
    const cache = createTestCache();
    cache.set("small", "x");
    cache.set("large", "x".repeat(MAX_BYTES));
    expect([cache.has("small"), cache.has("large")]).toEqual([true, false]);
  });

  it("expires entries, and extends their time on each read only with a sliding TTL", () => {
    let now = 1_000;
    const [fixed, sliding] = [
      createTestCache({ ttlMs: 100, now: () => now }),
      createTestCache({ ttlMs: 100, slidingTtl: true, now: () => now }),
    ];
    for (const cache of [fixed, sliding]) cache.set("a", "x");
    now += 99;
    expect([fixed.get("a"), sliding.get("a")]).toEqual(["x", "x"]);
    now += 99;
    expect([fixed.get("a"), sliding.get("a")]).toEqual([undefined, "x"]);
    now += 101;
    expect([fixed.has("a"), sliding.has("a")]).toEqual([false, false]);
  });

  it("is found by its name", () => {
    const cache = createTestCache();
    expect(allCaches()).toContain(cache);
  });
});
