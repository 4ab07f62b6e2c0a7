import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { Acquisition } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient, type ListBody } from "./testing/api-client";
import { insertCompany, insertDeal } from "./testing/fixtures";
import { type TestService, testService } from "./testing/service";

let service: TestService;
let key: string;
let ids: Record<string, string>;

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100_000));
  const { pool } = service.database;
  const plain = { domain: null, verticals: [], industryGroup: null, naicsCode: null, hqCountry: null } as const;
  const buyer = await insertCompany(pool, {
    ...plain,
    name: "Buyer",
    hqCountry: "US",
    industryGroup: "Banking",
    naicsCode: "52",
    domain: "buyer.example",
  });
  const alder = await insertCompany(pool, {
    ...plain,
    name: "Alder",
    hqCountry: "DE",
    industryGroup: "Law Practice",
    naicsCode: "5411",
    verticals: ["ai"],
  });
  const birch = await insertCompany(pool, { ...plain, name: "Birch" });
  ids = { buyer: buyer.id, alder: alder.id };
  await insertDeal(pool, buyer, alder, {
    paymentType: "cash",
    amountUsdCents: 10_000_000_00,
    announcedAt: new Date("2026-01-01T00:00:00.000Z"),
  });
  await insertDeal(pool, "Stranger", birch, { isMerger: true, announcedAt: new Date("2026-01-02T00:00:00.000Z") });
  await insertDeal(pool, alder, "Cedar", {
    paymentType: "mixed",
    amountUsdCents: 1,
    announcedAt: new Date("2026-01-03T00:00:00.000Z"),
  });
});
afterAll(() => service.stop());

const { request, expectRejected } = createApiClient<ListBody<Acquisition>>(ENDPOINTS.acquisitions, () => ({
  service,
  key,
}));

async function targets(query: string): Promise<(string | null)[]> {
  const { status, body } = await request(query);
  expect(status, body.error?.message).toBe(200);
  return body.data.map((record) => record.target.name);
}

describe("200", () => {
  it.each([
    ["", ["Cedar", "Birch", "Alder"]],
    ["paymentType=cash", ["Alder"]],
    ["paymentType=undisclosed&paymentType=mixed", ["Cedar", "Birch"]],
    ["isMerger=true", ["Birch"]],
    ["isMerger=false", ["Cedar", "Alder"]],
    ["minAmountUsd=0.02", ["Alder"]],
    ["maxAmountUsd=0.01", ["Cedar"]],
    // Either the target or the acquirer matches; `unknown` finds those whose target has none.
    ["countries=US", ["Alder"]],
    ["countries=DE", ["Cedar", "Alder"]],
    ["countries=unknown", ["Cedar", "Birch"]],
    ["industryGroups=BANKING", ["Alder"]],
    ["industryGroups=unknown", ["Cedar", "Birch"]],
    // Only the target matches.
    ["naicsCode=52", []],
    ["naicsCode=54", ["Alder"]],
    ["naicsCode=unknown", ["Cedar", "Birch"]],
    ["verticals=ai", ["Alder"]],
    ["verticals=unknown", ["Cedar", "Birch"]],
    ["domain=buyer.example", ["Alder"]],
    ["since=2026-01-02&until=2026-01-02", ["Birch"]],
  ])("%s matches %j", async (query, expected) => {
    expect(await targets(query)).toEqual(expected);
    const { body } = await request(`${query}&includeTotal=true`);
    expect(body).toMatchObject({ pagination: { total: expected.length }, meta: { endpoint: "acquisitions.list" } });
  });

  it("finds the deals of a company on either side", async () => {
    expect(await targets(`companyId=${ids.alder}`)).toEqual(["Cedar", "Alder"]);
    expect(await targets(`companyId=${ids.buyer}&isMerger=false`)).toEqual(["Alder"]);
  });
});

describe("400", () => {
  it.each([
    ["paymentType=gold", /paymentType must be one of cash, stock, mixed, undisclosed; got "gold"/],
    ["isMerger=maybe", /isMerger must be true or false; got "maybe"/],
    ["round=seed", /"round" is not a parameter of \/v1\/acquisitions/],
    ["employeeBuckets=1-10", /"employeeBuckets" is not a parameter/],
  ])("%s is rejected with its own sentence", async (query, message) => {
    await expectRejected(query, message);
  });
});
