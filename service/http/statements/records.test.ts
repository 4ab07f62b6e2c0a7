/** The statements of the interface about the fields of records and what all lists have in common. */

import { CURSOR_PARAMETER, FEED_NAMES, FEEDS } from "@dealflow/contract/feeds";
import type { Acquisition, ExecMove } from "@dealflow/contract/records/schemas";
import { describe, expect, it } from "vitest";
import type { ListBody } from "../testing/api-client";
import { insertRound } from "../testing/fixtures";
import { type Entity, openMarket } from "./testing";

const market = openMarket();

async function record<T extends { readonly id: string | null } = Entity>(
  feed: keyof typeof FEEDS,
  label: string,
): Promise<T> {
  const { body } = await market.get<ListBody<T>>(FEEDS[feed].path);
  return body.data.find(({ id }) => id === market.ids.get(label)) ?? expect.fail(`there is no ${label}`);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

type Field = readonly [field: string, value: unknown];

function has(feed: keyof typeof FEEDS, label: string, fields: readonly Field[]): void {
  it.each(fields)(`${label}: %s`, async (field, value) => {
    const found = (await record(feed, label))[field];
    if (value instanceof RegExp) expect(found).toMatch(value);
    else expect(found).toEqual(value);
  });
}

describe("a company has", () => {
  has("companies", "alder", [
    ["id", UUID],
    ["name", "Alder AI"],
    ["domain", "alder.example"],
    ["description", "Quiet engines for boats."],
    ["socialHandle", "alder-boats"],
    ["socialUrl", "https://social.example/company/alder-boats"],
    ["socialGeoId", "103644278"],
    ["socialIndustryId", "4"],
    ["naicsCode", "5132"],
    ["naicsLevel", 4],
    ["hqCity", "Boston"],
    ["hqCountry", { code: "US", name: "United States" }],
    ["industryGroup", "Software Development"],
    ["industrySubTags", ["Engines"]],
    ["verticals", ["ai", "hardware"]],
    ["employeeCountBucket", "11-50"],
    ["foundedYear", 2019],
    ["businessModel", "B2B"],
    ["updatedAt", INSTANT],
  ]);
});

describe("a funding event has", () => {
  has("funding", "debt", [
    ["id", UUID],
    ["round", "debt"],
    ["roundStated", false],
    ["amountUsdCents", 110_000_000],
    ["amountUsd", 1_100_000],
    ["amountOriginalCurrency", "EUR"],
    ["amountOriginalCents", 100_000_000],
    ["announcedAt", INSTANT],
    ["discoveredAt", INSTANT],
    ["sources", []],
  ]);

  it("round, hyphenated like its filter", async () => {
    expect((await record("funding", "series-a")).round).toBe("series-a");
  });

  it("investors, each with id and name", async () => {
    expect((await record("funding", "seed")).investors).toEqual([
      { id: market.ids.get("north"), name: "Northbeam Capital" },
    ]);
  });

  it("its company, as the directory has it", async () => {
    expect((await record("funding", "seed")).company).toEqual(await record("companies", "alder"));
  });

  it("an unresolved company without domain, industry, country and description", async () => {
    expect((await record("funding", "unresolved")).company).toMatchObject({
      ...{ id: null, name: "Unknown Ltd", domain: null, industryGroup: null, hqCountry: null, description: null },
    });
  });

  it("nulls where an amount is not known", async () => {
    expect(await record("funding", "unresolved")).toMatchObject({
      amountUsd: null,
      amountUsdCents: null,
      investors: [],
    });
  });
});

describe("an acquisition event has", () => {
  has("acquisitions", "bought", [
    ["id", UUID],
    ["dealAmountUsdCents", 5_000_000_000],
    ["dealAmountUsd", 50_000_000],
    ["dealAmountOriginalCurrency", "USD"],
    ["dealAmountOriginalCents", 5_000_000_000],
    ["paymentType", "cash"],
    ["isMerger", false],
    ["announcedAt", INSTANT],
    ["closingAt", "2026-12-01T00:00:00.000Z"],
    ["discoveredAt", INSTANT],
  ]);

  it("its acquirer and its target, the acquired company", async () => {
    const { acquirer, target } = await record<Acquisition>("acquisitions", "bought");
    expect([acquirer.id, target.id]).toEqual([market.ids.get("alder"), market.ids.get("birch")]);
  });
});

describe("an executive move event has", () => {
  has("execMoves", "appointed", [
    ["id", UUID],
    ["role", "Chief Executive Officer"],
    ["roleSeniority", "c_level"],
    ["moveType", "appointment"],
    ["announcedAt", INSTANT],
    ["effectiveDate", "2020-12-01T00:00:00.000Z"],
    ["discoveredAt", INSTANT],
  ]);

  it("its person", async () => {
    expect((await record("execMoves", "appointed")).person).toEqual({
      ...{ id: market.ids.get("ada"), name: "Ada Quill", socialHandle: null, socialUrl: null },
    });
  });

  it("the company the person moves to, and the one the person comes from", async () => {
    const { company, fromCompany } = await record<ExecMove>("execMoves", "appointed");
    expect([company.id, fromCompany?.id]).toEqual([market.ids.get("alder"), market.ids.get("birch")]);
  });

  it("on a departure, the company that is left as company", async () => {
    const { company, fromCompany } = await record<ExecMove>("execMoves", "left");
    expect([company.id, fromCompany]).toEqual([market.ids.get("alder"), null]);
  });
});

describe("an investor has", () => {
  has("investors", "north", [
    ["id", UUID],
    ["name", "Northbeam Capital"],
    ["type", "vc"],
    ["hqCountry", { code: "US", name: "United States" }],
    ["domain", "northbeam.example"],
    ["firstSeenAt", "2020-01-01T00:00:00.000Z"],
    ["lastSeenAt", INSTANT],
    ["createdAt", INSTANT],
    ["updatedAt", "2026-04-01T00:00:00.000Z"],
  ]);
});

const NAMES = {
  funding: "funding_events.list",
  acquisitions: "acquisitions.list",
  execMoves: "exec_moves.list",
  companies: "companies.list",
  investors: "investors.list",
} as const;

describe.each(FEED_NAMES)("%s, like every list,", (name) => {
  const { path } = FEEDS[name];

  it("is GET below /v1, and JSON", async () => {
    const { status, headers } = await market.get(path);
    expect([path.startsWith("/v1/"), status, headers.get("Content-Type")]).toEqual([true, 200, "application/json"]);
  });

  it("answers in one envelope: success, data, pagination, meta", async () => {
    const { body } = await market.get(`${path}?limit=1`);
    expect(body).toEqual({
      success: true,
      data: [expect.any(Object)],
      pagination: { hasMore: true, nextCursor: expect.any(String) },
      meta: { endpoint: NAMES[name], creditsUsed: 1, creditsRemaining: expect.any(Number) },
    });
  });

  it("costs one credit for each returned record", async () => {
    const { body } = await market.get(path);
    const after = await market.get(`${path}?limit=2`);
    expect(body.meta.creditsUsed).toBe(body.data.length);
    expect(after.body.meta.creditsRemaining).toBe(body.meta.creditsRemaining - 2);
  });

  it("continues behind a cursor, without overlap and without gap", async () => {
    const all = await market.labels(path);
    const found: string[] = [];
    let next: string | null = "";
    for (let hasMore = true; hasMore; ) {
      const query: string = `limit=1${next && `&${CURSOR_PARAMETER}=${next}`}`;
      found.push(await market.labels(`${path}?${query}`));
      ({ hasMore, nextCursor: next } = (await market.get(`${path}?${query}`)).body.pagination);
    }
    // Of companies, a reader who has caught up comes back with the last cursor.
    expect(next === null).toBe(name !== "companies");
    expect(found.join(" ")).toBe(all);
  });

  it("400 for a malformed cursor", async () => {
    const { status, body } = await market.get(`${path}?cursor=garbage`);
    expect([status, body.error.code]).toEqual([400, "INVALID_INPUT"]);
  });

  it("limit is 1 to 100", async () => {
    for (const [limit, status] of [
      ["0", 400],
      ["1", 200],
      ["100", 200],
      ["101", 400],
    ] as const)
      expect((await market.get(`${path}?limit=${limit}`)).status, limit).toBe(status);
  });

  it("400 with one sentence for a date that does not exist", async () => {
    const { status, body } = await market.get(`${path}?since=2026-02-30`);
    expect([status, body.error.message]).toEqual([
      400,
      'since must be a date (YYYY-MM-DD) or an ISO-8601 timestamp that exists; got "2026-02-30"',
    ]);
  });

  it("returns fewer records than limit when credits run out, and says that there are more", async () => {
    const { body } = await market.get(path, { key: await market.keyWith(2) });
    expect([body.data.length, body.meta.creditsRemaining, body.pagination.hasMore]).toEqual([2, 0, true]);
  });

  it("402 at a balance of 0", async () => {
    const { status, body } = await market.get(path, { key: await market.keyWith(0) });
    expect([status, body.error.code]).toEqual([402, "PAYMENT_REQUIRED"]);
  });

  it("an enrichedOnly, or any other flag, spelled out as false is the same query to a cursor", async () => {
    if (!FEEDS[name].filters.some((filter) => filter.kind === "flag" && !filter.either)) return;
    const flag = name === "companies" ? "hasFounder" : "enrichedOnly";
    const { body } = await market.get(`${path}?limit=1`);
    const next = await market.get(`${path}?limit=1&${flag}=false&cursor=${body.pagination.nextCursor}`);
    expect(next.status).toBe(200);
  });
});

describe("a list of 20", () => {
  it("is what a page has without a limit", async () => {
    const { service } = market;
    for (let index = 0; index < 20; index++)
      await insertRound(service.database.pool, `Late ${index}`, { announcedAt: new Date("2026-09-01T00:00:00.000Z") });
    const { body } = await market.get("/v1/funding-events");
    expect([body.data.length, body.pagination.hasMore]).toEqual([20, true]);
  });
});
