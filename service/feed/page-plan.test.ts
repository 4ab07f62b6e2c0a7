import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { CursorPosition } from "@dealflow/contract/query/cursor";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertRandomMarket, POOLS } from "@/service/http/long/random-market";
import { scaled } from "@/service/http/long/testing";
import { copyRows } from "@/service/ingest/copy";
import { FUNDING_ROWS } from "@/service/ingest/table-rows";
import { refreshMetrics } from "@/service/metrics/refresh";
import { unresolvedCompanyRecord } from "@/service/records/company";
import { fundingRecord } from "@/service/records/events";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import type { TableStatistics } from "./estimate";
import { SOURCES } from "./feeds";
import { planPage } from "./page-plan";
import { rankKey } from "./ranking";
import { getConditions } from "./sources/clauses";
import type { Statement } from "./sources/source";

const COUNT = 12;
const REFRESHED_AT = new Date("2026-04-01T02:00:00.000Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await insertRandomMarket(database.pool, 3);
  await refreshMetrics(database.pool, REFRESHED_AT);
});
afterAll(() => database.drop());

/** Returns the rows of a statement; the last one of a walk may report that there is no more. */
async function read({ text, values }: Statement): Promise<{ rows: unknown[][]; complete: boolean }> {
  const { rows } = await database.pool.query<unknown[]>({ text, values: [...values], rowMode: "array" });
  const complete = rows.at(-1)?.[0] === null;
  return { rows: complete ? rows.slice(0, -1) : rows, complete };
}

function getPlan(
  feed: FeedName,
  query: AnyQuery,
  { position, statistics }: { position?: CursorPosition; statistics?: TableStatistics } = {},
) {
  const source = SOURCES[feed];
  return planPage(source.buildQuery(query, position, 1), COUNT, getConditions(source, query), statistics);
}

const some = (values: readonly (string | null)[], ...others: string[]) =>
  fc.uniqueArray(fc.constantFrom(...values.filter((value) => value !== null), ...others), {
    minLength: 1,
    maxLength: 3,
  });
const countries = some(POOLS.countries, "unknown");
const search = fc.constantFrom("labs", "ai", "ai but", "zu ri", "so quiet", "robotics", "한국 ro", "co", "e 50");
type Field = fc.Arbitrary<AnyQuery>;
const field = (name: string, values: fc.Arbitrary<AnyQuery[string]>): Field =>
  values.map((value) => ({ [name]: value }));
const shared = [field("countries", countries), field("since", fc.constant("2026-01-02"))];
const dated = [...shared, field("until", fc.constant("2026-03-05"))];
const priced = [
  ...dated,
  field("minAmountUsd", fc.constantFrom(0, 0.5, 5_000_000)),
  field("maxAmountUsd", fc.constant(5e6)),
];
const searched = field("search", search);
/** One to three of these are combined, so that there are matches. */
const FIELDS: Record<FeedName, readonly Field[]> = {
  funding: [...priced, field("round", some(POOLS.rounds)), field("enrichedOnly", fc.constant(true))],
  acquisitions: [...priced, field("isMerger", fc.boolean()), field("paymentType", some(POOLS.paymentTypes))],
  execMoves: [...dated, field("moveType", some(POOLS.moveTypes)), field("roleSeniority", some(POOLS.seniorities))],
  companies: [
    ...[...shared, searched, field("employeeBuckets", some(POOLS.buckets, "unknown"))],
    field("minFoundedYear", fc.constant(2000)),
    field("minRaisedLast12mUsd", fc.constantFrom(0, 1, 5_000_000)),
    field("minKnownPeople", fc.constantFrom(0, 1, 2)),
    field("hasFounder", fc.constant(true)),
  ],
  investors: [field("since", fc.constant("2026-01-02")), searched, field("type", some(POOLS.investorTypes, "unknown"))],
};
const ORDERS: readonly AnyQuery[] = [{}, { sort: "prominence" }, { sort: "prominence", sortDirection: "asc" }];
const getFieldArbitrary = (feed: FeedName): Field => {
  const filters = fc.oneof(...FIELDS[feed]);
  const order = feed === "companies" ? fc.constantFrom(...ORDERS) : fc.constant({});
  return fc.tuple(filters, filters, filters, order).map((parts) => Object.assign({}, ...parts));
};

describe.each(FEED_NAMES)("%s", (feed) => {
  it("is looked through and looked up with the same result, from any position", async () => {
    let [filled, last] = [0, 0];
    await fc.assert(
      fc.asyncProperty(getFieldArbitrary(feed), fc.boolean(), async (query, later) => {
        const [start] = getPlan(feed, query).stages;
        const [first] = start === undefined || !later ? [] : (await read(start)).rows;
        const position = first === undefined ? undefined : getPosition(feed, first);
        const { stages } = getPlan(feed, query, { ...(position === undefined ? {} : { position }) });
        const [walk, byIndex] = stages;
        if (walk === undefined || byIndex === undefined) return;
        const [walked, found] = [await read(walk), await read(byIndex)];
        expect(walked.rows).toEqual(found.rows);
        expect(walked.complete).toBe(walked.rows.length < COUNT);
        expect(found.complete).toBe(false);
        filled += Number(walked.rows.length === COUNT);
        last += Number(walked.complete);
      }),
      { numRuns: scaled(1_500), seed: 4 },
    );
    expect(Math.min(filled, last)).toBeGreaterThan(scaled(1_500) / 50);
  });
});

function getPosition(feed: FeedName, [record, generation, rank]: unknown[]): CursorPosition {
  const { id, announcedAt, updatedAt }: Record<string, string> = JSON.parse(String(record));
  if (typeof generation === "number" && typeof rank === "number")
    return { key: rankKey(generation, rank), id: id ?? "" };
  const at = feed === "companies" || feed === "investors" ? updatedAt : announcedAt;
  return { key: Date.parse(at ?? ""), id: id ?? "" };
}

/** Returns statistics of a table in which every token and number is as rare as given. */
function getStatistics(share: number): TableStatistics {
  return { rows: 1_000_000, tokens: new Map(), rareToken: share, numbers: new Map() };
}

describe("the chosen plan", () => {
  it("is one fixed text for any query of only a range of the order", () => {
    const position = { key: REFRESHED_AT.getTime(), id: newId() };
    for (const feed of FEED_NAMES) {
      const [newest] = getPlan(feed, {}).stages;
      const plan = getPlan(feed, { since: "2026-01-01", until: "2026-02-01" }, { position });
      expect(plan.pool).toBe("fixed");
      expect(plan.stages.map(({ text }) => text)).toEqual([newest?.text]);
    }
  });

  it("is the index of one company or domain, whatever else is filtered", () => {
    const query = { domain: "quorvane.example", countries: ["US"] };
    for (const feed of FEED_NAMES) expect(getPlan(feed, query)).toMatchObject({ pool: "filtered", stages: [{}] });
  });

  it("is the indexes alone for rare matches, and the order first for common or unknown ones", () => {
    const query = { countries: ["US"] };
    for (const feed of ["funding", "acquisitions", "execMoves", "companies"] as const) {
      expect(getPlan(feed, query, { statistics: getStatistics(0.000_1) }).stages).toHaveLength(1);
      expect(getPlan(feed, query, { statistics: getStatistics(0.1) }).stages).toHaveLength(2);
      expect(getPlan(feed, query).stages).toHaveLength(2);
    }
  });

  it("leaves words to their index when other filters leave few records", () => {
    const query = { countries: ["US"], search: "quiet engines" };
    expect(getPlan("companies", query, { statistics: getStatistics(0.000_1) }).stages).toHaveLength(1);
    expect(getPlan("companies", query, { statistics: getStatistics(0.1) }).stages).toHaveLength(2);
  });
});

it("a page whose matches are behind the scanned rows is not taken for the end", async () => {
  const EVENTS = 20_050;
  const rounds = Array.from({ length: EVENTS }, (_, index) => {
    const at = new Date(Date.UTC(2030, 0, 1) - index * 60_000);
    const facts = { amountUsdCents: null, amountOriginalCurrency: null, amountOriginalCents: null, roundStated: true };
    const stated = { name: "Nobody knows", hqCity: null, foundedYear: null, socialHandle: null, socialUrl: null };
    const round = index >= EVENTS - 3 ? ("pipe" as const) : null;
    const event = { id: newId(), round, announcedAt: at, discoveredAt: at, ...facts };
    return { record: fundingRecord(event, unresolvedCompanyRecord(stated), [], []), demo: false };
  });
  await inTransaction(database.pool, (client) => copyRows(client, FUNDING_ROWS, rounds));
  const query = { round: ["pipe"], since: "2029-01-01" };
  const [walk, byIndex] = getPlan("funding", query).stages;
  if (walk === undefined || byIndex === undefined) throw new Error("there are two stages");
  expect(await read(walk)).toEqual({ rows: [], complete: false });
  expect((await read(byIndex)).rows).toHaveLength(3);
  const short = getPlan("funding", { ...query, until: "2029-12-30" }).stages[0];
  if (short === undefined) throw new Error("there is a stage");
  expect(await read(short)).toMatchObject({ rows: { length: 3 }, complete: true });
});
