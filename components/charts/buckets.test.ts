import { describe, expect, it } from "vitest";
import { bucketKey, chooseGrain, createBuckets, firstOfMonthBefore } from "./buckets";

describe("the grain", () => {
  it.each([
    ["2026-09-20", "2026-11-20", "day"],
    ["2026-09-19", "2026-11-20", "month"],
    ["2023-12-31", "2026-11-20", "month"],
    ["2023-11-30", "2026-11-20", "quarter"],
    ["2015-01-01", "2026-11-20", "year"],
  ])("from %s to %s is the %s", (first, last, grain) => {
    expect(chooseGrain(first, last)).toBe(grain);
  });
});

describe("periods", () => {
  it("cover every day once and nothing outside the requested range", () => {
    const months = createBuckets("2025-12-15", "2026-03-10", "month");
    expect(months.map(({ since, until, text, name }) => [since, until, text, name])).toEqual([
      ["2025-12-15", "2025-12-31", "Dec 25", "Dec 2025"],
      ["2026-01-01", "2026-01-31", "Jan 26", "Jan 2026"],
      ["2026-02-01", "2026-02-28", "Feb", "Feb 2026"],
      ["2026-03-01", "2026-03-10", "Mar", "Mar 2026"],
    ]);
  });

  it("are days, quarters and years too", () => {
    expect(createBuckets("2024-02-28", "2024-03-01", "day").map((one) => [one.since, one.until, one.text])).toEqual([
      ["2024-02-28", "2024-02-28", "28 Feb 2024"],
      ["2024-02-29", "2024-02-29", "29 Feb"],
      ["2024-03-01", "2024-03-01", "1 Mar"],
    ]);
    expect(createBuckets("2025-11-01", "2026-04-02", "quarter").map((one) => [one.since, one.text, one.name])).toEqual([
      ["2025-11-01", "Q4 25", "Q4 2025"],
      ["2026-01-01", "Q1 26", "Q1 2026"],
      ["2026-04-01", "Q2", "Q2 2026"],
    ]);
    expect(createBuckets("1999-06-01", "2001-01-01", "year").map((one) => one.text)).toEqual(["1999", "2000", "2001"]);
  });

  it("know their dates", () => {
    const date = "2026-05-09T06:12:00.000Z";
    for (const grain of ["day", "month", "quarter", "year"] as const) {
      const [only] = createBuckets("2026-05-09", "2026-05-09", grain);
      expect(bucketKey(date, grain)).toBe(bucketKey(only?.since ?? "", grain));
    }
    expect(bucketKey("2026-06-30", "quarter")).not.toBe(bucketKey("2026-07-01", "quarter"));
  });

  it("are counted back from a date", () => {
    expect([firstOfMonthBefore("2026-11-20", 11), firstOfMonthBefore("2026-11-20", 0)]).toEqual([
      "2025-12-01",
      "2026-11-01",
    ]);
  });
});
