import { describe, expect, it } from "vitest";
import {
  aboutCount,
  count,
  countText,
  credits,
  formatCount,
  formatCountText,
  formatMaxCredits,
  percent,
  spellOut,
} from "./counts";

describe("counts", () => {
  it("groups digits and agrees in number", () => {
    expect(count(1284)).toBe("1,284");
    expect([formatCount(0, "row"), formatCount(1, "row"), formatCount(2, "row")]).toEqual([
      "0 rows",
      "1 row",
      "2 rows",
    ]);
    expect(formatCount(2, "country", "countries")).toBe("2 countries");
    expect([credits(1), formatMaxCredits(20), formatMaxCredits(1)]).toEqual([
      "1 credit",
      "up to 20 credits",
      "up to 1 credit",
    ]);
  });

  it("has two digits of an estimate, and says so", () => {
    expect([aboutCount(1_238_912), aboutCount(96), countText(1_284, false)]).toEqual([
      "about 1,200,000",
      "about 96",
      "1,284",
    ]);
    expect([formatCountText(1_284, true, "row"), formatCountText(1, undefined, "row")]).toEqual([
      "about 1,300 rows",
      "1 row",
    ]);
  });

  it("never rounds to 0 or 100 per cent", () => {
    expect([0, 0.001, 0.16, 0.841, 0.999, 1].map(percent)).toEqual(["0 %", "1 %", "16 %", "84 %", "99 %", "100 %"]);
  });

  it("writes small numbers as words", () => {
    expect([0, 4, 10, 11].map(spellOut)).toEqual(["no", "four", "ten", "11"]);
  });
});
