import type { AccountWorkspace } from "@dealflow/contract/account/spending/credits";
import { BALANCE_SEQUENCE_HEADER, CREDITS_REMAINING_HEADER, CREDITS_USED_HEADER } from "@dealflow/contract/headers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { UNKNOWN_METER } from "@/lib/api/dashboard";
import { openDocument } from "@/lib/client/requests/testing";

const ANSWER: AccountWorkspace = {
  id: "workspace",
  name: "Alder",
  balance: 1_000,
  sequence: 1,
  highest: 1_000,
  sessionUsed: 0,
  sessionBudget: null,
  sessionMost: null,
};

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Opens a tab: every call has its own modules, which share nothing with those before. */
async function openTab() {
  openDocument({ url: "http://localhost:3000/funding" });
  vi.stubGlobal("document", { visibilityState: "visible", cookie: "" });
  const meter = await import("./meter");
  endings.push(meter.listenToTabs());
  return meter;
}

/** Returns the meter, and a function that lets the fetched balance arrive. */
async function startFetch() {
  const meter = await openTab();
  const arrivals: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => arrivals.push(resolve)));
  const fetched = [meter.fetchBalance()];
  return {
    ...meter,
    fetchAgain: () => void fetched.push(meter.fetchBalance()),
    arrives: async (answer: Partial<AccountWorkspace> = {}) => {
      await vi.waitUntil(() => arrivals.length > 0, 20_000);
      arrivals.shift()?.(Response.json({ ...ANSWER, ...answer }));
      await fetched.shift();
    },
  };
}

describe("the fetched balance", () => {
  it("is stored", async () => {
    const { meterState, arrives } = await startFetch();
    await arrives();
    expect(meterState()).toMatchObject({ balance: 1_000, sessionUsed: 0 });
  });

  it("may be positive but unknown; otherwise the known one is retained", async () => {
    const known = await startFetch();
    await known.arrives({ balance: null });
    expect(known.meterState().balance).toBeNull();
    for (const [before, after] of [
      [0, null],
      [12, 12],
    ] as const) {
      const { meterState, updateMeter, fetchAgain, arrives } = await startFetch();
      await arrives();
      updateMeter({ balance: before, sequence: 2 });
      fetchAgain();
      await arrives({ balance: null, sequence: 3 });
      expect(meterState().balance).toBe(after);
    }
  });

  it("does not overwrite what a purchase has reported in the meantime", async () => {
    const { meterState, updateMeter, arrives } = await startFetch();
    updateMeter({ balance: 980, sequence: 2, sessionUsed: 20, lastCost: 20, lastRequested: 20 });
    await arrives();
    expect(meterState()).toMatchObject({ balance: 980, sessionUsed: 20, lastCost: 20 });
  });

  it("of two fetches is that of the highest sequence, in either order of arrival", async () => {
    const { meterState, fetchAgain, arrives } = await startFetch();
    fetchAgain();
    await arrives({ balance: 2_000, sequence: 2 });
    await arrives();
    expect(meterState()).toMatchObject({ balance: 2_000, sequence: 2, highest: 2_000 });
  });
});

describe("the balance of a response", () => {
  it("is not replaced by that of an older one which arrives later; the answer's cost is shown all the same", async () => {
    const { meterState } = await openTab();
    const { sendRequest } = await import("@/lib/client/requests/send-request");
    const headers = (balance: number, sequence: number, used: number) => ({
      [CREDITS_REMAINING_HEADER]: String(balance),
      [BALANCE_SEQUENCE_HEADER]: String(sequence),
      [CREDITS_USED_HEADER]: String(used),
      "X-Dealflow-Session-Used": String(1_000 - balance),
    });
    const responses = [headers(960, 3, 20), headers(980, 2, 15)];
    vi.stubGlobal("fetch", async () => new Response("{}", { headers: responses.shift() ?? {} }));
    const buy = () => sendRequest({ path: "/v1/funding-events", intent: "buy", records: 20 });
    await buy();
    expect(meterState()).toMatchObject({ balance: 960, lastCost: 20, sessionUsed: 40 });
    await buy();
    expect(meterState()).toMatchObject({ balance: 960, sequence: 3, lastCost: 15, lastRequested: 20, sessionUsed: 40 });
    // Without a balance there is nothing to compare.
    await buy();
    expect(meterState()).toMatchObject({ balance: 960, sequence: 3 });
  });

  it("is in every tab of the workspace, where an older one that arrives later changes nothing", async () => {
    const [one, other] = [await openTab(), await openTab()];
    one.updateMeter({ balance: 960, sequence: 3, sessionUsed: 40, lastCost: 20 });
    await expect.poll(other.meterState).toMatchObject({ balance: 960, sequence: 3, sessionUsed: 40, lastCost: 20 });
    // The other tab bought before, and receives it now.
    other.updateMeter({ balance: 980, sequence: 2, sessionUsed: 20, lastCost: 15 });
    expect(other.meterState()).toMatchObject({ balance: 960, sequence: 3, sessionUsed: 40 });
    await expect.poll(one.meterState).toMatchObject({ balance: 960, sequence: 3, sessionUsed: 40, lastCost: 15 });
    // A message of a tab of another version is no report, and changes nothing.
    const earlier = new BroadcastChannel("dealflow-meter.nobody");
    endings.push(() => earlier.close());
    earlier.postMessage({ balance: 1_000, highest: 1_000, lastCost: 7 });
    one.updateMeter({ lastCost: 9 });
    await expect.poll(other.meterState).toMatchObject({ lastCost: 9, balance: 960, highest: 960, sequence: 3 });
  });

  it("makes the rows of the other tabs stale that are in view", async () => {
    const [one, other] = [await openTab(), await openTab()];
    const client = (await import("@/lib/queries/client")).getQueryClient();
    client.setQueryData(["feed", "funding"], { pages: [] });
    const isStale = () => client.getQueryState(["feed", "funding"])?.isInvalidated;
    vi.stubGlobal("document", { visibilityState: "hidden" });
    one.updateMeter({ balance: 960, sequence: 3 });
    await expect.poll(other.meterState).toMatchObject({ sequence: 3 });
    expect(isStale()).toBe(false);
    vi.stubGlobal("document", { visibilityState: "visible" });
    one.updateMeter({ balance: 959, sequence: 4 });
    await expect.poll(isStale).toBe(true);
  });

  it("makes summaries stale, which count what is owned, unless it is the same balance", async () => {
    const { updateMeter } = await openTab();
    const client = (await import("@/lib/queries/client")).getQueryClient();
    updateMeter({ balance: 100, sequence: 1 });
    client.setQueryData(["summary", "funding", ""], { owned: 0 });
    const isStale = () => client.getQueryState(["summary", "funding", ""])?.isInvalidated;
    updateMeter({ balance: 100, sequence: 1, lastCost: 0 });
    expect(isStale()).toBe(false);
    updateMeter({ balance: 99, sequence: 2 });
    await expect.poll(isStale).toBe(true);
  });

  it("fetches a summary again whose first response was on its way", async () => {
    const { updateMeter } = await openTab();
    const client = (await import("@/lib/queries/client")).getQueryClient();
    const { QueryObserver } = await import("@tanstack/react-query");
    const queryKey = ["summary", "funding", "round=seed"];
    let owned = 0;
    const onTheirWay: (() => void)[] = [];
    const queryFn = async () => {
      const counted = { owned };
      if (owned === 0) await new Promise<void>((resolve) => onTheirWay.push(resolve));
      return counted;
    };
    endings.push(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined));
    await expect.poll(() => onTheirWay.length).toBe(1);
    owned = 20;
    updateMeter({ balance: 80, sequence: 2 });
    onTheirWay[0]?.();
    await expect.poll(() => client.getQueryData(queryKey)).toEqual({ owned: 20 });
  });

  it("is older than what this document knows where a page that was rendered before is shown", async () => {
    const { meterState, seedMeter, updateMeter } = await openTab();
    seedMeter({ ...UNKNOWN_METER, balance: 100, sequence: 1, highest: 100 });
    expect(meterState().balance).toBe(100);
    updateMeter({ balance: 90, sequence: 2 });
    seedMeter({ ...UNKNOWN_METER, balance: 100, sequence: 1, highest: 100 });
    expect(meterState()).toMatchObject({ balance: 90, sequence: 2, highest: 100 });
  });
});
