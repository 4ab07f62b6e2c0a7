import { describe, expect, it } from "vitest";
import { announcement, countLines, countSkeletonRows, linesText, resultParts } from "./result-text";

function view(changes: Partial<Parameters<typeof announcement>[0]> = {}) {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    key: String(index),
    record: {},
    purchasedAt: "1970-01-01T00:00:00.000Z",
  }));
  return {
    rows,
    listed: rows,
    ownedOnly: false,
    hasPreviews: true,
    total: 1284,
    status: "ready" as const,
    loadingMore: false,
    offline: false,
    creditsInView: 60,
    ...changes,
  };
}

function text({ parts, note }: ReturnType<typeof resultParts>): string {
  return [...parts.map((part) => part.join(" ")), note].filter(Boolean).join(" · ");
}

describe("the result line", () => {
  it("counts what is owned among all matches, and says of which sums only two digits are known", () => {
    const amounts = { count: 50, sumUsd: 1_300_000_000, medianUsd: 9_250_000, about: true };
    const summary = { total: 1284, owned: 146, counting: false, amounts };
    expect(text(resultParts(view(), summary))).toBe(
      "1284 matching · about $1.3bn in all · about $9.3m median · 146 owned · 60 credits in this view",
    );
    const exact = { ...summary, amounts: { ...amounts, about: false } };
    expect(text(resultParts(view(), exact))).toContain("1284 matching · $1.30bn in all · $9.3m median");
    // A loaded row says nothing of those that are not.
    expect(text(resultParts(view()))).toBe("1284 matching · 60 credits in this view");
    const counting = { ...summary, counting: true };
    expect(text(resultParts(view({ total: undefined }), counting))).toBe("Counting matches · 60 credits in this view");
  });

  it("says of an estimate that it is one, unless the list has the exact number", () => {
    const summary = { total: 1_238_912, approximate: true, owned: 146, counting: false, amounts: null };
    expect(text(resultParts(view({ total: undefined }), summary))).toBe(
      "about 1,200,000 matching · 146 owned · 60 credits in this view",
    );
    expect(text(resultParts(view({ total: 1_240_312 }), summary))).toContain("1240312 matching · 146 owned");
  });

  it("says how many rows are loaded where the next page has to be bought", () => {
    const bought = view({ hasPreviews: false });
    expect(text(resultParts(bought))).toBe("1284 matching · 60 loaded · 60 credits in this view");
    expect(text(resultParts({ ...bought, total: undefined }))).toBe("60 loaded · 60 credits in this view");
    expect(text(resultParts({ ...bought, creditsInView: 1 }))).toContain("1 credit in this view");
  });

  it("counts what is owned where nothing else is listed", () => {
    expect(text(resultParts(view({ ownedOnly: true, total: 1_300 })))).toBe("1300 owned");
    expect(text(resultParts(view({ ownedOnly: true, total: undefined })))).toBe("60 owned");
  });

  it("says that the first rows are loading", () => {
    expect(text(resultParts(view({ status: "loading", rows: [] })))).toBe("Loading");
    expect(text(resultParts(view({ status: "loading", rows: [], offline: true })))).toBe("Offline");
  });
});

describe("ghost rows", () => {
  it("stand for rows that are loading", () => {
    expect(countSkeletonRows(view())).toBe(0);
    expect(countSkeletonRows(view({ status: "loading", listed: [] }))).toBe(20);
    expect(countSkeletonRows(view({ loadingMore: true }))).toBe(20);
    expect(countSkeletonRows(view({ status: "loading", listed: [], offline: true }))).toBe(0);
    expect(countSkeletonRows(view({ status: "error", listed: [] }))).toBe(0);
  });
});

describe("announcements", () => {
  it("announce what changed", () => {
    expect(announcement(view())).toBe("60 of 1,284 rows loaded, 60 credits in this view");
    expect(announcement(view({ total: undefined }))).toBe("60 rows loaded, 60 credits in this view");
    expect(announcement(view({ loadingMore: true }))).toBe("Loading");
    expect(announcement(view({ status: "error" }))).toBe("");
  });
});

describe("the number of lines", () => {
  const some = { rows: [1, 2, 3], complete: true, hides: false };
  it.each([
    ["1,284", { total: 1284, hasMore: true }, {}],
    ["3 loaded", { total: undefined, hasMore: true }, {}],
    ["3", { total: undefined, hasMore: false }, {}],
    ["3 found", { total: 1284, hasMore: true }, { complete: false }],
    ["3 loaded", { total: 1284, hasMore: true }, { hides: true }],
    ["3", { total: 6, hasMore: false }, { hides: true }],
  ])("is written %s", (text, list, change) => {
    const shown = { ...some, ...change };
    expect(linesText(countLines({ status: "ready", ...list }, shown), shown)).toBe(text);
  });
});
