/** What is owned, as a browser stores it on disk: the module that the dashboard fetches for it, in a page without one. */
import { test as base, expect, type Page } from "@playwright/test";
import { build } from "esbuild";
import type * as Disk from "@/lib/client/purchased/database";
import type { PurchasedRecord } from "@/lib/client/purchased/purchased-record";
import { listen } from "./support/other-site";
import { ROOT } from "./support/programs";

declare global {
  var disk: typeof Disk;
  var owned: (key: string, announcedAt: string, storedAt: string) => PurchasedRecord<"funding">;
  /** Keys of the funding rounds of a workspace, as they are read: some at a time. */
  var read: (account: string) => Promise<string[][]>;
}

const ENTRY = `
import * as disk from "@/lib/client/purchased/database";
import { readRecord } from "@dealflow/client/records";
globalThis.disk = disk;
globalThis.owned = (key, announcedAt, purchasedAt) => ({
  feed: "funding", key, purchasedAt, record: readRecord("funding", { id: key, announcedAt }),
  receipt: { requestId: "req " + purchasedAt, view: "/funding" },
});
globalThis.read = async (account) => {
  const database = await disk.openDatabase(account);
  const chunks = [];
  for await (const chunk of disk.readRecords(database, "funding")) chunks.push(chunk.map((one) => one.key));
  database.close();
  return chunks;
};`;

const test = base.extend<{ shown: Page }, { code: string; site: string }>({
  code: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are used here
    async ({}, use) => {
      const stdin = { contents: ENTRY, resolveDir: ROOT, loader: "ts" } as const;
      const { outputFiles } = await build({ stdin, bundle: true, format: "iife", write: false, absWorkingDir: ROOT });
      await use(outputFiles[0]?.text ?? "");
    },
    { scope: "worker" },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const site = await listen((_request, response) => response.end("<!doctype html><title>empty</title>"));
      await use(site.sameSiteUrl);
      await site.stop();
    },
    { scope: "worker" },
  ],
  shown: async ({ page, site, code }, use) => {
    await page.goto(site);
    await page.evaluate(code);
    await use(page);
  },
});

const STORED = "2026-11-01T10:00:00.000Z";

test("records are read in the order of the API, in batches, also after a reload", async ({ shown, code }) => {
  await shown.evaluate(async (records) => {
    const database = await disk.openDatabase("one");
    const items = Array.from({ length: 1_200 }, (_, index) => {
      const day = String(1 + ((index * 7) % 28)).padStart(2, "0");
      return owned(String(index).padStart(5, "0"), `2026-10-${day}T00:00:00.000Z`, records);
    });
    await disk.writeRecords(database, items);
    database.close();
  }, STORED);
  await shown.reload();
  await shown.evaluate(code);
  const chunks = await shown.evaluate(() => read("one"));
  expect(chunks.map((chunk) => chunk.length)).toEqual([500, 500, 200]);
  const keys = chunks.flat();
  expect(new Set(keys).size).toBe(1_200);
  const days = keys.map((key) => (Number(key) * 7) % 28);
  expect(days).toEqual([...days].sort((a, b) => b - a));
  expect(await shown.evaluate(() => read("two"))).toEqual([]);
});

test("records that the version before stored are read with the names of today", async ({ shown }) => {
  const read = await shown.evaluate(async (purchasedAt) => {
    const { purchasedAt: heldAt, ...record } = owned("a", "2026-10-01T00:00:00.000Z", purchasedAt);
    const timeline = {
      companyId: "c",
      timeline: { company: { id: "c" }, events: [] },
      heldAt,
      receipt: record.receipt,
    };
    await new Promise<void>((resolve) => {
      const request = indexedDB.open("before", 1);
      request.onupgradeneeded = () => {
        const records = request.result.createObjectStore("records", { keyPath: ["feed", "key"] });
        records.createIndex("place", "place");
        records.createIndex("heldAt", "heldAt");
        records.put({ ...record, heldAt, place: ["funding", -Date.parse("2026-10-01"), "a"] });
        const timelines = request.result.createObjectStore("timelines", { keyPath: "companyId" });
        timelines.createIndex("heldAt", "heldAt");
        timelines.put(timeline);
      };
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
    });
    const database = await disk.openDatabase("before");
    const chunks = [];
    for await (const chunk of disk.readRecords(database, "funding")) chunks.push(...chunk);
    const stored = await disk.readTimelineOf(database, "c");
    database.close();
    return { keys: chunks.map((one) => one.key), times: [chunks[0]?.purchasedAt, stored?.purchasedAt] };
  }, STORED);
  expect(read).toEqual({ keys: ["a"], times: [STORED, STORED] });
});

test("a record is stored as it was last bought", async ({ shown }) => {
  const receipts = await shown.evaluate(async () => {
    const database = await disk.openDatabase("one");
    const output: unknown[] = [];
    for (const day of ["02", "03", "01"]) {
      await disk.writeRecords(database, [owned("a", "2026-10-01", `2026-11-${day}T10:00:00.000Z`)]);
      for await (const [one] of disk.readRecords(database, "funding"))
        output.push(one?.purchasedAt, one?.receipt.requestId);
    }
    return output;
  });
  const [second, third] = ["2026-11-02T10:00:00.000Z", "2026-11-03T10:00:00.000Z"];
  expect(receipts).toEqual([second, `req ${second}`, third, `req ${third}`, third, `req ${third}`]);
});

test("above the limit the oldest purchases are evicted first", async ({ shown }) => {
  const keys = await shown.evaluate(async () => {
    const database = await disk.openDatabase("one");
    for (let day = 1; day <= 11; day++) {
      const storedAt = `2026-11-${String(day).padStart(2, "0")}T10:00:00.000Z`;
      const items = Array.from({ length: 10 }, (_, index) => owned(`${day}.${index}`, "2026-10-01", storedAt));
      await disk.writeRecords(database, items, 100, 25);
    }
    database.close();
    return (await read("one")).flat();
  });
  expect(keys).toHaveLength(85);
  expect(keys.filter((key) => /^[12]\./.test(key))).toEqual([]);
  expect(keys.filter((key) => key.startsWith("3."))).toHaveLength(5);
});

test("timelines are stored with their receipt, and clearing removes everything", async ({ shown }) => {
  const found = await shown.evaluate(async (storedAt) => {
    const database = await disk.openDatabase("one");
    const timeline = { company: null, investors: [], events: [] };
    const receipt = { requestId: "req-1", view: "/companies/c" };
    await disk.writeTimeline(database, { companyId: "c", timeline, purchasedAt: storedAt, receipt });
    await disk.writeRecords(database, [owned("a", "2026-10-01", storedAt)]);
    const stored = await disk.readTimelineOf(database, "c");
    await disk.clearDatabase(database);
    return [stored?.receipt.requestId, await disk.readTimelineOf(database, "c"), (await read("one")).flat()];
  }, STORED);
  expect(found).toEqual(["req-1", undefined, []]);
});
