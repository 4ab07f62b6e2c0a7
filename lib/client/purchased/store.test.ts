/** Purchased records where the browser has no storage: in memory, for as long as the document lives. */

import { type FundingRecord, readRecord } from "@dealflow/client/records";
import { beforeEach, describe, expect, it, vi } from "vitest";

const PURCHASE = { heldAt: "2026-11-01T10:00:00.000Z", requestId: "req-1", view: "/funding?round=seed" };

function round(id: string, name = "Quorvane"): FundingRecord {
  const record = readRecord("funding", { id, announcedAt: "2026-10-01T00:00:00.000Z", company: { name } });
  if (record === null) throw new Error("an object is a record");
  return record;
}

async function page(workspace = "one") {
  vi.resetModules();
  const store = await import("./store");
  store.setStoreWorkspace(workspace);
  return store;
}

const settled = (store: Awaited<ReturnType<typeof page>>) =>
  vi.waitFor(() => expect(store.isPurchasedLoaded("funding")).toBe(true));

beforeEach(() => vi.unstubAllGlobals());

describe("without a database", () => {
  it("records are owned with their receipt, and those without an id are not", async () => {
    const store = await page();
    const nameless = readRecord("funding", { announcedAt: "2026-10-02" });
    store.saveRecords("funding", [round("a"), ...(nameless === null ? [] : [nameless])], PURCHASE);
    expect(store.purchasedRecords("funding")).toEqual([
      {
        feed: "funding",
        key: "a",
        record: round("a"),
        heldAt: PURCHASE.heldAt,
        receipt: { requestId: "req-1", view: "/funding?round=seed" },
      },
    ]);
    expect(store.purchasedRecords("acquisitions")).toEqual([]);
  });

  it("notifies subscribers of what is new, and of nothing else", async () => {
    const store = await page();
    let notified = 0;
    const stop = store.subscribePurchased("funding", () => notified++);
    await settled(store);
    notified = 0;
    store.saveRecords("funding", [round("a")], PURCHASE);
    store.saveRecords("funding", [round("a")], PURCHASE);
    expect(notified).toBe(1);
    stop();
  });

  it("a timeline is owned as it was bought last", async () => {
    const store = await page();
    const timeline = { company: null, investors: [], events: [] };
    store.saveTimeline("c", timeline, PURCHASE);
    store.saveTimeline("c", timeline, { ...PURCHASE, heldAt: "2026-10-01T10:00:00.000Z", requestId: "older" });
    expect((await store.purchasedTimeline("c"))?.receipt.requestId).toBe("req-1");
    expect(await store.purchasedTimeline("d")).toBeUndefined();
  });

  it("clearing forgets all of it, and another workspace owns nothing of it", async () => {
    const store = await page();
    store.saveRecords("funding", [round("a")], PURCHASE);
    await store.clearPurchased();
    expect(store.purchasedRecords("funding")).toEqual([]);
    store.saveRecords("funding", [round("a")], PURCHASE);
    store.setStoreWorkspace("two");
    expect(store.purchasedRecords("funding")).toEqual([]);
  });
});

describe("two tabs", () => {
  it("know of what the other one bought and cleared", async () => {
    const [first, second, other] = [await page(), await page(), await page("two")];
    const stops = [first, second, other].map((store) => store.subscribePurchased("funding", () => undefined));
    for (const store of [first, second, other]) await settled(store);
    first.saveRecords("funding", [round("a")], PURCHASE);
    await vi.waitFor(() => expect(second.purchasedRecords("funding")).toHaveLength(1));
    expect(second.purchasedRecords("funding")[0]?.receipt).toEqual({ requestId: "req-1", view: "/funding?round=seed" });
    await second.clearPurchased();
    await vi.waitFor(() => expect(first.purchasedRecords("funding")).toHaveLength(0));
    expect(other.purchasedRecords("funding")).toHaveLength(0);
    for (const stop of stops) stop();
  });
});
