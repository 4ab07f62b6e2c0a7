/** A tool returns the first k records that REST returns for the same query, for k credits, k being what fits. */

import { FEEDS, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import { MAX_RESULT_BYTES, TOOL_LIMIT } from "@dealflow/contract/mcp";
import { TIMELINE_PATH } from "@dealflow/contract/timeline";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertRandomMarket, POOLS, type RandomMarket } from "@/service/http/long/random-market";
import { scaled, TIMEOUT_MS } from "@/service/http/long/testing";
import { readBalance } from "@/service/http/testing/api-client";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";
import { getBytes, RECORD_BYTES } from "./fit";
import { type Connected, connect } from "./testing/connected";
import { post, toolCall } from "./testing/post";

const CREDITS = 1_000_000_000;

let service: TestService;
let market: RandomMarket;
let connected: Connected;
beforeAll(async () => {
  service = await testService();
  market = await insertRandomMarket(service.database.pool, 11);
  connected = await connect(service, CREDITS, { dailyAllowance: CREDITS });
});
afterAll(() => service.stop());

type Given = Readonly<Record<string, unknown>>;

const some = (values: readonly (string | null)[]) =>
  fc.uniqueArray(fc.constantFrom(...values.filter((value) => value !== null), "unknown"), {
    minLength: 1,
    maxLength: 3,
  });
const known = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const instant = fc.constantFrom(...POOLS.instants, "2026-01-01", "2026-03-05");
const company = fc.nat().map((index) => market.companies[index % market.companies.length]?.id);
const events = { since: instant, until: instant, countries: some(POOLS.countries), companyId: company };
const usd = fc.constantFrom(0, 1_000_000, 5_000_000);
const firmographics = {
  industryGroups: some(POOLS.industries),
  naicsCode: fc.constantFrom("51", "5132", "31-33", "unknown"),
};

const FILTERS: Readonly<Record<FeedName, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  funding: {
    ...{
      ...events,
      ...firmographics,
      minAmountUsd: usd,
      maxAmountUsd: usd,
      verticals: known(["ai", "saas", "unknown"]),
    },
    ...{ round: known(["seed", "series-a", "grant"]), enrichedOnly: fc.boolean(), includeTotal: fc.boolean() },
    // An older name is given alone or next to the current one.
    country: known(["DE", "FR"]),
  },
  acquisitions: { ...events, ...firmographics, isMerger: fc.boolean(), paymentType: known(POOLS.paymentTypes) },
  execMoves: { ...events, moveType: known(POOLS.moveTypes), roleSeniority: known(["founder", "c_level"]) },
  companies: {
    ...{
      ...firmographics,
      countries: some(POOLS.countries),
      employeeBuckets: some(POOLS.buckets),
      minFoundedYear: fc.constant(2000),
    },
    ...{ search: fc.constantFrom("labs", "zürich", "한국"), sortDirection: fc.constantFrom("asc", "desc") },
  },
  investors: {
    type: fc.oneof(some(POOLS.investorTypes), fc.constant("vc,angel"), fc.constant("vc")),
    country: fc.constantFrom("US", "DE"),
  },
};

/** Few filters are combined, so that most queries match something. */
const calls = fc
  .constantFrom<FeedName>("funding", "acquisitions", "execMoves", "companies", "investors")
  .chain((feed) =>
    fc.record({
      feed: fc.constant(feed),
      query: fc
        .subarray(Object.entries(FILTERS[feed]), { maxLength: Math.min(3, Object.keys(FILTERS[feed]).length) })
        .chain((entries): fc.Arbitrary<Given> => fc.record(Object.fromEntries(entries))),
      // Limits above the maximum are tried too: then both reject them in the same words.
      limit: fc.option(fc.integer({ min: LIMIT.min, max: LIMIT.max + 10 }), { nil: undefined }),
      maxCredits: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
    }),
  );

async function readRest(path: string, given: Given) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  const response = await fetch(`${service.url}${path}?${search}`, { headers: { "X-API-Key": connected.key } });
  return { ok: response.ok, body: await response.json() };
}

async function callTool(name: string, given: Given) {
  const { message, text } = await post(service, { token: connected.token, body: toolCall(name, given) });
  return message.result ?? expect.fail(text);
}

describe("a tool of a feed", () => {
  it(
    "returns REST's first k records for k credits, for any query",
    async () => {
      const seen = { rejected: 0, empty: 0, whole: 0, cut: 0, capped: 0 };
      await fc.assert(
        fc.asyncProperty(calls, async ({ feed, query, limit, maxCredits }) => {
          const { tool, path } = FEEDS[feed];
          const rest = await readRest(path, { ...query, limit: limit ?? TOOL_LIMIT });
          const balance = await readBalance(service, connected.workspaceId);
          const { structuredContent: result, content } = await callTool(tool, {
            ...query,
            ...(limit === undefined ? {} : { limit }),
            ...(maxCredits === undefined ? {} : { maxCredits }),
          });
          if (!rest.ok) {
            seen.rejected += 1;
            expect(content?.[0]?.text).toBe(`${rest.body.error.code}: ${rest.body.error.message}`);
            return;
          }
          const all: readonly unknown[] = rest.body.data;
          const data = Array.isArray(result?.data) ? result.data : expect.fail();
          const k = data.length;
          expect(data).toEqual(all.slice(0, k));
          expect(getBytes(JSON.stringify(result))).toBeLessThanOrEqual(MAX_RESULT_BYTES);
          expect(result).toMatchObject({ creditsUsed: k, creditsRemaining: balance - k });
          expect(await readBalance(service, connected.workspaceId)).toBe(balance - k);
          const most = Math.min(all.length, maxCredits ?? Infinity);
          const bytes = all
            .slice(0, k + 1)
            .reduce((sum: number, record) => sum + getBytes(JSON.stringify(record)) + 1, 0);
          // There are fewer only when the next one would not have fitted.
          if (k < most) expect(bytes).toBeGreaterThan(RECORD_BYTES);
          expect(result?.pagination).toMatchObject({
            hasMore: k < all.length || rest.body.pagination.hasMore,
            ...("total" in rest.body.pagination ? { total: rest.body.pagination.total } : {}),
          });
          // The cursor stands after the last returned record: REST continues from there.
          const next = Reflect.get(Object(result?.pagination), "nextCursor");
          if (k < all.length && k > 0)
            expect((await readRest(path, { ...query, limit: 1, cursor: next })).body.data).toEqual([all[k]]);
          seen[all.length === 0 ? "empty" : k === all.length ? "whole" : k === maxCredits ? "capped" : "cut"] += 1;
        }),
        { numRuns: scaled(1_000), seed: 7 },
      );
      for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});

describe("a timeline", () => {
  it(
    "is REST's company with the newest k events, for 1 + k credits",
    async () => {
      const include = fc.option(known(["funding", "acquisitions", "exec_moves"]), { nil: undefined });
      const maxCredits = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
      await fc.assert(
        fc.asyncProperty(company, include, maxCredits, async (id, kinds, most) => {
          const query = { id, ...(kinds === undefined ? {} : { include: kinds }) };
          const { body } = await readRest(TIMELINE_PATH, query);
          const { structuredContent: result } = await callTool("company_timeline", {
            ...query,
            ...(most === undefined ? {} : { maxCredits: most }),
          });
          const all: readonly unknown[] = body.data.events;
          const k = Math.min(all.length, (most ?? Infinity) - 1);
          expect(result).toMatchObject({
            creditsUsed: 1 + k,
            eventsAvailable: all.length,
            data: { ...body.data, events: all.slice(all.length - k) },
          });
        }),
        { numRuns: scaled(200), seed: 8 },
      );
    },
    TIMEOUT_MS,
  );
});

describe("a timeline that does not fit", () => {
  const EVENTS = 120;

  async function insertLongTimeline(domain: string) {
    const { pool } = service.database;
    const facts = await insertCompany(pool, { name: domain, domain });
    const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index));
    for (let index = 0; index < EVENTS; index++) await insertRound(pool, facts, { announcedAt: day(index) });
    return facts;
  }

  it("has the newest events that do, and reports how many there are", async () => {
    await insertLongTimeline("long.example");
    const { body } = await readRest(TIMELINE_PATH, { domain: "long.example" });
    const { structuredContent: result } = await callTool("company_timeline", { domain: "long.example" });
    const used = Number(result?.creditsUsed);
    expect(used).toBeGreaterThan(20);
    expect(used).toBeLessThan(EVENTS);
    expect(getBytes(JSON.stringify(result))).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    expect(result).toMatchObject({ eventsAvailable: EVENTS, data: { events: body.data.events.slice(-(used - 1)) } });
  });

  it("is skipped in a batch, and every later one with it, at no cost", async () => {
    await insertLongTimeline("longer.example");
    const short = market.companies.find(({ domain }) => domain !== null)?.domain ?? expect.fail();
    const companies = [
      { domain: short },
      { domain: "nobody.example" },
      { domain: "longer.example" },
      { domain: short },
    ];
    const { structuredContent: result } = await callTool("company_timelines", { companies });
    const [first, ...others] = Array.isArray(result?.data) ? result.data : expect.fail();
    expect(first).toMatchObject({ status: "served", cost: result?.creditsUsed });
    expect(others).toEqual([
      { query: companies[1], status: "not_found", cost: 0 },
      { query: companies[2], status: "skipped", cost: 0 },
      { query: companies[3], status: "skipped", cost: 0 },
    ]);
  });

  it("is skipped when maxCredits does not cover it", async () => {
    const short = market.companies.find(({ domain }) => domain !== null)?.domain ?? expect.fail();
    const companies = [{ domain: short }, { domain: short }];
    const { structuredContent: both } = await callTool("company_timelines", { companies });
    const cost = Number(both?.creditsUsed) / 2;
    const { structuredContent: one } = await callTool("company_timelines", { companies, maxCredits: 2 * cost - 1 });
    expect(one).toMatchObject({
      creditsUsed: cost,
      data: [
        { status: "served", cost },
        { status: "skipped", cost: 0 },
      ],
    });
  });
});
