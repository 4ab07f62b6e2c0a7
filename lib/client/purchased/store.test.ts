/** Purchased records where the browser has no storage: in memory, for as long as the document lives. */

import { type FundingRecord, readRecord } from "@dealflow/client/records";
import { beforeEach, describe, expect, it, vi } from "vitest";

const PURCHASE = { purchasedAt: "2026-11-01T10:00:00.000Z", requestId: "req-1", view: "/funding?round=seed" };

function round(id: string, name = "Quorvane"): FundingRecord {
  const record = readRecord("funding", { id, announcedAt: "2026-10-01T00:00:00.000Z", company: { name } });
  if (record === null) throw new Error("an object is a record");
  return record;
}

async function page(workspace = "one") {
  vi.resetModules();
  const store = await import("./store");
  store.setOwner(workspace);
  return store;
}

type Store = Awaited<ReturnType<typeof page>>;

const records = (store: Store, feed: "funding" | "acquisitions" = "funding") =>
  store.purchasedFeed(feed).shown.getState().records;

/** Subscribes, and reads what is stored. */
function subscribe(store: Store, listener: () => void = () => undefined): () => void {
  void store.purchasedFeed("funding").read();
  return store.purchasedFeed("funding").shown.subscribe(listener);
}

const settled = (store: Store) =>
  vi.waitFor(() => expect(store.purchasedFeed("funding").shown.getState().loaded).toBe(true));

beforeEach(() => vi.unstubAllGlobals());

describe("without a database", () => {
  it("records are owned with their receipt, and those without an id are not", async () => {
    const store = await page();
    const nameless = readRecord("funding", { announcedAt: "2026-10-02" });
    store.saveRecords("funding", [round("a"), ...(nameless === null ? [] : [nameless])], PURCHASE);
    expect(records(store)).toEqual([
      {
        feed: "funding",
        key: "a",
        record: round("a"),
        purchasedAt: PURCHASE.purchasedAt,
        receipt: { requestId: "req-1", view: "/funding?round=seed" },
      },
    ]);
    expect(records(store, "acquisitions")).toEqual([]);
  });

  it("notifies subscribers of what is new, and of nothing else", async () => {
    const store = await page();
    let notified = 0;
    const stop = subscribe(store, () => notified++);
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
    store.saveTimeline("c", timeline, { ...PURCHASE, purchasedAt: "2026-10-01T10:00:00.000Z", requestId: "older" });
    expect((await store.purchasedTimeline("c"))?.receipt.requestId).toBe("req-1");
    expect(await store.purchasedTimeline("d")).toBeUndefined();
  });

  it("clearing forgets all of it, and another workspace owns nothing of it", async () => {
    const store = await page();
    store.saveRecords("funding", [round("a")], PURCHASE);
    await store.clearPurchased();
    expect(records(store)).toEqual([]);
    store.saveRecords("funding", [round("a")], PURCHASE);
    store.setOwner("two");
    expect(records(store)).toEqual([]);
  });
});

describe("two tabs", () => {
  it("know of what the other one bought and cleared", async () => {
    const [first, second, other] = [await page(), await page(), await page("two")];
    const stops = [first, second, other].map((store) => subscribe(store));
    for (const store of [first, second, other]) await settled(store);
    first.saveRecords("funding", [round("a")], PURCHASE);
    await vi.waitFor(() => expect(records(second)).toHaveLength(1));
    expect(records(second)[0]?.receipt).toEqual({ requestId: "req-1", view: "/funding?round=seed" });
    await second.clearPurchased();
    await vi.waitFor(() => expect(records(first)).toHaveLength(0));
    expect(records(other)).toHaveLength(0);
    for (const stop of stops) stop();
  });

  it("know of a timeline that the other one bought", async () => {
    const [first, second] = [await page(), await page()];
    first.saveTimeline("c", { company: null, investors: [], events: [] }, PURCHASE);
    await vi.waitFor(async () => expect((await second.purchasedTimeline("c"))?.receipt.requestId).toBe("req-1"));
  });

  it("own nothing any more once the person has signed out in one of them, whatever comes after", async () => {
    const [first, second, other] = [await page(), await page(), await page("two")];
    for (const store of [first, second, other]) {
      store.saveRecords("funding", [round("a")], PURCHASE);
      expect(records(store)).toHaveLength(1);
    }
    await first.clearOnSignOut();
    for (const store of [first, second, other]) {
      await vi.waitFor(() => expect(records(store)).toEqual([]));
      store.setOwner("one");
      store.saveTimeline("c", { company: null, investors: [], events: [] }, PURCHASE);
    }
    expect(await (await page()).purchasedTimeline("c")).toBeUndefined();
  });
});
