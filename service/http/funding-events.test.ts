import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { FundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanyFacts } from "@/service/records/company";
import type { FundingFacts } from "@/service/records/events";
import { createApiClient, type ListBody, readBalance } from "./testing/api-client";
import { companyFacts, insertCompany, insertRound } from "./testing/fixtures";
import { type TestService, testService } from "./testing/service";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(1_000_000));
});
afterAll(() => service.stop());

const { request: sendRequest, expectRejected } = createApiClient<ListBody<FundingEvent>>(ENDPOINTS.funding, () => ({
  service,
  key,
}));

/** The names of the companies on the first page of 100 for a query, sorted. */
async function names(query: string): Promise<(string | null)[]> {
  const response = await sendRequest(`limit=100&${query}`);
  expect(response.status, response.body.error?.message).toBe(200);
  return response.body.data.map((record) => record.company.name).sort();
}

async function round(
  name: string,
  company: Partial<CompanyFacts> | null,
  facts: Partial<FundingFacts>,
): Promise<string> {
  const party =
    company === null ? name : await insertCompany(service.database.pool, { domain: null, ...company, name });
  return (await insertRound(service.database.pool, party, facts)).id;
}

const US = { hqCountry: "US" };

beforeAll(async () => {
  await round(
    "Alder",
    { domain: "alder.example" },
    { round: "seed", announcedAt: new Date("2026-03-01T10:00:00.000Z") },
  );
  await round(
    "Birch",
    { ...US, naicsCode: "31-33", industryGroup: "Law Practice", verticals: [], employeeCountBucket: null },
    { round: "series-a", amountUsdCents: 1_000_000_01, announcedAt: new Date("2026-03-02T23:59:59.999Z") },
  );
  await round(
    "Cedar",
    { ...US, naicsCode: "3254", industryGroup: null, verticals: ["ai", "data"], employeeCountBucket: "10001+" },
    { round: null, roundStated: false, amountUsdCents: null, announcedAt: new Date("2026-03-03T00:00:00.000Z") },
  );
  await round("Dogwood", null, { round: "seed", amountUsdCents: 0, announcedAt: new Date("2026-03-04T00:00:00.000Z") });
  await round(
    "Elm",
    { hqCountry: "SG", naicsCode: null, domain: "elm.example", description: null },
    { round: "growth", amountUsdCents: 90_000_000_000_00, announcedAt: new Date("2026-03-05T00:00:00.000Z") },
  );
});

const ALL = ["Alder", "Birch", "Cedar", "Dogwood", "Elm"];

describe("200", () => {
  it("charges nothing for an empty page and for includeTotal", async () => {
    const before = (await sendRequest("limit=1")).body.meta.creditsRemaining;
    const { body } = await sendRequest("countries=FR&includeTotal=true");
    expect(body).toMatchObject({
      data: [],
      pagination: { hasMore: false, nextCursor: null, total: 0 },
      meta: { creditsUsed: 0, creditsRemaining: before },
    });
  });

  it.each([
    ["round=seed", ["Alder", "Dogwood"]],
    ["round=seed&round=growth", ["Alder", "Dogwood", "Elm"]],
    ["countries=US", ["Birch", "Cedar"]],
    ["countries=US&countries=unknown", ["Birch", "Cedar", "Dogwood"]],
    ["naicsCode=51", ["Alder"]],
    ["naicsCode=513210", ["Alder"]],
    ["naicsCode=31-33", ["Birch", "Cedar"]],
    ["naicsCode=32", ["Cedar"]],
    ["naicsCode=3262", ["Birch", "Cedar"]],
    ["naicsCode=unknown", ["Dogwood", "Elm"]],
    ["naicsCode=99", []],
    ["industryGroups=software%20development", ["Alder", "Elm"]],
    ["industryGroups=unknown", ["Cedar", "Dogwood"]],
    ["verticals=data", ["Cedar"]],
    ["verticals=unknown", ["Birch", "Dogwood"]],
    ["employeeBuckets=10001%2B", ["Cedar"]],
    ["enrichedOnly=true", ["Alder"]],
    ["enrichedOnly=false", ALL],
    ["minAmountUsd=0", ["Alder", "Birch", "Dogwood", "Elm"]],
    ["minAmountUsd=1000000.01", ["Alder", "Birch", "Elm"]],
    ["minAmountUsd=1000000.02", ["Alder", "Elm"]],
    ["maxAmountUsd=1000000", ["Dogwood"]],
    ["minAmountUsd=99999999999999999999", []],
    ["since=2026-03-03", ["Cedar", "Dogwood", "Elm"]],
    ["until=2026-03-02", ["Alder", "Birch"]],
    ["since=2026-03-02T23:59:59.999Z&until=2026-03-03T00:00:00Z", ["Birch", "Cedar"]],
    ["since=2026-03-04T02:00:00%2B02:00", ["Dogwood", "Elm"]],
    ["domain=https://www.Alder.example/about", ["Alder"]],
    ["domain=nobody.example", []],
    ["companyId=00000000-0000-7000-8000-000000000000", []],
    ["round=seed&countries=unknown&maxAmountUsd=1", ["Dogwood"]],
  ])("%s matches %j", async (query, expected) => {
    expect(await names(query)).toEqual([...expected].sort());
    const counted = await sendRequest(`limit=1&includeTotal=true&${query}`);
    expect(counted.body.pagination.total).toBe(expected.length);
  });

  it("finds the rounds of a company by id and by a former domain", async () => {
    const company = await insertCompany(service.database.pool, companyFacts({ name: "Fir", domain: "fir.example" }));
    await service.database.pool.query("insert into company_domains values ('old-fir.example', $1, now())", [
      company.id,
    ]);
    const created = await insertRound(service.database.pool, company, {
      announcedAt: new Date("1999-01-01T00:00:00.000Z"),
    });
    for (const query of [`companyId=${company.id}`, "domain=old-fir.example"])
      expect(await names(query)).toEqual(["Fir"]);
    await service.database.pool.query("delete from funding_events where id = $1", [created.id]);
  });

  it("finds rare matches behind more rows than the first stage scans", async () => {
    const { pool } = service.database;
    await pool.query(
      `insert into funding_events select gen_random_uuid(), company_id, stated_company, round, round_stated, 100, null, null,
         '2027-01-01'::timestamptz + n * interval '1 second', discovered_at, true, '{r:debt}', record
       from funding_events, generate_series(1, 6000) n where stated_company is not null`,
    );
    try {
      expect(await names("minAmountUsd=80000000000")).toEqual(["Elm"]);
      expect(await names("round=series-a")).toEqual(["Birch"]);
      expect((await sendRequest("limit=1&includeTotal=true")).body.pagination.total).toBe(6005);
    } finally {
      await pool.query("delete from funding_events where demo");
    }
    expect((await sendRequest("limit=1&includeTotal=true")).body.pagination.total).toBe(5);
  });
});

describe("200: cached pages", () => {
  it("are never older than the feed: additions, changes and removals show in the next response, charged once", async () => {
    const { pool } = service.database;
    const { key: own, workspaceId } = await service.account(1_000);
    const page = async () => (await sendRequest("since=2030-01-01&includeTotal=true", { as: own })).body;
    expect(await page()).toMatchObject({ data: [], pagination: { total: 0 } });

    const { id } = await insertRound(pool, "Later", { announcedAt: new Date("2030-01-02T00:00:00.000Z") });
    for (let times = 0; times < 3; times++)
      expect(await page()).toMatchObject({ data: [{ id }], pagination: { total: 1 }, meta: { creditsUsed: 1 } });
    expect(await readBalance(service, workspaceId)).toBe(997);

    await pool.query("update funding_events set record = replace(record, 'Later', 'Renamed') where id = $1", [id]);
    expect((await page()).data[0]?.company.name).toBe("Renamed");
    await pool.query("delete from funding_events where id = $1", [id]);
    expect(await page()).toMatchObject({ data: [], pagination: { total: 0 } });
    expect(await readBalance(service, workspaceId)).toBe(996);
  });

  it("are checked against changes that another process commits between look-up and charge", async () => {
    const { pool } = service.database;
    const { key: own, workspaceId } = await service.account(100_000);
    let created = 0;
    let writing = true;
    const write = async () => {
      while (writing) {
        await insertRound(pool, "Burst", { announcedAt: new Date(Date.UTC(2040, 0, 1) + created) });
        created++;
      }
    };
    const writer = write();
    let charged = 0;
    for (let times = 0; times < 50; times++) {
      const before = created;
      const { body } = await sendRequest("since=2040-01-01&limit=1&includeTotal=true", { as: own });
      charged += body.meta.creditsUsed;
      // Everything that was committed before the request began is counted.
      expect(body.pagination.total).toBeGreaterThanOrEqual(before);
    }
    writing = false;
    await writer;
    expect(await readBalance(service, workspaceId)).toBe(100_000 - charged);
    await pool.query("delete from funding_events where announced_at >= '2040-01-01'");
  });
});

describe("400", () => {
  it.each([
    ["limit=0", /limit must be a whole number from 1 to 100; got 0/],
    ["limit=101", /limit .* got 101/],
    ["limit=2.5", /limit .* got 2.5/],
    ["limit=abc", /limit must be a whole number from 1 to 100; got "abc"/],
    ["limit=-1", /limit must be a whole number from 1 to 100; got -1/],
    ["limit=5&limit=6", /limit is given 2 times; pass it once/],
    ["limit=", /limit is empty/],
    ["rounds=seed", /"rounds" is not a parameter of \/v1\/funding-events; did you mean round\?/],
    ["nonsense=1", /"nonsense" is not a parameter .*use one of since, until, round/],
    ["round=seedy", /round must be one of pre-seed, .*; got "seedy"; did you mean "seed"\?/],
    ["round=unknown", /round must be one of/],
    ["countries=us", /countries must be one of the 237 listed values or unknown; got "us"; did you mean "US"\?/],
    ["industryGroups=Softwar%20Development", /did you mean "Software Development"\?/],
    ["employeeBuckets=unknown", /employeeBuckets must be one of 1-10/],
    ["verticals=ai,data", /verticals must be one of/],
    ["naicsCode=7", /naicsCode must be a NAICS code of 2 to 6 digits/],
    ["naicsCode=51-52", /naicsCode must be/],
    ["since=2026-02-30", /since must be a date/],
    ["until=yesterday", /until must be a date/],
    ["since=2026-02-02&until=2026-02-01", /since \(2026-02-02\) is after until \(2026-02-01\)/],
    ["minAmountUsd=-1", /minAmountUsd must be a number, 0 or more/],
    ["minAmountUsd=1e999", /minAmountUsd/],
    ["maxAmountUsd=-0", /maxAmountUsd/],
    ["maxAmountUsd=%D9%A3", /maxAmountUsd/],
    ["minAmountUsd=2&maxAmountUsd=1", /minAmountUsd \(2\) is above maxAmountUsd \(1\)/],
    ["enrichedOnly=yes", /enrichedOnly must be true or false; got "yes"/],
    ["includeTotal=1", /includeTotal must be true or false/],
    ["companyId=42", /companyId must be a UUID; got "42"/],
    ["domain=not%20a%20domain", /domain must be a domain or URL/],
    ["domain=%00", /domain contains an invalid character/],
    ["cursor=nonsense", /cursor is malformed/],
  ])("%s is rejected with its own sentence", async (query, message) => {
    await expectRejected(query, message);
  });
});

describe("500", () => {
  it("has neither stack nor SQL, and charges nothing", async () => {
    const { pool } = service.database;
    const { key: own, workspaceId } = await service.account(50);
    await sendRequest("limit=1", { as: own });
    await pool.query("alter table funding_events rename to funding_events_away");
    try {
      const broken = await sendRequest("", { as: own });
      expect(broken).toMatchObject({ status: 500, body: { error: { code: "INTERNAL_ERROR" } } });
      expect(broken.body.error.message).not.toMatch(/funding_events|select/);
    } finally {
      await pool.query("alter table funding_events_away rename to funding_events");
    }
    expect(await readBalance(service, workspaceId)).toBe(49);
  });
});
