import { describe, expect, it } from "vitest";
import { FREE, maxPrice } from "@/lib/format/price";
import { announcement, ghostsOf, nextPageSize, nextPrice, resultParts } from "./summary";

function view(changes: Partial<Parameters<typeof announcement>[0]> = {}) {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    key: String(index),
    record: {},
    purchasedAt: "1970-01-01T00:00:00.000Z",
    receipt: { requestId: null, view: "/funding" },
  }));
  return {
    rows,
    listed: changes.rows ?? rows,
    explores: false,
    listsPurchased: false,
    total: 1284,
    hasMore: true,
    status: "ready" as const,
    loadingMore: false,
    showsPurchased: false,
    creditsInView: 60,
    spendingLimit: { paused: false },
    ...changes,
  };
}

function text({ parts, note }: ReturnType<typeof resultParts>): string {
  return [...parts.map((part) => part.join(" ")), note].filter(Boolean).join(" · ");
}

describe("the result line", () => {
  it("states what matches, what is loaded and what that cost", () => {
    expect(text(resultParts(view()))).toBe("1284 matching · 60 loaded · 60 credits in this view");
    expect(text(resultParts(view({ total: undefined })))).toBe("60 loaded · 60 credits in this view");
    expect(text(resultParts(view({ creditsInView: 1 })))).toContain("1 credit in this view");
  });

  it("counts what is owned among all matches, and says of which sums only two digits are known", () => {
    const amounts = { count: 50, sumUsd: 1_300_000_000, medianUsd: 9_250_000, about: true };
    const summary = { total: 1284, owned: 146, counting: false, amounts };
    const explored = view({ explores: true });
    expect(text(resultParts(explored, summary))).toBe(
      "1284 matching · about $1.3bn in all · about $9.3m median · 146 owned · 60 credits in this view",
    );
    const exact = { ...summary, amounts: { ...amounts, about: false } };
    expect(text(resultParts(explored, exact))).toContain("1284 matching · $1.30bn in all · $9.3m median");
    // A loaded row says nothing of those that are not.
    expect(text(resultParts(explored))).toBe("1284 matching · 60 credits in this view");
    const counting = { ...summary, counting: true };
    expect(text(resultParts(view({ explores: true, total: undefined }), counting))).toBe(
      "Counting matches · 60 credits in this view",
    );
  });

  it("states that nothing was charged only for an empty response that was free", () => {
    const none = view({ rows: [], total: 0, creditsInView: 0, hasMore: false });
    expect(text(resultParts(none))).toBe("0 matching · 0 credits, nothing was charged");
    expect(text(resultParts({ ...none, status: "error", total: undefined }))).not.toContain("charged");
  });

  it("counts the owned rows that match while there is no page", () => {
    const purchased = view({ showsPurchased: true, creditsInView: 0, total: undefined });
    for (const status of ["resting", "loading", "unbought"] as const)
      expect(text(resultParts({ ...purchased, status }))).toBe("60 owned rows match · 0 credits in this view");
    expect(text(resultParts({ ...purchased, status: "unbought", rows: purchased.rows.slice(0, 1) }))).toContain(
      "1 owned row matches",
    );
  });

  it("with owned only states how much is owned of what matches, where that is known", () => {
    const purchased = view({ showsPurchased: true, status: "owned", creditsInView: 0 });
    expect(text(resultParts(purchased))).toBe("1284 matching · 60 owned · 0 credits in this view");
    expect(text(resultParts({ ...purchased, total: undefined }))).toBe("60 owned · 0 credits in this view");
  });
});

describe("the price of the next page", () => {
  it("is bounded by a page and by what is left", () => {
    expect(nextPageSize(view())).toBe(20);
    expect(nextPageSize(view({ total: 67 }))).toBe(7);
    expect(nextPageSize(view({ total: undefined }))).toBe(20);
    expect(nextPageSize(view({ status: "unbought", total: 3, rows: [] }))).toBe(20);
    expect(nextPrice({ nextCached: false }, 7)).toEqual(maxPrice(7));
  });

  it("is nothing for a page that was bought before", () => {
    expect(nextPrice({ nextCached: true }, 20)).toEqual(FREE);
  });
});

describe("ghost rows", () => {
  it("stand for rows that are loading or behind the spending limit", () => {
    expect(ghostsOf(view(), 20)).toBe(0);
    expect(ghostsOf(view({ status: "loading", rows: [] }), 20)).toBe(20);
    expect(ghostsOf(view({ loadingMore: true }), 7)).toBe(7);
    expect(ghostsOf(view({ spendingLimit: { paused: true } }), 20)).toBe(4);
    expect(ghostsOf(view({ status: "unbought", rows: [] }), 20)).toBe(0);
  });
});

describe("announcements", () => {
  it("announce what changed", () => {
    expect(announcement(view())).toBe("60 of 1,284 rows loaded, 60 credits in this view");
    expect(announcement(view({ spendingLimit: { paused: true } }))).toMatch(/, paused$/);
    expect(announcement(view({ loadingMore: true }))).toBe("Loading");
    expect(announcement(view({ status: "error" }))).toBe("");
    expect(announcement(view({ status: "unbought", showsPurchased: true }))).toBe("60 owned rows shown, 0 credits");
  });
});
