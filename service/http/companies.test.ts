import { ENDPOINTS } from "@dealflow/contract/endpoints";
import type { Company } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient, type ListBody } from "./testing/api-client";
import { insertCompanies } from "./testing/fixtures";
import { type TestService, testService } from "./testing/service";

let service: TestService;
let key: string;
const { request, expectRejected } = createApiClient<ListBody<Company>>(ENDPOINTS.companies, () => ({
  service,
  key,
}));

beforeAll(async () => {
  service = await testService();
  ({ key } = await service.account(100_000));
  const { pool } = service.database;
  const [alder, birch] = await insertCompanies(pool, [
    {
      name: "Alder Söftwäre",
      domain: "alder.example",
      description: "Quiet ENGINES for 100% of all boats.",
      socialHandle: "alder-boats",
      socialUrl: "https://social.example/company/alder-boats",
      socialGeoId: "103644278",
      socialIndustryId: "4",
      hqCity: "Boston",
      hqCountry: "US",
      industrySubTags: ["Engines", "Boats, small"],
      verticals: ["ai", "hardware"],
      businessModel: "B2B",
      createdAt: new Date("2026-02-01T00:00:00.000Z"),
      updatedAt: new Date("2026-03-01T10:00:00.000Z"),
    },
    {
      name: "Birch_Banking",
      domain: "birch.example",
      description: "Lending\\leasing.",
      hqCountry: "DE",
      industryGroup: "Banking",
      naicsCode: "52",
      employeeCountBucket: "1-10",
      foundedYear: 2024,
      updatedAt: new Date("2026-03-02T23:59:59.999Z"),
    },
    {
      name: "Cedar",
      domain: null,
      description: null,
      hqCity: null,
      hqCountry: null,
      industryGroup: null,
      naicsCode: null,
      verticals: [],
      employeeCountBucket: null,
      foundedYear: null,
      createdAt: new Date("2026-03-03T00:00:00.000Z"),
      updatedAt: new Date("2026-03-03T00:00:00.000Z"),
    },
    {
      name: "Étoile",
      domain: "etoile.example",
      description: "Furniture of birchwood.",
      hqCountry: "FR",
      industryGroup: "Manufacturing",
      naicsCode: "31-33",
      employeeCountBucket: "10001+",
      foundedYear: 1899,
      updatedAt: new Date("2026-03-04T00:00:00.000Z"),
    },
  ]);
  await pool.query("insert into company_domains values ('old-alder.example', $1, now())", [alder?.id]);
  await pool.query("insert into company_former_names values ($1, 'Föhr Lending', now()), ($1, 'жуки AG', now())", [
    birch?.id,
  ]);
  await pool.query(
    "update company_figures set raised_last_12m_usd_cents = 100000050, known_people = 3, has_founder = true where company_id = $1",
    [alder?.id],
  );
  await pool.query("update company_figures set known_people = 1 where company_id = $1", [birch?.id]);
});
afterAll(() => service.stop());

/** The first letters of the names of all companies that match, as they come. */
async function initials(query: string): Promise<string> {
  const { status, body } = await request(query);
  expect(status, body.error?.message).toBe(200);
  return body.data.map((company) => company.name?.[0]).join("");
}

describe("200", () => {
  it.each([
    ["", "ABCÉ"],
    // Every word occurs in name, domain or description, in any case and with any accents.
    ["search=alder", "A"],
    ["search=software", "A"],
    ["search=S%C3%96FTWARE+aLDER", "A"],
    ["search=engines+alder.example", "A"],
    ["search=etoile", "É"],
    ["search=%C3%89TOILE", "É"],
    ["search=e%CC%81toile", "É"],
    ["search=birch", "BÉ"],
    ["search=irc", "BÉ"],
    ["search=birch.example", "B"],
    ["search=birch+furniture", "É"],
    ["search=birch+engines", ""],
    ["search=boston", ""],
    ["search=cedar", "C"],
    // One or two letters are a whole word anywhere, and alone the beginning of a name that a company has or had.
    ["search=of", "AÉ"],
    ["search=OF+birchwood", "É"],
    ["search=al", "A"],
    ["search=al+boats", ""],
    ["search=%C3%A9t", "É"],
    ["search=e", "É"],
    ["search=fo", "B"],
    ["search=ng", ""],
    // Signs are found wherever they are.
    ["search=100%25", "A"],
    ["search=10%250", ""],
    ["search=%25", "A"],
    ["search=%25%25%25", ""],
    ["search=___", ""],
    ["search=birch_banking", "B"],
    ["search=birch_oo", ""],
    ["search=b_", ""],
    ["search=lending%5Cleasing", "B"],
    ["search=%5C%5C%5C", ""],
    ["search=%5C", "B"],
    ["search=%27%3B--", ""],
    // A word may occur in any former name too.
    ["search=FOHR", "B"],
    ["search=f%C3%B6hr+birch", "B"],
    ["search=lending+leasing", "B"],
    ["search=lending", "B"],
    ["search=fohr+boats", ""],
    ["search=ag", "B"],
    ["search=%D0%B6%D1%83%D0%BA", "B"],
    ["search=%D0%96%D0%A3%D0%9A%D0%98+fohr&countries=DE", "B"],
    ["search=fohr&minKnownPeople=1", "B"],
    ["countries=US", "A"],
    ["countries=DE&countries=FR", "BÉ"],
    ["countries=unknown", "C"],
    ["country[]=unknown&country[]=US", "AC"],
    ["industryGroups=Banking", "B"],
    ["industryGroups=Software%20Development&industryGroups=unknown", "AC"],
    ["industryGroup=Banking", "B"],
    ["industryGroups=Wineries", ""],
    ["naicsCode=51", "A"],
    ["naicsCode=513210", "A"],
    ["naicsCode=52", "B"],
    ["naicsCode=5221", ""],
    ["naicsCode=31-33", "É"],
    ["naicsCode=3262", "É"],
    ["naicsCode=unknown", "C"],
    ["naicsCode=99", ""],
    ["employeeBuckets=11-50", "A"],
    ["employeeBuckets=10001%2B&employeeBuckets=unknown", "CÉ"],
    ["employeeCountBucket=1-10", "B"],
    ["employeeBuckets=201-500", ""],
    ["minFoundedYear=2019", "AB"],
    ["maxFoundedYear=2019", "AÉ"],
    ["minFoundedYear=2019&maxFoundedYear=2019", "A"],
    ["minFoundedYear=0", "ABÉ"],
    ["minFoundedYear=99999999999999999999", ""],
    ["maxFoundedYear=0", ""],
    ["since=2026-03-02", "BCÉ"],
    ["since=2026-03-02T23:59:59.999Z", "BCÉ"],
    ["since=2026-03-03T00:00:00Z", "CÉ"],
    ["since=2026-03-04T02:00:00%2B02:00", "É"],
    ["since=2026-03-05", ""],
    ["domain=alder.example", "A"],
    ["domain=https%3A%2F%2Fwww.Alder.example%2Fabout", "A"],
    // Only the primary domain matches.
    ["domain=old-alder.example", ""],
    ["domain=nobody.example", ""],
    ["minRaisedLast12mUsd=1000000.5", "A"],
    ["minRaisedLast12mUsd=1000000.51", ""],
    ["minRaisedLast12mUsd=0", "ABCÉ"],
    ["minKnownPeople=1", "AB"],
    ["minKnownPeople=4", ""],
    ["minKnownPeople=0", "ABCÉ"],
    ["hasFounder=true", "A"],
    ["hasFounder=false", "ABCÉ"],
    ["countries=US&hasFounder=true&minKnownPeople=3&search=alder&since=2026-01-01", "A"],
    ["countries=DE&hasFounder=true", ""],
    ["search=birch&employeeBuckets=10001%2B&minFoundedYear=1899", "É"],
    ["domain=alder.example&countries=DE", ""],
  ])("%s matches %s, in either order", async (query, expected) => {
    expect(await initials(query)).toBe(expected);
    const ranked = await initials(`${query}&sort=prominence`);
    expect([...ranked].sort()).toEqual([...expected].sort());
  });

  it("has every field in every record", async () => {
    const [alder, , cedar] = (await request()).body.data;
    expect(alder).toEqual({
      id: expect.any(String),
      name: "Alder Söftwäre",
      domain: "alder.example",
      description: "Quiet ENGINES for 100% of all boats.",
      socialHandle: "alder-boats",
      socialUrl: "https://social.example/company/alder-boats",
      socialGeoId: "103644278",
      socialIndustryId: "4",
      naicsCode: "5132",
      naicsLevel: 4,
      hqCity: "Boston",
      hqCountry: { code: "US", name: "United States" },
      industryGroup: "Software Development",
      industrySubTags: ["Engines", "Boats, small"],
      verticals: ["ai", "hardware"],
      employeeCountBucket: "11-50",
      foundedYear: 2019,
      businessModel: "B2B",
      createdAt: "2026-02-01T00:00:00.000Z",
      updatedAt: "2026-03-01T10:00:00.000Z",
    });
    expect(cedar).toEqual({
      id: expect.any(String),
      name: "Cedar",
      domain: null,
      description: null,
      socialHandle: null,
      socialUrl: null,
      socialGeoId: null,
      socialIndustryId: null,
      naicsCode: null,
      naicsLevel: null,
      hqCity: null,
      hqCountry: null,
      industryGroup: null,
      industrySubTags: [],
      verticals: [],
      employeeCountBucket: null,
      foundedYear: null,
      businessModel: null,
      createdAt: "2026-03-03T00:00:00.000Z",
      updatedAt: "2026-03-03T00:00:00.000Z",
    });
    const [range] = (await request("naicsCode=31-33")).body.data;
    expect(range).toMatchObject({ naicsCode: "31-33", naicsLevel: 2 });
  });
});

describe("400", () => {
  it.each([
    ["until=2026-03-01", /"until" is not a parameter of \/v1\/companies; use one of search, since, countries/],
    ["verticals=ai", /"verticals" is not a parameter of \/v1\/companies/],
    ["includeTotal=true", /"includeTotal" is not a parameter/],
    ["employeeBuckets=none", /employeeBuckets must be one of 1-10, .*, 10001\+, unknown; got "none"/],
    ["industryGroups=banking", /; its current label is "Banking"/],
    ["search=", /search is empty/],
    ["search=a&search=b", /search is given 2 times; pass it once/],
    ["search=%00a", /search contains an invalid character/],
    // Nothing is left of it once accents are ignored, so it would match everything.
    ["search=%CC%81", /search must be at least one word/],
    ["sortDirection=desc", /sortDirection desc applies to sort=prominence only/],
    ["sort=recent&sortDirection=desc", /sortDirection desc applies to sort=prominence only/],
    ["sort=Prominence", /sort must be one of recent, prominence; got "Prominence"/],
    ["minFoundedYear=2001&maxFoundedYear=2000", /minFoundedYear \(2001\) is above maxFoundedYear \(2000\)/],
  ])("%s is rejected with its own sentence", async (query, message) => {
    await expectRejected(query, message);
  });
});
