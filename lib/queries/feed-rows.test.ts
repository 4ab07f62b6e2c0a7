import { readRecord } from "@dealflow/client/records";
import type { ExplorePageResponse } from "@dealflow/contract/account/explore";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { feedQuery, MAX_ROWS, replaceRows } from "./feed";

const FUNDING = { feed: "funding", canonical: "", order: "", scope: "all" } as const;

function page(from: number, length: number, hasMore: boolean): ExplorePageResponse {
  const record = readRecord("funding", {}) ?? expect.fail("no record");
  return {
    rows: Array.from({ length }, (_, index) => ({ key: `${from + index}`, record, purchasedAt: "" })),
    pagination: { hasMore, nextCursor: hasMore ? `${from + length}` : null },
  };
}

function select(...pages: ExplorePageResponse[]) {
  return feedQuery(FUNDING).select?.({ pages, pageParams: pages.map(() => null) });
}

describe("the rows of a table", () => {
  it("are full when they are as many as it may hold and others follow", () => {
    expect(select(page(0, 20, true))).toMatchObject({ isFull: false, rows: { length: 20 } });
    expect(select(page(0, MAX_ROWS, true))).toMatchObject({ isFull: true, rows: { length: MAX_ROWS } });
    expect(select(page(0, MAX_ROWS, false))).toMatchObject({ isFull: false, rows: { length: MAX_ROWS } });
  });

  it("are the first ones of those that an export has loaded", () => {
    const rows = select(page(0, MAX_ROWS - 5, true), page(MAX_ROWS - 10, 20, false));
    expect(rows).toMatchObject({ isFull: true, rows: { length: MAX_ROWS } });
    expect(rows?.rows.at(-1)?.key).toBe(`${MAX_ROWS - 1}`);
  });

  it("are full where the page behind them has to be bought", () => {
    expect(select({ ...page(0, MAX_ROWS, false), next: { cursor: null, limit: 20 } })?.isFull).toBe(true);
  });
});

describe("a page of rows whose answer is lost or unreadable", () => {
  afterEach(() => void vi.unstubAllGlobals());

  const lost = () => new ReadableStream({ start: (body) => body.error(new TypeError("network error")) });

  it.each([
    ["a lost page", 200, lost],
    ["a lost error", 503, lost],
    ["another page", 200, () => "<html>"],
  ])("fails without a charge: %s", async (_, status, body) => {
    vi.stubGlobal("fetch", async () => new Response(body(), { status }));
    const failure = { details: { code: "UNREADABLE", charged: "no", message: "The response could not be read." } };
    await expect(new QueryClient().fetchInfiniteQuery(feedQuery(FUNDING))).rejects.toMatchObject(failure);
  });
});

describe("replaced rows", () => {
  const bought = new Map([["1", { ...(page(1, 1, false).rows[0] ?? expect.fail("no row")), purchasedAt: "now" }]]);

  function observe(pages: ExplorePageResponse[]) {
    const client = new QueryClient();
    const options = feedQuery(FUNDING);
    const requests: ((page: ExplorePageResponse) => void)[] = [];
    const observer = new InfiniteQueryObserver(client, {
      ...options,
      queryFn: () => new Promise<ExplorePageResponse>((resolve) => requests.push(resolve)),
      ...(pages.length === 0 ? {} : { initialData: { pages, pageParams: pages.map(() => null) } }),
      staleTime: Number.POSITIVE_INFINITY,
    });
    observer.subscribe(() => undefined);
    const rows = () => observer.getCurrentResult().data?.rows.map(({ purchasedAt }) => purchasedAt);
    return { client, observer, requests, rows };
  }

  it("stay when a page arrives that was requested before them", async () => {
    const { client, observer, requests, rows } = observe([page(0, 2, true)]);
    const next = observer.fetchNextPage();
    await expect.poll(() => requests.length).toBe(1);
    await replaceRows(client, "funding", bought);
    expect(rows()).toEqual(["", "now"]);
    requests[0]?.(page(2, 1, false));
    await next;
    expect(rows()).toEqual(["", "now"]);
    void observer.fetchNextPage();
    await expect.poll(() => requests.length).toBe(2);
    requests[1]?.(page(2, 1, false));
    await expect.poll(rows).toEqual(["", "now", ""]);
  });

  it("are requested again when the first page was on its way", async () => {
    const { client, requests, rows } = observe([]);
    await expect.poll(() => requests.length).toBe(1);
    await replaceRows(client, "funding", bought);
    await expect.poll(() => requests.length).toBe(2);
    requests[0]?.(page(0, 2, false));
    requests[1]?.({ ...page(0, 2, false), rows: [...page(0, 1, false).rows, ...bought.values()] });
    await expect.poll(rows).toEqual(["", "now"]);
  });
});
