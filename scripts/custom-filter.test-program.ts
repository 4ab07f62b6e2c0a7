/**
 * Run in a copy of the sources whose funding feed has one more filter, `discoveredSince`: what follows from its
 * descriptor and its clause, and was written nowhere else.
 */

import { FEEDS } from "@dealflow/contract/feeds";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/describe/openapi/openapi";
import { parseAddress } from "@/lib/filters/address";
import { matcher } from "@/lib/filters/predicate";
import { insertCompany, insertRound } from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";

const QUERY = { discoveredSince: "2026-06-01" };

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100));
  const company = await insertCompany(service.database.pool);
  for (const day of ["2026-05-20", "2026-06-20"])
    await insertRound(service.database.pool, company, {
      announcedAt: new Date("2026-05-01"),
      discoveredAt: new Date(day),
    });
});
afterAll(() => service.stop());

async function get(search: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${service.url}${FEEDS.funding.path}?${search}`, { headers: { [API_KEY_HEADER]: key } });
  return { status: response.status, text: await response.text() };
}

describe("a filter of one descriptor and one clause", () => {
  it("is served and counted by the API", async () => {
    const { status, text } = await get("discoveredSince=2026-06-01&includeTotal=true");
    expect(status).toBe(200);
    const result: unknown = JSON.parse(text);
    expect(result).toMatchObject({ data: [{ discoveredAt: "2026-06-20T00:00:00.000Z" }], pagination: { total: 1 } });
    expect(result).not.toHaveProperty("data.1");
  });

  it("is rejected in the words of its kind when its value is wrong", async () => {
    const { status, text } = await get("discoveredSince=soon");
    expect(status).toBe(400);
    expect(text).toContain("discoveredSince");
    expect(text).toContain("soon");
  });

  it("is written in the address as the API takes it, and read from it", () => {
    const text = serializeFeedQuery(FEEDS.funding, QUERY);
    expect(text).toBe("discoveredSince=2026-06-01");
    expect(parseAddress(FEEDS.funding, text)).toMatchObject({ query: QUERY, issues: [] });
  });

  it("is applied to owned rows by the predicate", () => {
    const matches = matcher(FEEDS.funding, QUERY);
    expect(matches({ discoveredAt: "2026-06-20T00:00:00.000Z" })).toBe(true);
    expect(matches({ discoveredAt: "2026-05-20T00:00:00.000Z" })).toBe(false);
  });

  it("is a facet of the panel, by its kind", () => {
    expect(FEEDS.funding.filters.map(({ label }) => label)).toContain("Discovered since");
  });

  it("is described to machines", () => {
    expect(
      JSON.stringify(openApiDocument({ apiUrl: "http://a.example", siteUrl: "http://b.example", version: "1" })),
    ).toContain('"discoveredSince"');
  });
});
