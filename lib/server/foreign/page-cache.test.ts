import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

describe("the file of what was bought", () => {
  const MAX = 20_000;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dealflow-bought-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const path = () => join(folder, "data", "bought.jsonl");
  const open = () => new PageCache<void>(MAX, { path: path(), log: pino({ level: "silent" }) });
  const bought = (text: string) => ({
    ...page(0),
    body: new TextEncoder().encode(text),
    requestId: "r",
    eventsAvailable: 3,
  });

  it("gives every page back after a restart, the one that was bought last under its key", async () => {
    const cache = open();
    cache.set("a", bought("first"));
    cache.set("b", bought("Ümlaut\n"));
    cache.set("a", bought("second"));
    await cache.saved();
    const reopened = open();
    expect([reopened.get("a"), reopened.get("b"), reopened.get("c")]).toEqual([
      bought("second"),
      bought("Ümlaut\n"),
      undefined,
    ]);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it("leaves out a line that was cut off, and continues on a new line", async () => {
    const cache = open();
    cache.set("a", bought("whole"));
    await cache.saved();
    appendFileSync(path(), '{"key":"b","bo');
    const reopened = open();
    reopened.set("c", bought("later"));
    await reopened.saved();
    const again = open();
    expect(["a", "b", "c"].map((key) => again.get(key) !== undefined)).toEqual([true, false, true]);
  });

  it("is never much longer than what is kept", async () => {
    const cache = open();
    for (let index = 0; index < 200; index++) {
      cache.set(String(index), bought("x".repeat(1_000)));
      await cache.saved();
      expect(statSync(path()).size).toBeLessThanOrEqual(2 * MAX);
    }
    expect(open().get("199")).toEqual(bought("x".repeat(1_000)));
    expect(open().get("0")).toBeUndefined();
  });
});
