import { afterEach, describe, expect, it, vi } from "vitest";
import { type BrowserFacts, openDocument } from "@/lib/client/testing";

const HOME = "http://localhost:3000";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function guard(facts: Partial<BrowserFacts> & { url: string }) {
  const send = openDocument(facts);
  return { ...(await import("./permits")), send };
}

describe("a permit", () => {
  it("is for one page of one view, and is used up", async () => {
    const { grantPermit: grant, consumePermit: take, pageKey } = await guard({ url: `${HOME}/funding` });
    grant(pageKey("funding", "round=seed", "c1"));
    expect(take(pageKey("funding", "round=seed", null))).toBe(false);
    expect(take(pageKey("funding", "", "c1"))).toBe(false);
    expect(take(pageKey("acquisitions", "round=seed", "c1"))).toBe(false);
    expect(take(pageKey("funding", "round=seed", "c1"))).toBe(true);
    expect(take(pageKey("funding", "round=seed", "c1"))).toBe(false);
  });

  it("is void ten seconds later", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { grantPermit: grant, consumePermit: take } = await guard({ url: `${HOME}/funding` });
    grant("a");
    grant("b");
    vi.advanceTimersByTime(9_999);
    expect(take("a")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(take("b")).toBe(false);
  });

  it("is void when the person steps through history", async () => {
    const { grantPermit: grant, consumePermit: take, send } = await guard({ url: `${HOME}/funding` });
    grant("a");
    send("popstate");
    expect(take("a")).toBe(false);
  });
});

describe("a click on a link of ours", () => {
  it.each([
    ["/acquisitions", "acquisitions", ""],
    ["/funding?countries=US&round=seed&open=x", "funding", "round=seed&countries=US"],
    [`${HOME}/funding`, "funding", ""],
  ] as const)("to %s may buy the first page of its feed", async (href, feed, canonical) => {
    const { grantOpening, consumePermit: take, pageKey } = await guard({ url: `${HOME}/credits` });
    grantOpening(href);
    expect(take(pageKey(feed, canonical, null))).toBe(true);
  });

  it.each(["https://elsewhere.example/funding", "/credits", "/funding?rond=seed", "/funding?limit=100"])(
    "to %s may buy nothing",
    async (href) => {
      const { grantOpening, consumePermit: take, pageKey } = await guard({ url: `${HOME}/credits` });
      grantOpening(href);
      expect(take(pageKey("funding", "", null))).toBe(false);
    },
  );
});

it("a double click on a link of ours is one click, also when its page has loaded in between", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { grantOpening, consumePermit: take, pageKey } = await guard({ url: `${HOME}/credits` });
  grantOpening("/funding");
  expect(take(pageKey("funding", "", null))).toBe(true);
  vi.advanceTimersByTime(120);
  grantOpening("/funding");
  expect(take(pageKey("funding", "", null))).toBe(false);
  grantOpening("/acquisitions");
  expect(take(pageKey("acquisitions", "", null))).toBe(true);
});

describe("the document's own address", () => {
  async function opens(facts: Partial<BrowserFacts>, mayOpen = true): Promise<boolean> {
    const {
      grantFirstOpening,
      consumePermit: take,
      pageKey,
    } = await guard({ url: `${HOME}/funding?round=seed`, ...facts });
    grantFirstOpening("funding", "round=seed", mayOpen);
    return take(pageKey("funding", "round=seed", null));
  }

  it("may buy its first page when a person opened it", async () => {
    expect(await opens({})).toBe(true);
    // The start page is free: a feed is reached from it by a link, whose click has its own permit.
    expect(await opens({ url: `${HOME}/` })).toBe(false);
  });

  it("may not after a reload, a step in history, in a frame, or when the server forbids it", async () => {
    expect(await opens({ type: "reload" })).toBe(false);
    expect(await opens({ type: "back_forward" })).toBe(false);
    expect(await opens({ framed: true })).toBe(false);
    expect(await opens({}, false)).toBe(false);
  });

  it("may not in a restored tab, which restores its storage, nor without storage to check", async () => {
    const storage = new Map<string, string>();
    expect(await opens({ storage })).toBe(true);
    expect(await opens({ storage })).toBe(false);
    expect(await opens({ storage, entry: "entry 2" })).toBe(true);
    expect(await opens({ storage: undefined })).toBe(false);
  });

  it("is decided once: what mounts again, or later in the same document, gets nothing", async () => {
    const { grantFirstOpening, consumePermit: take, pageKey } = await guard({ url: `${HOME}/funding` });
    const key = pageKey("funding", "", null);
    grantFirstOpening("funding", "", true);
    expect(take(key)).toBe(true);
    grantFirstOpening("funding", "", true);
    expect(take(key)).toBe(false);
  });

  it("does not cover another page that is opened later", async () => {
    expect(await opens({ url: `${HOME}/credits` })).toBe(false);
  });
});
