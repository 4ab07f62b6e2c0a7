import { describe, expect, it } from "vitest";
import { parsePeriod } from "./date-words";

const TODAY = "2026-11-22";
const read = (text: string, dayFirst = true) => parsePeriod(text, { today: TODAY, dayFirst });

describe("a period in words", () => {
  it.each([
    ["6 months", "-6mo", undefined],
    ["180d", "-180d", undefined],
    ["last 90 days", "-90d", undefined],
    ["last 90", "-90d", undefined],
    ["past year", "-1y", undefined],
    ["Past 2 Weeks", "-2w", undefined],
    ["1y", "-1y", undefined],
    ["3m", "-3mo", undefined],
    ["ytd", "this-year", undefined],
    ["May 2026", "2026-05-01", "2026-05-31"],
    ["05/2026", "2026-05-01", "2026-05-31"],
    ["2026-02", "2026-02-01", "2026-02-28"],
    ["december", "2025-12-01", "2025-12-31"],
    ["Sept 2025", "2025-09-01", "2025-09-30"],
    ["2025", "2025-01-01", "2025-12-31"],
    ["Q1 2026", "2026-01-01", "2026-03-31"],
    ["2026 q3", "2026-07-01", "2026-09-30"],
    ["H2 2025", "2025-07-01", "2025-12-31"],
    ["last quarter", "2026-07-01", "2026-09-30"],
    ["this quarter", "this-quarter", undefined],
    ["last year", "2025-01-01", "2025-12-31"],
    ["last month", "2026-10-01", "2026-10-31"],
    ["last week", "2026-11-09", "2026-11-15"],
    ["6 months ago", "-6mo", undefined],
    ["since 6 months ago", "-6mo", undefined],
    ["from this quarter", "this-quarter", undefined],
    ["3 months ago to last month", "2026-08-22", "2026-10-31"],
    ["since March", "2026-03-01", undefined],
    ["from 22 May 2026", "2026-05-22", undefined],
    ["after 2024", "2025-01-01", undefined],
    ["before March 2026", undefined, "2026-02-28"],
    ["until Q2 2026", undefined, "2026-06-30"],
    ["May to July 2026", "2026-05-01", "2026-07-31"],
    ["1 May 2026 – 12 May 2026", "2026-05-01", "2026-05-12"],
    ["2026-01-01 to 2026-06-30", "2026-01-01", "2026-06-30"],
    ["between Jan 2025 and Mar 2025", "2025-01-01", "2025-03-31"],
  ])("%s", (text, since, until) => {
    const { since: from, until: to } = read(text) ?? {};
    expect([from, to]).toEqual([since, until]);
  });

  it.each([
    ["2026-05-22", "2026-05-22"],
    ["22/05/2026", "2026-05-22"],
    ["22.5.26", "2026-05-22"],
    ["22 May 2026", "2026-05-22"],
    ["May 22nd, 2026", "2026-05-22"],
    ["22 dec", "2025-12-22"],
    ["yesterday", "2026-11-21"],
    ["29/02/2024", "2024-02-29"],
  ])("%s is one day", (text, day) => {
    expect(read(text)).toEqual({ since: day, until: day, day: true });
  });

  it("reads an ambiguous date in the order that it is given, and says that it was", () => {
    expect(read("05/06/2026", true)).toEqual({ since: "2026-06-05", until: "2026-06-05", day: true, ambiguous: true });
    expect(read("05/06/2026", false)).toEqual({ since: "2026-05-06", until: "2026-05-06", day: true, ambiguous: true });
    // Dates that have only one possible meaning are read in any order.
    expect(read("22/05/2026", false)?.since).toBe("2026-05-22");
    expect(read("05/22/2026", true)?.since).toBe("2026-05-22");
    expect(read("05/05/2026", false)?.ambiguous).toBeUndefined();
  });

  it.each([
    "",
    "someday",
    "may be",
    "31/02/2026",
    "Q5 2026",
    "h3",
    "13/2026",
    "5 bananas",
    "1000 days",
    "to",
    "marching 2026",
    "July to May 2026",
    "2026-13-01",
  ])("%j is none", (text) => {
    expect(read(text)).toBeUndefined();
  });
});
