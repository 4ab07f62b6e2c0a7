/** Requests that match nothing are cheap to cache, so that no one can fill the service's memory with them. */

import { canonicalizeQuery } from "@dealflow/contract/query/feed-query";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allCaches } from "@/lib/cache/bounded-cache";
import { scaled } from "@/service/http/long/testing";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createStatistics } from "./estimate";
import { createFeeds, SOURCES } from "./feeds";

const QUERIES = scaled(2_000, 1 / 10);
/** Each query has this many characters. */
const LENGTH = 12_000;
const AT_ONCE = 16;
/** An empty page under the digest of its query takes at most this many bytes. */
const MOST_OF_ONE = 600;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it(`empty pages of ${QUERIES} queries of 12 kB are cached in a few hundred bytes each, from the second request on`, async () => {
  const feeds = createFeeds(database.pools, createStatistics(database.pools.totals, Date.now), true);
  feeds.recordVersion(SOURCES.funding.table, 1);
  const industryGroups: string[] = [];
  for (const label of INDUSTRIES) if (industryGroups.join().length < LENGTH) industryGroups.push(label);
  const request = (index: number) => {
    const query = { minAmountUsd: index, industryGroups };
    const filters = canonicalizeQuery(SOURCES.funding.feed, query).text;
    return { source: SOURCES.funding, query, filters, position: undefined, limit: 20, includeTotal: false };
  };
  expect(request(0).filters.length).toBeGreaterThan(10_000);
  const pages = allCaches().find(({ name }) => name === "pages of feeds") ?? expect.fail("there is no such cache");
  for (let index = 0; index < 100; index++) await feeds.getPage(request(QUERIES + index));
  expect(pages.bytes).toBe(0);
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < QUERIES) {
        const query = request(next++);
        for (const version of [undefined, undefined, 1]) expect(await feeds.getPage(query)).toMatchObject({ version });
      }
    }),
  );
  expect(pages.bytes).toBeGreaterThan(QUERIES * 100);
  expect(pages.bytes).toBeLessThan(QUERIES * MOST_OF_ONE);
}, 120_000);
