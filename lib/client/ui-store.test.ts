/** Tests what this browser remembers, with a new storage for each test. */
import { afterEach, describe, expect, it, vi } from "vitest";

interface Tab {
  readonly store: typeof import("./ui-store");
  /** Another tab has written. */
  notify(): void;
}

/** Opens a document over a browser's storage; without one it is switched off. */
async function open(stored: Map<string, string> | undefined): Promise<Tab> {
  vi.resetModules();
  const target = new EventTarget();
  const localStorage = new Proxy(
    {
      getItem: (key: string) => stored?.get(key) ?? null,
      setItem: (key: string, value: string) => void stored?.set(key, value),
      removeItem: (key: string) => void stored?.delete(key),
    },
    {
      ownKeys: () => [...(stored?.keys() ?? [])],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
  vi.stubGlobal("window", {
    get localStorage() {
      if (stored === undefined) throw new Error("storage is switched off");
      return localStorage;
    },
    addEventListener: target.addEventListener.bind(target),
  });
  const store = await import("./ui-store");
  return {
    store,
    notify: () => void target.dispatchEvent(Object.assign(new Event("storage"), { key: "dealflow.ui" })),
  };
}

const settings = ({ useUi }: Tab["store"]) => {
  const { confirmAbove, overlapDays } = useUi.getState();
  return [confirmAbove, overlapDays];
};

afterEach(() => vi.unstubAllGlobals());

describe("settings of this browser", () => {
  it("have defaults until they are set, and are there in the next document", async () => {
    const stored = new Map<string, string>();
    const { store } = await open(stored);
    expect(settings(store)).toEqual([100, 7]);
    store.updateUi({ confirmAbove: 500 });
    expect(settings((await open(stored)).store)).toEqual([500, 7]);
  });

  it("are rendered by the server and hydration as if nothing were stored", async () => {
    const stored = new Map<string, string>();
    (await open(stored)).store.updateUi({ confirmAbove: 500 });
    const initial = (await open(stored)).store.useUi.getInitialState();
    expect([initial.confirmAbove, initial.workspaces]).toEqual([100, undefined]);
  });

  it("are those of another tab once it has written, and neither tab loses what the other one wrote", async () => {
    const stored = new Map<string, string>();
    const [first, second] = [await open(stored), await open(stored)];
    first.store.updateUi({ confirmAbove: 500 });
    second.notify();
    expect(settings(second.store)).toEqual([500, 7]);
    // Not notified, as a tab that was frozen is.
    second.store.updateUi({ overlapDays: 3 });
    first.store.saveVisit("one", "funding", "");
    expect(settings(first.store)).toEqual([500, 3]);
  });

  it.each([0, -5, 1.5, "many", null])("are their defaults where %s is stored", async (wrong) => {
    const state = { confirmAbove: wrong, overlapDays: wrong === 0 ? 91 : wrong };
    const stored = new Map([["dealflow.ui", JSON.stringify({ state, version: 0 })]]);
    expect(settings((await open(stored)).store)).toEqual([100, 7]);
  });

  it("last as long as the document without storage, or with something else in it", async () => {
    for (const stored of [undefined, new Map([["dealflow.ui", "not JSON"]])]) {
      const { store } = await open(stored);
      store.updateUi({ confirmAbove: 500 });
      store.saveVisit("one", "funding", "");
      expect(settings(store)).toEqual([500, 7]);
      expect(store.useUi.getState().workspaces?.one?.visits).toHaveLength(1);
    }
  });
});

describe("what is remembered of a workspace", () => {
  it("is the last 5 addresses and 6 pages, each once and newest first", async () => {
    const { store } = await open(new Map());
    for (const number of [1, 2, 3, 4, 5, 6, 7, 4]) {
      store.saveVisit("one", "funding", `limit=${number}`);
      store.saveRecentPage("one", { href: `/page-${number}`, title: "Page" });
    }
    expect(store.useUi.getState().workspaces?.one?.visits.map(({ query }) => query)).toEqual(
      [4, 7, 6, 5, 3].map((number) => `limit=${number}`),
    );
    expect(store.recentPages("one").map(({ href }) => href)).toEqual([4, 7, 6, 5, 3, 2].map((at) => `/page-${at}`));
    expect(store.recentPages("two")).toEqual([]);
  });

  it("leads to addresses of our own alone", async () => {
    const pages = ["//elsewhere.example", "https://elsewhere.example", "/credits"].map((href) => ({ href, title: "" }));
    const state = { workspaces: { one: { pages } } };
    const { store } = await open(new Map([["dealflow.ui", JSON.stringify({ state, version: 0 })]]));
    expect(store.recentPages("one")).toEqual([{ href: "/credits", title: "" }]);
  });

  it("is which notices of the balance were dismissed, until credits are added", async () => {
    const { store } = await open(new Map());
    const dismissed = () => store.useUi.getState().workspaces?.one?.dismissed;
    store.dismissNotice("one", "low");
    store.dismissNotice("one", "low");
    expect(dismissed()).toEqual(["low"]);
    store.restoreNotices("one");
    expect(dismissed()).toEqual([]);
  });
});
