import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery, Filter } from "@dealflow/contract/filters";
import { LISTS } from "@dealflow/contract/values/lists";
import { describe, expect, it } from "vitest";
import { aboveBound, formatReadError, readBound, readRange } from "./facets/range-text";
import { chipText, headText, type Words, widenedText } from "./filter-text";

const words: Words = {
  today: "2026-11-20",
  findTitle: (list, value) => LISTS[list].find((item) => item.value === value)?.title ?? value,
};

function filter(label: string, feed: keyof typeof FEEDS = "funding"): Filter {
  const found = FEEDS[feed].filters.find((candidate) => candidate.label === label);
  if (found === undefined) throw new Error(`${feed} has no filter ${label}`);
  return found;
}
const head = (label: string, query: AnyQuery) => headText(filter(label), query, words);
const chip = (label: string, query: AnyQuery) => chipText(filter(label), query, words);

describe("heads of facets", () => {
  it("say Any while nothing is chosen, for every filter of every feed", () => {
    for (const feed of Object.values(FEEDS))
      for (const one of feed.filters) expect(headText(one, {}, words)).toBe("Any");
  });
  it("say how many, or which", () => {
    expect(head("Round", { round: ["series-a", "series-b", "seed"] })).toBe("3 of 24");
    expect(head("Round", { round: ["series-c"] })).toBe("Series C");
    expect(head("Country", { countries: ["US"] })).toBe("1 of 237");
    expect(head("NAICS", { naicsCode: "51" })).toBe("51");
    expect(head("NAICS", { naicsCode: "unknown" })).toBe("Unknown");
    expect(head("Amount", { minAmountUsd: 5e6 })).toBe("from $5m");
    expect(head("Announced", { since: "-90d" })).toBe("90 days");
    expect(head("Resolved", { enrichedOnly: true })).toBe("Resolved companies only");
  });
});

describe("chips", () => {
  it("say a shared first word once and cut long lists", () => {
    expect(chip("Round", { round: ["series-a", "series-b", "series-c"] })).toBe("Series A, B, C");
    expect(chip("Round", { round: ["series-a", "pre-seed", "seed"] })).toBe("Pre-seed, Seed, Series A");
    expect(chip("Country", { countries: ["US", "GB", "DE", "FR", "SG"] })).toBe("US, GB, DE, FR, SG");
    expect(chipText(filter("Country"), { countries: ["US", "GB", "DE", "FR", "SG"] }, words, 8)).toBe("US, GB +3");
    expect(chip("Country", { countries: ["SG"] })).toBe("Singapore");
    expect(chip("Country", { countries: ["SG", "unknown"] })).toBe("SG, Unknown");
    expect(chip("Industry", { industryGroups: ["Software Development", "Retail"] })).toBe("Software Development +1");
  });
  it("give codes their titles, amounts their unit, periods their name", () => {
    expect(chip("NAICS", { naicsCode: "51" })).toBe("51 Information");
    expect(chip("NAICS", { naicsCode: "541511" })).toBe("541511");
    expect(chip("Amount", { minAmountUsd: 5e6, maxAmountUsd: 1.2e9 })).toBe("$5m to $1.2bn");
    expect(chip("Amount", { maxAmountUsd: 20e6 })).toBe("up to $20m");
    expect(chip("Announced", { since: "-90d" })).toBe("last 90 days");
    expect(chip("Announced", { since: "-45d" })).toBe("last 45 days");
    expect(chip("Announced", { since: "this-quarter" })).toBe("this quarter");
    expect(chip("Announced", { since: "-6mo", until: "-1mo" })).toBe("6 months ago to 1 month ago");
    expect(chip("Announced", { since: "2026-08-22" })).toBe("from 22 Aug");
    expect(chip("Announced", { since: "2026-08-21" })).toBe("from 21 Aug");
    expect(chip("Announced", { since: "2026-08-22", until: "2026-09-30" })).toBe("22 Aug to 30 Sep");
    expect(chipText(filter("Mergers", "acquisitions"), { isMerger: false }, words)).toBe("Acquisitions only");
    expect(chip("Company id", { companyId: "0198c7e2-0000-7000-8000-a1b2c3d4e5f6" })).toBe("…a1b2c3d4e5f6");
  });
});

describe("bounds", () => {
  it("are read in the unit's shorthand", () => {
    expect(readBound("usd", "1.2bn")).toBe(1.2e9);
    expect(readBound("usd", "lots")).toBeUndefined();
    expect(readBound("year", "2015")).toBe(2015);
    expect(readBound("year", "20.5")).toBeUndefined();
    expect(readBound("people", "5m")).toBeUndefined();
  });

  it.each([
    ["5m-20m", { low: 5e6, high: 20e6 }],
    ["5 – 20m", { low: 5e6, high: 20e6 }],
    ["$1,5m to 1.2bn", { low: 1.5e6, high: 1.2e9 }],
    ["over 5m", { low: 5e6 }],
    [">5m", { low: 5e6 }],
    ["5m+", { low: 5e6 }],
    ["up to 20m", { high: 20e6 }],
    ["<20m", { high: 20e6 }],
    ["5m", undefined],
    ["lots to 5m", undefined],
  ])("reads the range %j", (text, range) => {
    expect(readRange("usd", text)).toEqual(range);
  });
  it("say in one sentence what is wrong", () => {
    const amount = filter("Amount");
    if (amount.kind !== "range") throw new Error("Amount is a range");
    expect(formatReadError(amount)).toBe("Enter an amount such as 5m, 1.2bn or 750,000.");
    expect(aboveBound(amount, { minAmountUsd: 20e6, maxAmountUsd: 5e6 })).toBe("The minimum is above the maximum.");
    expect(aboveBound(amount, { minAmountUsd: 5e6, maxAmountUsd: 5e6 })).toBeUndefined();
  });
});

describe("what a filter covers of records that are not owned", () => {
  const widened = (label: string, query: AnyQuery) => widenedText("funding", filter(label), query, words.today);

  it("is said where it is more than was asked for", () => {
    expect(widened("Amount", { minAmountUsd: 7e6, maxAmountUsd: 20e6 })).toBe("$5m to $25m");
    expect(widened("Amount", { minAmountUsd: 6e9, maxAmountUsd: 7e9 })).toBe("from $5bn");
    expect(widened("Amount", { maxAmountUsd: 12e6, round: ["seed"] })).toBe("up to $25m");
    expect(widened("Announced", { since: "2026-03-04T12:00:00Z" })).toBe("from 4 Mar");
  });

  it("is not said of edges and whole days, or of other filters", () => {
    expect(widened("Amount", { minAmountUsd: 5e6, maxAmountUsd: 25e6 })).toBeUndefined();
    expect(widened("Announced", { since: "2026-03-04", until: "2026-03-08" })).toBeUndefined();
    expect(widened("Round", { round: ["seed"], minAmountUsd: 7e6 })).toBeUndefined();
  });
});
