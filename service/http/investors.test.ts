import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { Investor } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient, type ListBody } from "./testing/api-client";
import { insertInvestor } from "./testing/fixtures";
import { type TestService, testService } from "./testing/service";

let service: TestService;
let key: string;
const { request, expectRejected } = createApiClient<ListBody<Investor>>(ENDPOINTS.investors, () => ({
  service,
  key,
}));

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100_000));
  const { pool } = service.database;
  await insertInvestor(pool, {
    name: "Aurora Früh Capital",
    domain: "aurora.example",
    firstSeenAt: new Date("2020-01-01T00:00:00.000Z"),
    lastSeenAt: new Date("2026-02-01T00:00:00.000Z"),
    createdAt: new Date("2026-01-01T00:00:00.000Z"),
    updatedAt: new Date("2026-03-01T10:00:00.000Z"),
  });
  await insertInvestor(pool, {
    name: "Boreas_100% Angels",
    type: "angel",
    hqCountry: "DE",
    domain: "boreas.example",
    updatedAt: new Date("2026-03-02T23:59:59.999Z"),
  });
  await insertInvestor(pool, {
    name: "Cirrus",
    type: null,
    hqCountry: null,
    domain: null,
    firstSeenAt: null,
    lastSeenAt: null,
    createdAt: new Date("2026-03-03T00:00:00.000Z"),
    updatedAt: new Date("2026-03-03T00:00:00.000Z"),
  });
  await insertInvestor(pool, {
    name: "Ångström Family",
    type: "family_office",
    hqCountry: "SE",
    domain: "capital-angstrom.example",
    updatedAt: new Date("2026-03-04T00:00:00.000Z"),
  });
});
afterAll(() => service.stop());

/** The first letters of the names of all investors that match, as they come. */
async function initials(query: string): Promise<string> {
  const { status, body } = await request(query);
  expect(status, body.error?.message).toBe(200);
  return body.data.map((investor) => investor.name[0]).join("");
}

describe("200", () => {
  it.each([
    ["", "ABCÅ"],
    ["type=vc", "A"],
    ["type=vc&type=angel", "AB"],
    ["type=vc,angel", "AB"],
    ["type=vc,family_office&type=unknown", "ACÅ"],
    ["type[]=angel&type[]=vc,angel", "AB"],
    ["type=unknown", "C"],
    ["type=syndicate", ""],
    ["country=DE", "B"],
    ["country=unknown", "C"],
    ["country=JP", ""],
    ["search=fruh", "A"],
    ["search=CAPITAL", "AÅ"],
    ["search=capital+aurora", "A"],
    ["search=aurora.example", "A"],
    ["search=aurora+angels", ""],
    ["search=%C3%A5ngstr%C3%B6m", "Å"],
    ["search=an", "Å"],
    ["search=cc", ""],
    ["search=100%25", "B"],
    ["search=boreas_100", "B"],
    ["search=boreas_e", ""],
    ["search=%25", "B"],
    ["search=%5C%5C%5C", ""],
    ["domain=boreas.example", "B"],
    ["domain=https%3A%2F%2Fwww.BOREAS.example%3A8443%2Fteam", "B"],
    ["domain=angstrom.example", ""],
    ["since=2026-03-02", "BCÅ"],
    ["since=2026-03-02T23:59:59.999Z", "BCÅ"],
    ["since=2026-03-03T00:00:00Z", "CÅ"],
    ["since=2026-03-04T02:00:00%2B02:00", "Å"],
    ["since=2026-03-05", ""],
    ["type=vc,angel&country=DE&search=boreas&since=2026-03-01", "B"],
    ["type=vc&country=DE", ""],
    ["domain=boreas.example&type=vc", ""],
  ])("%s matches %s", async (query, expected) => {
    expect(await initials(query)).toBe(expected);
  });

  it("has every field in every record, null where nothing is known", async () => {
    const [aurora, , cirrus] = (await request()).body.data;
    expect(aurora).toEqual({
      id: expect.any(String),
      name: "Aurora Früh Capital",
      type: "vc",
      hqCountry: { code: "US", name: "United States" },
      domain: "aurora.example",
      firstSeenAt: "2020-01-01T00:00:00.000Z",
      lastSeenAt: "2026-02-01T00:00:00.000Z",
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-03-01T10:00:00.000Z",
    });
    expect(cirrus).toEqual({
      id: expect.any(String),
      name: "Cirrus",
      type: null,
      hqCountry: null,
      domain: null,
      firstSeenAt: null,
      lastSeenAt: null,
      createdAt: "2026-03-03T00:00:00.000Z",
      updatedAt: "2026-03-03T00:00:00.000Z",
    });
  });
});

describe("400", () => {
  it.each([
    ["type=bank", /type must be one of vc, angel, .*, unknown; got "bank"/],
    ["type=VC", /type must be one of .*; got "VC"; did you mean "vc"\?/],
    ["type=,vc", /type is empty/],
    ["country=DE,US", /country must be one of the 237 listed values or unknown; got "DE,US"/],
    ["country=DE&country=US", /country is given 2 times; pass it once/],
    ["country[]=DE", /country takes one value; write it without brackets/],
    ["countries=DE", /"countries" is not a parameter of \/v1\/investors; use one of search, since, type, country/],
    ["until=2026-01-01", /"until" is not a parameter/],
    ["sort=prominence", /"sort" is not a parameter/],
    ["includeTotal=true", /"includeTotal" is not a parameter/],
    ["since=2026-02-30", /since must be a date/],
  ])("%s is rejected with its own sentence", async (query, message) => {
    await expectRejected(query, message);
  });
});
