/** The statements of the interface about lists: which records each parameter leaves, and in which order. */

import { PAYMENT_TYPES, ROUNDS } from "@dealflow/contract/values/events";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "@dealflow/contract/values/organisations";
import { describe, expect, it } from "vitest";
import { openMarket } from "./testing";

const market = openMarket();

/** A statement, the query that it is tried with, and the labels of the records in order. */
type Statement = readonly [statement: string, query: string, labels: string];

function holds(path: string, statements: readonly Statement[]): void {
  it.each(statements)("%s: %s", async (_, query, labels) => {
    expect(await market.labels(`${path}?${query}`)).toBe(labels);
  });
}

const ALL_ROUNDS = "series-a debt unresolved seed bridge";

describe("GET /v1/funding-events", () => {
  holds("/v1/funding-events", [
    ["newest announcement first", "", ALL_ROUNDS],
    ["unresolved rounds are returned by default", "round=seed", "unresolved seed"],
    [
      "enrichedOnly leaves those with domain, industry, country and description",
      "enrichedOnly=true",
      "series-a debt seed",
    ],
    ["enrichedOnly=false is the default", "enrichedOnly=false", ALL_ROUNDS],
    ["since is on or after a day", "since=2026-11-05", "series-a debt"],
    ["since is on or after an instant", "since=2026-11-10T12:00:00.000Z", "series-a"],
    ["since leaves out what is before an instant", "since=2026-11-10T12:00:00.001Z", ""],
    ["until includes its day", "until=2026-11-03", "unresolved seed bridge"],
    ["until is on or before an instant", "until=2026-11-03T23:59:59.999Z", "unresolved seed bridge"],
    ["until leaves out what is after an instant", "until=2026-11-03T23:59:59.998Z", "seed bridge"],
    ["since and until combine", "since=2026-11-03&until=2026-11-05", "debt unresolved"],
    ["an ISO 8601 basic date", "since=20261110", "series-a"],
    ["an ISO 8601 ordinal date", "since=2026-314", "series-a"],
    ["an ISO 8601 week date", "since=2026-W46-2", "series-a"],
    ["an ISO 8601 week date without hyphens", "until=2026W407", "bridge"],
    ["an ISO 8601 basic timestamp", "since=20261110T120000Z", "series-a"],
    ["an ISO 8601 timestamp of an hour", "since=2026-11-10T12Z", "series-a"],
    ["an ISO 8601 timestamp with a comma fraction", "since=2026-11-10T11:59:59,5Z", "series-a"],
    ["the end of a day as 24:00:00", "since=2026-11-09T24:00:00Z", "series-a"],
    ["an offset", "since=2026-11-10T13:00:00%2B01:00", "series-a"],
    ["an offset without its colon", "since=2026-11-10T07:00:00-0500", "series-a"],
    ["no offset is UTC", "since=2026-11-10T12:00:00", "series-a"],
    ["a space in place of the T", "since=2026-11-10%2012:00:00", "series-a"],
    ["values of one parameter combine with OR", "round=seed&round=debt", "debt unresolved seed"],
    ["round has hyphenated values", "round=series-a", "series-a"],
    ["minAmountUsd is a lower bound, itself included", "minAmountUsd=5000000", "series-a seed"],
    ["maxAmountUsd is an upper bound, itself included", "maxAmountUsd=5000000", "debt seed"],
    ["minAmountUsd may be 0, and leaves what has an amount", "minAmountUsd=0", "series-a debt seed"],
    ["amounts may have decimals", "minAmountUsd=1100000.01&maxAmountUsd=5e6", "seed"],
    ["naicsCode matches its code", "naicsCode=5132", "series-a seed"],
    ["naicsCode matches every code beneath it", "naicsCode=51", "series-a seed"],
    ["naicsCode beyond the classification matches its classified parent", "naicsCode=513210", "series-a seed"],
    ["naicsCode of a range", "naicsCode=44-45", ""],
    ["naicsCode=unknown matches unclassified companies", "naicsCode=unknown", "unresolved bridge"],
    ["countries are headquarters", "countries=US", "series-a seed"],
    ["countries combine with OR", "countries=US&countries=DE", "series-a debt seed"],
    ["countries=unknown matches what has none", "countries=unknown", "unresolved bridge"],
    ["industryGroups match a label", "industryGroups=Banking", "debt"],
    ["industryGroups match in any case", "industryGroups=software%20DEVELOPMENT", "series-a seed"],
    ["industryGroups map older names", "industryGroups=Computer%20Software", "series-a seed"],
    ["industryGroups map short forms", "industryGroups=saas", "series-a seed"],
    ["industryGroups=unknown", "industryGroups=unknown", "unresolved bridge"],
    ["verticals", "verticals=ai", "series-a seed"],
    ["verticals combine with OR", "verticals=fintech&verticals=hardware", "series-a debt seed"],
    ["verticals=unknown", "verticals=unknown", "unresolved bridge"],
    ["employeeBuckets", "employeeBuckets=11-50", "series-a seed"],
    ["employeeBuckets with a plus sign", "employeeBuckets=10001%2B", "debt"],
    ["employeeBuckets with a plus sign sent as it is", "employeeBuckets=10001+", "debt"],
    ["domain is the primary domain", "domain=alder.example", "series-a seed"],
    ["domain is a domain it redirected from", "domain=old-alder.example", "series-a seed"],
    ["domain is reduced from a URL", "domain=https%3A%2F%2Fwww.alder.example%2Fabout%3Fa%3Db", "series-a seed"],
    ["an unknown domain gives an empty page", "domain=nobody.example", ""],
    ["an unknown company gives an empty page", "companyId=0190a0a0-0000-7000-8000-00000000000a", ""],
    ["different parameters combine with AND", "round=seed&countries=US&minAmountUsd=1", "seed"],
    ["limit bounds the page", "limit=2", "series-a debt"],
  ]);

  it("companyId: events of that company", async () => {
    expect(await market.labels(`/v1/funding-events?companyId=${market.ids.get("birch")}`)).toBe("debt");
  });

  it("every round value is accepted", async () => {
    for (const { value } of ROUNDS) expect((await market.get(`/v1/funding-events?round=${value}`)).status).toBe(200);
    expect(ROUNDS).toHaveLength(24);
  });

  it("every vertical is accepted, and unknown", async () => {
    for (const { value } of VERTICALS)
      expect((await market.get(`/v1/funding-events?verticals=${value}`)).status).toBe(200);
    expect(VERTICALS).toHaveLength(20);
  });

  it("every employee bucket is accepted, but unknown is not", async () => {
    for (const { value } of EMPLOYEE_BUCKETS)
      expect((await market.get(`/v1/funding-events?employeeBuckets=${encodeURIComponent(value)}`)).status).toBe(200);
    expect(EMPLOYEE_BUCKETS).toHaveLength(8);
    expect((await market.get("/v1/funding-events?employeeBuckets=unknown")).status).toBe(400);
  });

  it("includeTotal: the number of all matching records, for no credits", async () => {
    const { body } = await market.get("/v1/funding-events?includeTotal=true&limit=1&countries=US");
    expect([body.pagination.total, body.meta.creditsUsed]).toEqual([2, 1]);
    const empty = await market.get("/v1/funding-events?includeTotal=true&round=pipe");
    expect([empty.body.pagination.total, empty.body.meta.creditsUsed]).toEqual([0, 0]);
  });

  it("includeTotal: absent without it", async () => {
    expect((await market.get("/v1/funding-events?limit=1")).body.pagination).not.toHaveProperty("total");
  });
});

describe("GET /v1/acquisitions", () => {
  holds("/v1/acquisitions", [
    ["newest announcement first", "", "unstated merged bought"],
    ["since and until", "since=2026-11-04&until=2026-11-04", "merged"],
    ["paymentType", "paymentType=cash", "bought"],
    ["paymentType combines with OR", "paymentType=cash&paymentType=stock", "merged bought"],
    ["paymentType=undisclosed is what no source states", "paymentType=undisclosed", "unstated"],
    ["minAmountUsd is of the deal", "minAmountUsd=50000000", "bought"],
    ["maxAmountUsd is of the deal", "maxAmountUsd=49999999.99", ""],
    ["isMerger=true: mergers only", "isMerger=true", "merged"],
    ["isMerger=false: other acquisitions only", "isMerger=false", "unstated bought"],
    ["countries", "countries=US", "unstated bought"],
    ["countries=unknown", "countries=unknown", "merged"],
    ["industryGroups, in any case", "industryGroups=banking", "merged bought"],
    ["naicsCode applies to the target", "naicsCode=52", "bought"],
    ["naicsCode=unknown", "naicsCode=unknown", "merged"],
    ["verticals apply to the target", "verticals=ai", "unstated"],
    ["domain is of the acquirer or the target", "domain=alder.example", "unstated bought"],
    ["domain is a former one of either", "domain=old-alder.example", "unstated bought"],
  ]);

  it("companyId: acquirer or target", async () => {
    expect(await market.labels(`/v1/acquisitions?companyId=${market.ids.get("birch")}`)).toBe("merged bought");
  });

  it("every payment type is accepted", async () => {
    for (const { value } of PAYMENT_TYPES)
      expect((await market.get(`/v1/acquisitions?paymentType=${value}`)).status).toBe(200);
    expect(PAYMENT_TYPES.map(({ value }) => value)).toEqual(["cash", "stock", "mixed", "undisclosed"]);
  });

  it("includeTotal", async () => {
    const { body } = await market.get("/v1/acquisitions?includeTotal=true&limit=1&isMerger=false");
    expect(body.pagination.total).toBe(2);
  });
});

describe("GET /v1/exec-moves", () => {
  holds("/v1/exec-moves", [
    ["newest announcement first", "", "left founded promoted appointed changed"],
    ["since and until", "since=2020-11-07&until=2020-11-07", "promoted appointed"],
    ["moveType", "moveType=appointment", "founded appointed"],
    ["moveType combines with OR", "moveType=promotion&moveType=departure", "left promoted"],
    ["transitions", "moveType=transition", "changed"],
    ["roleSeniority", "roleSeniority=founder", "founded"],
    ["countries are of the company", "countries=DE", "founded promoted"],
    ["domain is of the company or the one before", "domain=birch.example", "founded promoted appointed"],
  ]);

  it("companyId and personId", async () => {
    expect(await market.labels(`/v1/exec-moves?companyId=${market.ids.get("alder")}`)).toBe("left appointed");
    expect(await market.labels(`/v1/exec-moves?personId=${market.ids.get("ada")}`)).toBe("appointed");
  });
});

describe("GET /v1/companies", () => {
  holds("/v1/companies", [
    ["sort=recent is the default, ascending", "", "alder birch cedar"],
    ["sort=recent", "sort=recent", "alder birch cedar"],
    ["since is created or updated on or after a day", "since=2026-03-02", "birch cedar"],
    ["since is created or updated on or after an instant", "since=2026-03-03T00:00:00Z", "cedar"],
    ["since has all forms of ISO 8601", "since=20260303T000000Z", "cedar"],
    ["search finds a name", "search=alder", "alder"],
    ["search finds a domain", "search=birch.example", "birch"],
    ["search finds a word of the description", "search=engines", "alder"],
    ["search finds parts of words", "search=ngin", "alder"],
    ["search ignores case and accents", "search=ETIENNE", "birch"],
    ["search finds every word", "search=quiet+boats", "alder"],
    ["search finds nothing unless every word occurs", "search=quiet+lending", ""],
    ["search finds words of two letters anywhere", "search=ai", "alder"],
    ["domain is exact", "domain=alder.example", "alder"],
    ["domain is reduced from a URL", "domain=https%3A%2F%2Fwww.birch.example%2F", "birch"],
    ["domain is the primary one", "domain=old-alder.example", ""],
    ["countries combine with OR", "countries=US&countries=DE", "alder birch"],
    ["countries=unknown", "countries=unknown", "cedar"],
    ["industryGroups", "industryGroups=Banking", "birch"],
    ["industryGroups=unknown", "industryGroups=unknown", "cedar"],
    ["naicsCode", "naicsCode=51", "alder"],
    ["naicsCode=unknown", "naicsCode=unknown", "cedar"],
    ["employeeBuckets combine with OR", "employeeBuckets=11-50&employeeBuckets=10001%2B", "alder birch"],
    ["employeeBuckets=unknown", "employeeBuckets=unknown", "cedar"],
    ["minFoundedYear", "minFoundedYear=2019", "alder"],
    ["maxFoundedYear", "maxFoundedYear=1899", "birch"],
    ["founded years are numbers of 0 or more", "minFoundedYear=0&maxFoundedYear=1899.5", "birch"],
    ["sort=prominence ranks by funding, acquisitions and people", "sort=prominence", "alder birch cedar"],
    ["sortDirection=desc is the default of prominence", "sort=prominence&sortDirection=desc", "alder birch cedar"],
    ["sortDirection=asc applies to prominence", "sort=prominence&sortDirection=asc", "cedar birch alder"],
    ["minRaisedLast12mUsd is in dollars", "minRaisedLast12mUsd=25000000", "alder"],
    ["minRaisedLast12mUsd is a lower bound", "minRaisedLast12mUsd=25000000.01", ""],
    ["minKnownPeople", "minKnownPeople=1", "alder birch"],
    ["minKnownPeople is a number", "minKnownPeople=1.5", ""],
    ["hasFounder", "hasFounder=true", "birch"],
  ]);

  it("industryGroups are matched literally", async () => {
    expect((await market.get("/v1/companies?industryGroups=banking")).status).toBe(400);
    expect((await market.get("/v1/companies?industryGroups=Computer%20Software")).status).toBe(400);
  });

  it("sortDirection applies to prominence only", async () => {
    expect((await market.get("/v1/companies?sortDirection=desc")).status).toBe(400);
  });

  it("a reader who has caught up can come back with the last cursor", async () => {
    const { body } = await market.get("/v1/companies");
    expect([body.pagination.hasMore, typeof body.pagination.nextCursor]).toEqual([false, "string"]);
    expect(await market.labels(`/v1/companies?cursor=${body.pagination.nextCursor}`)).toBe("");
  });
});

describe("GET /v1/investors", () => {
  holds("/v1/investors", [
    ["in the order of changes", "", "north angel someone"],
    ["since is created or updated on or after a day", "since=2026-04-02", "angel someone"],
    ["since is created or updated on or after an instant", "since=2026-04-02T12:00:00.001Z", "someone"],
    ["search finds a name, ignoring case and accents", "search=ANGEL", "angel"],
    ["search finds a domain", "search=northbeam.example", "north"],
    ["type", "type=vc", "north"],
    ["type with repeated keys", "type=vc&type=angel", "north angel"],
    ["type with commas", "type=vc,angel", "north angel"],
    ["type with commas and spaces", "type=vc,%20angel", "north angel"],
    ["type=unknown", "type=unknown", "someone"],
    ["country", "country=DE", "angel"],
    ["domain is exact", "domain=club.example", "angel"],
  ]);

  it("every type is accepted", async () => {
    for (const { value } of INVESTOR_TYPES) expect((await market.get(`/v1/investors?type=${value}`)).status).toBe(200);
  });
});
