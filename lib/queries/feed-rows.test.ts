import { readRecord } from "@dealflow/client/records";
import type { ExplorePageResponse } from "@dealflow/contract/account/explore";
import { describe, expect, it } from "vitest";
import { feedQuery, MAX_ROWS } from "./feed";

function page(from: number, length: number, hasMore: boolean): ExplorePageResponse {
  const record = readRecord("funding", {}) ?? expect.fail("no record");
  return {
    rows: Array.from({ length }, (_, index) => ({ key: `${from + index}`, record, purchasedAt: "" })),
    pagination: { hasMore, nextCursor: hasMore ? `${from + length}` : null },
  };
}

function select(...pages: ExplorePageResponse[]) {
  return feedQuery("funding", "", "").select?.({ pages, pageParams: pages.map(() => null) });
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
