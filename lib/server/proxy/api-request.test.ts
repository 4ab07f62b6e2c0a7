import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageSearch, parseAddress } from "@/lib/filters/address";
import { queries } from "@/lib/filters/testing";
import { parsePageQuery } from "./api-request";

function parse(text: string, feed: FeedName = "funding") {
  return parseAddress(FEEDS[feed], text, getListReader);
}

describe("an address as the server parses it", () => {
  it.each(Object.values(FEEDS))("$endpoint: a valid one means the same to the browser and the server", (feed) => {
    fc.assert(
      fc.property(queries(feed), (query) => {
        const search = serializeFeedQuery(feed, query);
        const parsed = parseAddress(feed, search, getListReader);
        expect(parsed.issues).toEqual([]);
        expect(parsed.query).toEqual(parseAddress(feed, search).query);
        expect(parsed.canonical).toBe(search);
      }),
    );
  });

  it("keeps the valid values of a list, and names the invalid one with a suggestion", () => {
    const { query, issues, canonical } = parse("round=seed&round=sead&countries=ZZ&open=x1");
    expect([query, canonical]).toEqual([{ round: ["seed"] }, "round=seed"]);
    expect(issues.map((problem) => problem.parameter)).toEqual(["round", "countries"]);
    expect(issues[0]?.message).toContain('did you mean "seed"?');
  });

  it("writes an industry as the contract does, whatever its case", () => {
    expect(parse("industryGroups=software+development").canonical).toBe("industryGroups=Software+Development");
    expect(parse("industryGroups=software+development", "companies").issues).toHaveLength(1);
  });

  it.each([
    ["country=US", "countries=US"],
    ["countries[]=US&country[0]=DE&countries=FR", "countries=DE&countries=FR&countries=US"],
    ["employeeBucket=1-10&employeeCountBucket=11-50", "employeeBuckets=1-10&employeeBuckets=11-50"],
    ["industryGroups=Computer+Software", "industryGroups=Software+Development"],
    ["industryGroup=saas&industryGroups=software", "industryGroups=Software+Development"],
  ])("writes %s as the API writes it today: %s", (text, canonical) => {
    expect(parse(text)).toMatchObject({ canonical, issues: [] });
    expect(parsePageQuery("funding", new URLSearchParams(text))).toMatchObject({ canonical, text: canonical });
  });

  it("gives the current name of an older industry where labels are matched literally", () => {
    const { canonical, issues } = parse("industryGroups=Computer+Software&country=US", "companies");
    expect(canonical).toBe("countries=US");
    expect(issues.map((problem) => problem.message)).toEqual([
      expect.stringContaining('got "Computer Software"; its current label is "Software Development"'),
    ]);
  });

  it("leaves out a value in brackets that its parameter does not accept, and keeps the rest", () => {
    const { canonical, issues } = parse("naicsCode[]=51&naicsCode=52&round[]=seed&country[x]=US");
    expect(canonical).toBe("round=seed");
    expect(issues.map((problem) => problem.parameter)).toEqual(["naicsCode", "countries"]);
  });

  it("opens with the remaining values when others are invalid in several ways at once", () => {
    const { query, issues } = parse("round=zzz&minAmountUsd=9&maxAmountUsd=1&naicsCode=5&foo=1&limit=50");
    expect(query).toEqual({ maxAmountUsd: 1 });
    expect(issues.map((problem) => problem.parameter).sort()).toEqual([
      "foo",
      "limit",
      "minAmountUsd",
      "naicsCode",
      "round",
    ]);
  });

  it("handles arbitrary input", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("round", "since", "until", "isMerger", "limit", "x"), fc.string())),
        (pairs) => {
          const search = String(new URLSearchParams(pairs));
          expect(parseAddress(FEEDS.acquisitions, search, getListReader).issues).toBeDefined();
        },
      ),
    );
  });
});

describe("a request for a page", () => {
  it("has exactly the text that is the cache key of the view's pages", () => {
    for (const cursor of [null, "abc+/="]) {
      const text = String(pageSearch(FEEDS.funding, "round=seed&countries=US", cursor));
      expect(parsePageQuery("funding", new URLSearchParams(text))).toEqual({
        canonical: "round=seed&countries=US",
        cursor,
        text,
        limit: 20,
      });
    }
  });

  it("leaves out defaults, and keeps other values", () => {
    const read = (text: string) => parsePageQuery("funding", new URLSearchParams(text));
    expect(read("limit=20&includeTotal=false&enrichedOnly=false")).toMatchObject({ canonical: "", text: "" });
    expect(read("limit=5&round=seed")).toMatchObject({ canonical: "round=seed", text: "round=seed&limit=5", limit: 5 });
  });

  it("is rejected with all of its problems", () => {
    const read = parsePageQuery("funding", new URLSearchParams("limit=0&round=sead"));
    expect("issues" in read && read.issues.map((problem) => problem.parameter).sort()).toEqual(["limit", "round"]);
  });
});
