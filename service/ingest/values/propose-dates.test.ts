import { describe, expect, it } from "vitest";
import { fittingFormats, proposeDates } from "./propose-dates";

const NOW = new Date("2026-11-20T12:00:00.000Z");

describe("proposeDates", () => {
  it.each([
    [["2024-05-03", "2024-05-04 10:00:00"], ["iso"], 1, false],
    [["01/02/2025", "13/02/2025"], ["dd/mm/yyyy"], 1, false],
    [["01/02/2025", "02/13/2025"], ["mm/dd/yyyy"], 1, false],
    [["01/02/2025", "03/04/2025"], ["dd/mm/yyyy"], 1, true],
    [["01.02.25", "31.12.24"], ["dd/mm/yy"], 1, false],
    [["2019", "2020"], ["yyyy"], 1, false],
    [["Q1 2020", "Q2 2021"], ["qq yyyy"], 1, false],
    [["45415", "45416.5"], ["excel"], 1, false],
    [["5 Nov 2026", "March 2020", "2019", "n/a"], ["dd mmm yyyy", "mmm yyyy", "yyyy"], 1, false],
    [["5 Nov 2026", "soon", "12", "later"], ["dd mmm yyyy"], 0.25, false],
    [["30d", "seed"], [], 0, false],
    [[], [], 0, false],
  ])("finds for %j the formats %j", (samples, formats, share, ambiguous) => {
    expect(proposeDates(samples, NOW)).toEqual({ formats, share, ambiguous });
  });
});

describe("fittingFormats", () => {
  it("says how many of the texts fit, most first", () => {
    expect(fittingFormats(["2024-05-03", "2024-05-04", "5 Nov 2026", "-"], NOW).slice(0, 1)).toEqual([
      { format: "iso", share: 2 / 3 },
    ]);
  });
});
