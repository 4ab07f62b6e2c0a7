import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { ListName } from "@dealflow/contract/filters";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { NAICS, NAICS_PARENTS } from "@dealflow/contract/values/naics";
import { describe, expect, it } from "vitest";
import { arrangeCountries, arrangeIndustries } from "@/components/filters/lists/arrange-lists";
import { arrangeCodes } from "@/components/filters/lists/naics-tree";
import { isLong, type Listed, shortList } from "@/components/filters/lists/value-lists";
import { applied } from "./choice";
import { suggestionsFor } from "./suggestions";

const LONG: Record<string, readonly Listed[]> = {
  countries: arrangeCountries(COUNTRIES),
  industries: arrangeIndustries(INDUSTRIES),
  naics: arrangeCodes([...NAICS, ...NAICS_PARENTS]),
};
const getValues = (list: ListName) => (isLong(list) ? (LONG[list] ?? []) : shortList(list));

const read = (text: string, feed: FeedName = "funding") =>
  suggestionsFor(text, { feed: FEEDS[feed], getValues, dates: { today: "2026-11-21", dayFirst: true } });
const found = (text: string, feed?: FeedName) => read(text, feed).filters;

const first = (text: string, feed: FeedName = "funding") =>
  decodeURIComponent(serializeFeedQuery(FEEDS[feed], applied({}, found(text, feed)[0] ?? [])));

describe("typed words", () => {
  it.each([
    ["series b ger", "round=series-b&countries=DE"],
    ["seed", "round=seed"],
    ["SEED germany", "round=seed&countries=DE"],
    ["seed in germany", "round=seed&countries=DE"],
    ["series a in us", "round=series-a&countries=US"],
    ["germany and france", "countries=DE&countries=FR"],
    ["seed in", "round=seed&countries=IN"],
    ["in", "countries=IN"],
    ["country in", "countries=IN"],
    ["country germany", "countries=DE"],
    ["countries fr", "countries=FR"],
    ["united states", "countries=US"],
    ["cote d'ivoire", "countries=CI"],
    ["from $5m", "minAmountUsd=5000000"],
    ["over 5m", "minAmountUsd=5000000"],
    ["$5m", "minAmountUsd=5000000"],
    ["5m+", "minAmountUsd=5000000"],
    ["over 750,000", "minAmountUsd=750000"],
    ["uk seed", "round=seed&countries=GB"],
    ["under 750k", "maxAmountUsd=750000"],
    ["5m to 20m", "minAmountUsd=5000000&maxAmountUsd=20000000"],
    ["5 to 20m", "minAmountUsd=5000000&maxAmountUsd=20000000"],
    ["amount 500", "minAmountUsd=500"],
    ["last 30 days", "since=-30d"],
    ["90 days", "since=-90d"],
    ["this quarter", "since=this-quarter"],
    ["ytd", "since=this-year"],
    ["since 2026-03-01", "since=2026-03-01"],
    ["until 2026-03-01", "until=2026-03-01"],
    ["fintech", "verticals=fintech"],
    ["industry saas", "industryGroups=Software+Development"],
    ["software development", "industryGroups=Software+Development"],
    ["naics 51", "naicsCode=51"],
    ["size 11-50", "employeeBuckets=11-50"],
    ["acme.example", "domain=acme.example"],
    ["series a france last 90 days", "since=-90d&round=series-a&countries=FR"],
    ["series a france last 90", "since=-90d&round=series-a&countries=FR"],
    ["6 months", "since=-6mo"],
    ["past year", "since=-1y"],
    ["seed may 2026", "since=2026-05-01&until=2026-05-31&round=seed"],
    ["q2 2026", "since=2026-04-01&until=2026-06-30"],
    ["22/05/2026", "since=2026-05-22&until=2026-05-22"],
    ["before 2026-03-01", "until=2026-02-28"],
    ["announced 2025", "since=2025-01-01&until=2025-12-31"],
    ["resolved", "enrichedOnly=true"],
    ["seed fintech germany last 30 days", "since=-30d&round=seed&countries=DE&verticals=fintech"],
    ["seed, series a, germany", "round=seed&round=series-a&countries=DE"],
    [
      "seed series a germany united states united kingdom healthcare from 5m last 90 days",
      "since=-90d&round=seed&round=series-a&countries=DE&countries=GB&countries=US&minAmountUsd=5000000&verticals=healthcare",
    ],
    ["0190a0c0-0000-7000-8000-000000000001", "companyId=0190a0c0-0000-7000-8000-000000000001"],
  ])("%s", (text, query) => {
    expect(first(text)).toBe(query);
  });

  it("mean what the feed has", () => {
    expect(first("mergers", "acquisitions")).toBe("isMerger=true");
    expect(first("cash", "acquisitions")).toBe("paymentType=cash");
    expect(first("c-level departure", "execMoves")).toBe("moveType=departure&roleSeniority=c_level");
    expect(first("founded 2015 to 2020", "companies")).toBe("minFoundedYear=2015&maxFoundedYear=2020");
    expect(first("search quiet engines", "companies")).toBe("search=quiet+engines");
  });

  it("mean nothing when no filter knows them, and are read around what is unknown", () => {
    expect(found("zzzz qqqq")).toEqual([]);
    expect(found("   ")).toEqual([]);
    expect(first("zzzz germany")).toBe("countries=DE");
    expect(read("zzzz germany next tuesday").unread).toEqual(["zzzz", "next", "tuesday"]);
    expect(read("seed germany").unread).toEqual([]);
    expect(found("2026-02-31")).toEqual([]);
    expect(found("since 2026-02-31")).toEqual([]);
  });

  it("are offered together first, then each alone", () => {
    const titles = found("series b ger").map((choices) => choices.map(({ title }) => title).join(", "));
    expect(titles[0]).toBe("Series B, Germany");
    expect(titles).toContain("Series B");
    expect(titles).toContain("Germany");
    expect(titles.length).toBeLessThanOrEqual(8);
  });

  it("are each offered once, however often they are meant", () => {
    for (const text of ["seed s", "united states united", "seed seed"]) {
      const titles = found(text).map((choices) => choices.map(({ title }) => title).join(", "));
      expect(titles, text).toEqual([...new Set(titles)]);
    }
  });

  it("are named as unread after the 16th", () => {
    expect(read(`${"seed ".repeat(16)}germany`).unread).toEqual(["germany"]);
  });
});

describe("a choice", () => {
  it("joins the chosen values of a list and takes the place of anything else", () => {
    const query = { round: ["seed"], minAmountUsd: 1, maxAmountUsd: 9, naicsCode: "52" };
    const next = applied(query, [...(found("series b")[0] ?? []), ...(found("from $5m")[0] ?? [])]);
    expect(next).toEqual({ round: ["seed", "series-b"], minAmountUsd: 5_000_000, naicsCode: "52" });
    expect(applied(query, found("naics 51")[0] ?? [])).toMatchObject({ naicsCode: "51" });
  });
});
