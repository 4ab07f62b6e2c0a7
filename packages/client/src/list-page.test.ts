import { describe, expect, it } from "vitest";
import { parseJson, readErrorResponse, readListPage } from "./list-page";

const meta = { endpoint: "funding_events.list", creditsUsed: 1, creditsRemaining: 9 };

describe("a list response", () => {
  it("is read with its paging and its price", () => {
    const pagination = { hasMore: true, nextCursor: "c", total: 3 };
    expect(readListPage("funding", { success: true, data: [{ id: "a" }], pagination, meta })).toMatchObject({
      hasMore: true,
      nextCursor: "c",
      total: 3,
      creditsUsed: 1,
      creditsRemaining: 9,
    });
  });

  it("has no next page without a cursor, nor when it says so", () => {
    const read = (pagination: unknown) => readListPage("funding", { data: [], pagination })?.hasMore;
    expect(read({ hasMore: true, nextCursor: null })).toBe(false);
    expect(read({ hasMore: true, nextCursor: "" })).toBe(false);
    expect(read({ hasMore: false, nextCursor: "c" })).toBe(false);
    expect(read({ nextCursor: "c" })).toBe(true);
    expect(read(undefined)).toBe(false);
  });

  it("keeps unknown fields, fills in missing ones, reads both spellings of a round", () => {
    const given = {
      id: "a",
      round: "series_a",
      novelty: 1,
      company: { name: "Okovia", verticals: null },
      investors: [null, { name: "X" }],
    };
    const [record] = readListPage("funding", { data: [given] })?.records ?? [];
    expect(record).toMatchObject({
      id: "a",
      round: "series-a",
      novelty: 1,
      amountUsd: null,
      announcedAt: null,
      company: { name: "Okovia", hqCountry: null, verticals: [], industrySubTags: [] },
      investors: [{ id: null, name: "X" }],
      sources: [],
    });
  });

  it("treats a field of the wrong type as missing", () => {
    const [record] =
      readListPage("acquisitions", { data: [{ id: 7, isMerger: "yes", dealAmountUsd: "5", target: [] }] })?.records ??
      [];
    expect(record).toMatchObject({ id: null, isMerger: null, dealAmountUsd: null, target: null });
  });

  it.each([null, [], "text", { data: {} }, { success: false, data: [] }, {}])("is not %j", (response) => {
    expect(readListPage("funding", response)).toBeUndefined();
  });
});

describe("an error response", () => {
  it("is read with its code, message and request id", () => {
    const response = { success: false, error: { code: "X", message: "y" }, meta: { requestId: "r" } };
    expect(readErrorResponse(response)).toEqual({ code: "X", message: "y", requestId: "r" });
    expect(readErrorResponse({ error: { code: "X" } })).toEqual({ code: "X", message: "X" });
  });

  it.each([null, {}, { error: "text" }, { error: { message: "y" } }])("is not %j", (response) => {
    expect(readErrorResponse(response)).toBeUndefined();
  });
});

describe("text that is not JSON", () => {
  it("is undefined", () => expect(parseJson("<html>")).toBeUndefined());
});
