import { FEEDS } from "@dealflow/contract/feeds";
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { LISTS } from "@dealflow/contract/values/lists";
import { NAICS, NAICS_PARENTS } from "@dealflow/contract/values/naics";
import { describe, expect, it } from "vitest";
import { filterSeed } from "../seed";
import { arrangeCountries, arrangeIndustries } from "./arrange-lists";
import { searchList } from "./list-search";
import { arrangeCodes } from "./naics-tree";
import { firstValues, rankValues } from "./top-values";
import { CONTINENTS, LENGTHS, type Listed, listLength, POPULAR, shortList } from "./value-lists";

const countries = arrangeCountries(COUNTRIES);
const industries = arrangeIndustries(INDUSTRIES);
const codes = arrangeCodes([...NAICS, ...NAICS_PARENTS]);
const [since] = FEEDS.funding.filters;

describe("what is known of the lists before they arrive", () => {
  it("is true of them", () => {
    for (const [name, length] of Object.entries(LENGTHS))
      expect(LISTS[name as keyof typeof LENGTHS]).toHaveLength(length);
    for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) expect(listLength(name)).toBe(LISTS[name].length);
    for (const [continent, size] of CONTINENTS)
      expect(countries.filter((item) => item.group === continent)).toHaveLength(size);
    for (const value of POPULAR.countries) expect(countries.map((item) => item.value)).toContain(value);
    for (const value of POPULAR.industries) expect(INDUSTRIES).toContain(value);
    for (const value of POPULAR.naics) expect(codes.map((item) => item.value)).toContain(value);
    expect(since.kind).toBe("dates");
  });

  it("puts countries under their continents, by name", () => {
    expect(countries[0]).toEqual({ value: "AX", title: "Åland Islands", group: "Europe" });
    expect([...new Set(countries.map((item) => item.group))]).toEqual([...CONTINENTS.keys()]);
    expect(countries.find((item) => item.value === "BR")?.group).toBe("Americas");
  });
});

describe("search", () => {
  const found = (text: string) => searchList(countries, text).map((item) => item.value);
  it("finds by title without case and accents, by code, and by several words", () => {
    expect(found("aland")).toContain("AX");
    expect(found("cote d'iv")).toEqual(["CI"]);
    expect(found("gb")).toEqual(["GB"]);
    expect(found("united kin")).toEqual(["GB"]);
    expect(found("states united")).toEqual(["US"]);
    expect(found("zzz")).toEqual([]);
  });
  it("puts first what starts with the text", () => {
    expect(searchList(codes, "513").map((item) => item.value)).toEqual(["513", "5131", "5132"]);
    expect(searchList(industries, "software")[0]?.value).toBe("Software Development");
    expect(searchList(codes, "publishers").length).toBeGreaterThan(0);
  });
});

describe("what is shown of a list at first", () => {
  it("is always the popular ones, and then the chosen ones", () => {
    expect([...firstValues("countries", countries, ["SG", "US"])]).toEqual([...POPULAR.countries, "SG"]);
    expect([...firstValues("countries", countries, [])]).toEqual(POPULAR.countries);
  });
  it("of a short list is its beginning", () => {
    const rounds = shortList("rounds").map(({ value }) => value);
    expect([...firstValues("rounds", shortList("rounds"), [rounds[20] ?? ""])]).toEqual([
      ...rounds.slice(0, 8),
      rounds[20],
    ]);
  });
  it("is the most frequent ones of a ranked list, before the chosen ones", () => {
    const rows: Readonly<Record<string, number>> = { SG: 30, GB: 20, IN: 30, AX: 1 };
    const ranked = rankValues("countries", countries, (value) => rows[value] ?? 0);
    expect(ranked?.slice(0, 9)).toEqual(["IN", "SG", "GB", "AX", "US", "DE", "FR", "NL", "AF"]);
    expect(ranked).toHaveLength(countries.length);
    expect([...firstValues("countries", countries, ["US", "IN"], ranked)]).toEqual(["IN", "SG", "GB", "AX", "US"]);
    expect(rankValues("rounds", shortList("rounds"), () => 0)).toBeUndefined();
    expect(rankValues("investorTypes", shortList("investorTypes"), () => 0)).toBeUndefined();
  });
  it("never leaves out a chosen one, within reason", () => {
    const all = countries.map((item) => item.value);
    expect(firstValues("countries", countries, all).size).toBe(POPULAR.countries.length + 20);
  });
});

describe("the seed", () => {
  it("selects the same first values in the browser without the list", () => {
    const query = { countries: ["SG", "unknown"] };
    const seed = filterSeed(FEEDS.funding, query, new Date("2026-11-20T10:00:00Z"));
    expect(seed.today).toBe("2026-11-20");
    const whole = firstValues("countries", countries, query.countries);
    expect(firstValues("countries", seed.lists.countries ?? [], query.countries)).toEqual(whole);
    expect(seed.lists.countries?.map((item) => item.value)).toEqual(
      [...POPULAR.countries, "SG"].sort(
        (a, b) => countries.findIndex((item) => item.value === a) - countries.findIndex((item) => item.value === b),
      ),
    );
  });
  it("has the most frequent values of a summary, in the order that the whole list gives them", () => {
    const counts: Readonly<Record<string, number>> = { NZ: 9, US: 5, IS: 2 };
    const counted = Object.entries(counts).map(
      ([value, count]) => [value, { count, sumUsd: null, about: false, owned: 0, ownedSumUsd: 0 }] as const,
    );
    const seed = filterSeed(FEEDS.funding, {}, new Date(), { facets: { countries: Object.fromEntries(counted) } });
    const first = (values: readonly Listed[]) => [
      ...firstValues(
        "countries",
        values,
        [],
        rankValues("countries", values, (value) => counts[value] ?? 0),
      ),
    ];
    expect(first(seed.lists.countries ?? []).slice(0, 3)).toEqual(["NZ", "US", "IS"]);
    expect(first(seed.lists.countries ?? [])).toEqual(first(countries));
  });

  it("is small, and has all sectors and the way down to the chosen code", () => {
    const seed = filterSeed(FEEDS.funding, { naicsCode: "5132" }, new Date());
    const values = seed.lists.naics?.map((item) => item.value) ?? [];
    expect(values).toEqual(expect.arrayContaining(["11", "92", "51", "513", "5132"]));
    expect(values.length).toBeLessThan(40);
    expect(seed.lists.naics?.find((item) => item.value === "52")?.branch).toBe(true);
    expect(seed.lists.industries).toBeUndefined();
    expect(JSON.stringify(seed).length).toBeLessThan(4_000);
  });
});
