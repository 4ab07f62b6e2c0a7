import { FEEDS, parameterNames } from "@dealflow/contract/feeds";
import { filterParameters } from "@dealflow/contract/filters";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAddress, pageSearch, parseAddress } from "./address";
import { writeAddress } from "./pages";
import { queries } from "./testing";

const feeds = Object.values(FEEDS);

function read(text: string, feed: (typeof feeds)[number] = FEEDS.funding) {
  return parseAddress(feed, text);
}

describe("writing and reading a query", () => {
  it.each(feeds)("$endpoint: a written query reads as the same query, and writes as the same text", (feed) => {
    fc.assert(
      fc.property(queries(feed), (query) => {
        const text = serializeFeedQuery(feed, query);
        const back = read(text, feed);
        expect(back.issues).toEqual([]);
        expect(serializeFeedQuery(feed, back.query)).toBe(text);
        for (const filter of feed.filters)
          for (const name of filterParameters(filter)) {
            const given = query[name];
            if (filter.kind === "flag" && !filter.either && given === false) expect(back.query[name]).toBeUndefined();
            else if (Array.isArray(given)) expect(back.query[name]).toEqual([...given].sort());
            else if (typeof given === "string" && filter.kind === "text") expect(back.query[name]).toBe(given.trim());
            else expect(back.query[name]).toEqual(given);
          }
      }),
    );
  });

  it.each(feeds)("$endpoint: the order of keys and values in an address does not matter", (feed) => {
    fc.assert(
      fc.property(queries(feed), fc.infiniteStream(fc.nat()), (query, random) => {
        const pairs = [...new URLSearchParams(serializeFeedQuery(feed, query))];
        const shuffled = pairs.map((pair) => ({ pair, at: random.next().value })).sort((a, b) => a.at - b.at);
        const back = read(new URLSearchParams(shuffled.map(({ pair }) => pair)).toString(), feed);
        expect(serializeFeedQuery(feed, back.query)).toBe(serializeFeedQuery(feed, query));
      }),
    );
  });

  it("lists parameters in the order of the descriptors, values sorted", () => {
    const query = {
      countries: ["US", "DE"],
      round: ["series-a", "seed"],
      minAmountUsd: 1_000_000,
      since: "2026-01-01",
    };
    expect(serializeFeedQuery(FEEDS.funding, query)).toBe(
      "since=2026-01-01&round=seed&round=series-a&countries=DE&countries=US&minAmountUsd=1000000",
    );
    const names = parameterNames(FEEDS.funding);
    expect(names.indexOf("round")).toBeLessThan(names.indexOf("countries"));
  });

  it("leaves out defaults", () => {
    expect(serializeFeedQuery(FEEDS.funding, { enrichedOnly: false, round: [], countries: undefined })).toBe("");
    expect(serializeFeedQuery(FEEDS.acquisitions, { isMerger: false })).toBe("isMerger=false");
    expect(serializeFeedQuery(FEEDS.companies, { sort: "recent" })).toBe("");
    expect(serializeFeedQuery(FEEDS.companies, { sort: "prominence" })).toBe("sort=prominence");
  });

  it("reads the public API's own order of companies, which is not the dashboard's", () => {
    const read = (text: string) => parseAddress(FEEDS.companies, text);
    expect(read("countries=US&sort=recent")).toMatchObject({ canonical: "countries=US", order: "updated.ascending" });
    expect(read("sort=recent&order=founded.descending").order).toBe("founded.descending");
    expect(read("sort=prominence")).toMatchObject({ canonical: "sort=prominence" });
    expect(read("").order).toBeUndefined();
  });

  it("gives every spelling of an instant, a domain, an id and an amount the same text", () => {
    const spellings = [
      ["since=2026-01-02T01:00:00%2B01:00", "since=2026-01-02T00:00:00Z"],
      ["domain=https%3A%2F%2Fwww.Example.com%2Fabout", "domain=example.com"],
      ["companyId=0190A0A0-0000-7000-8000-00000000000A", "companyId=0190a0a0-0000-7000-8000-00000000000a"],
      ["minAmountUsd=0001000000.0", "minAmountUsd=1000000"],
    ];
    for (const [a = "", b = ""] of spellings)
      expect(serializeFeedQuery(FEEDS.funding, read(a).query)).toBe(serializeFeedQuery(FEEDS.funding, read(b).query));
    expect(serializeFeedQuery(FEEDS.funding, read("country[]=US&countries[1]=DE&country=US").query)).toBe(
      "countries=DE&countries=US",
    );
    expect(serializeFeedQuery(FEEDS.funding, read("maxAmountUsd=1000000000000000000000000").query)).toBe(
      "maxAmountUsd=1000000000000000000000000",
    );
  });
});

describe("an address with problems", () => {
  it("keeps valid values and reports what was left out", () => {
    const { query, issues } = read("rond=seed&round=seed&minAmountUsd=5m&since=2026-02-30&companyId=acme");
    expect(query).toEqual({ round: ["seed"] });
    expect(issues.map((problem) => problem.parameter)).toEqual(["rond", "minAmountUsd", "since", "companyId"]);
    expect(issues[0]?.message).toContain("did you mean round?");
  });

  it("drops the lower bound of an empty range", () => {
    expect(read("minAmountUsd=5&maxAmountUsd=1").query).toEqual({ maxAmountUsd: 1 });
    expect(read("since=2026-02-01&until=2026-01-01").issues).toHaveLength(1);
  });

  it("leaves out a search that is longer than the API reads", () => {
    expect(read(`search=${"x".repeat(300)}`, FEEDS.investors).issues).toEqual([]);
    const { query, issues } = read(`search=${"x".repeat(301)}&type=vc`, FEEDS.investors);
    expect(query).toEqual({ type: ["vc"] });
    expect(issues.map((problem) => problem.parameter)).toEqual(["search"]);
  });

  it("ignores paging", () => {
    expect(read("limit=20&includeTotal=true").issues).toEqual([]);
    const { query, issues } = read("limit=100&cursor=abc&round=seed");
    expect(query).toEqual({ round: ["seed"] });
    expect(issues.map((problem) => problem.parameter)).toEqual(["cursor", "limit"]);
  });
});

describe("screen state", () => {
  it("reads the open record in addition to the query, and never as part of it", () => {
    const { query, open, issues } = read("round=seed&open=0190&view=chart");
    expect([query, open, issues]).toEqual([{ round: ["seed"] }, "0190", []]);
  });

  it("writes the address of a page", () => {
    expect(buildAddress(FEEDS.funding, {})).toBe("/funding");
    expect(buildAddress(FEEDS.acquisitions, { countries: ["US"] })).toBe("/acquisitions?countries=US");
    expect(writeAddress("/acquisitions", "countries=US", { open: "id 1" })).toBe(
      "/acquisitions?countries=US&open=id+1",
    );
    const { canonical, order } = parseAddress(FEEDS.funding, "round=seed&order=amount.descending~company.ascending");
    expect([canonical, order]).toEqual(["round=seed", "amount.descending~company.ascending"]);
    expect(writeAddress("/funding", canonical, { order: "" })).toBe("/funding?round=seed&order=");
  });

  it("requests the total only with the first page", () => {
    expect(String(pageSearch(FEEDS.funding, "round=seed", null))).toBe("round=seed&includeTotal=true");
    expect(String(pageSearch(FEEDS.funding, "round=seed", "a+b"))).toBe("round=seed&cursor=a%2Bb");
    expect(String(pageSearch(FEEDS.investors, "", null))).toBe("");
  });
});
