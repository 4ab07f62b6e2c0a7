import { type Acquisition, acquisition, type FundingEvent, fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { contents, emptyRecords, getRows, importCsv } from "./testing";
import { parseRates } from "./values/rates";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

async function rounds(): Promise<FundingEvent[]> {
  const { rows } = await database.pool.query<{ record: string }>(
    "select e.record from funding_events e join external_keys k on k.id = e.id order by k.key",
  );
  return rows.map(({ record }) => fundingEvent.parse(JSON.parse(record)));
}

async function deals(): Promise<Acquisition[]> {
  const { rows } = await database.pool.query<{ record: string }>(
    "select record from acquisitions order by announced_at, id",
  );
  return rows.map(({ record }) => acquisition.parse(JSON.parse(record)));
}

const NEWSLETTER =
  "Sr No,Date ,StartupName,IndustryVertical,SubVertical,CityLocation,InvestorsName,InvestmentType,AmountInUSD,Remarks";
const newsletter = (...rows: string[]) => [NEWSLETTER, ...rows, ""].join("\r\n");

describe("a newsletter's rounds", () => {
  const FILE = newsletter(
    '1,01/12/2016,Quorvane,Technology,Software,Noida,"Hollin Growth, Ardholt & Others",Private Equity,"20,00,00,000",nan',
    String.raw`2,12/05.2015,Let\\xe2\\x80\\x99s Kiln,eCommerce,nan,\\xc2\\xa0Pune,"hollin growth,\\xc2\\xa0 Solenne",Seed\\nFunding,N/A,nan`,
    "3,22/01//2015,Veldspire,,,nan,Undisclosed investors,Private Equity,undisclosed,Series A",
    '4,01/05/0016,Oakmesh,,,Goa,Ardholt,Seed Funding,"5,00,000",',
    '5,01/05/2105,Oakmesh,,,Goa,Ardholt,Seed Funding,"5,00,000",',
    "6,31/02/2016,Oakmesh,,,Goa,Ardholt,Seed Funding,,",
    "7,01/05/2016,Oakmesh,,,Goa,Ardholt,Seed Funding,a lot,",
    "8,01/05/2016,nan,,,Goa,Ardholt,Seed Funding,,",
    String.raw`9,\\xc2\\xa010/7/2015,Tidalframe,,,Pune / US,,Crowd funding,"\\xc2\\xa019,350,000",`,
  );

  it("become rounds of companies known by name alone, in dollars", async () => {
    const done = await importCsv(database.pool, "round-newsletter", FILE);
    expect(getRows(done)).toBe("5 added, 0 changed, 0 merged, 0 unchanged, 4 refused");
    const [one, two, three, seven, nine] = await rounds();
    expect(one).toMatchObject({
      round: null,
      roundStated: false,
      amountUsdCents: 20_000_000_000,
      amountUsd: 200_000_000,
      amountOriginalCurrency: "USD",
      amountOriginalCents: 20_000_000_000,
      announcedAt: "2016-12-01T00:00:00.000Z",
      company: { id: expect.any(String), name: "Quorvane", domain: null, hqCity: "Noida", industryGroup: null },
    });
    expect(two).toMatchObject({
      round: "seed",
      roundStated: true,
      amountUsdCents: null,
      announcedAt: "2015-05-12T00:00:00.000Z",
    });
    expect(two?.company).toMatchObject({ name: "Let’s Kiln", hqCity: "Pune" });
    expect(three).toMatchObject({ round: "series-a", roundStated: true, amountUsdCents: null, investors: [] });
    expect(three?.company.hqCity).toBeNull();
    expect(seven).toMatchObject({ round: "seed", amountUsd: null, amountOriginalCurrency: null });
    expect(nine).toMatchObject({ round: "other", amountUsd: 19_350_000, announcedAt: "2015-07-10T00:00:00.000Z" });
  });

  it("are rejected for any value that is wrong, when every value must be right", async () => {
    const { rejections } = await importCsv(database.pool, "round-newsletter", FILE, { strict: true });
    expect(rejections).toContainEqual({ line: 8, reason: 'amount "a lot" is not an amount of 0 or more.' });
  });

  it("are rejected with line and reason", async () => {
    const { rejections: refusals } = await importCsv(database.pool, "round-newsletter", FILE);
    expect(refusals).toEqual([
      { line: 5, reason: "announcedAt 0016-05-01 must be between 1900-01-01 and 2026-11-27." },
      { line: 6, reason: "announcedAt 2105-05-01 must be between 1900-01-01 and 2026-11-27." },
      { line: 7, reason: 'announcedAt "31/02/2016" is not a date in dd/mm/yyyy.' },
      { line: 9, reason: "company.name is missing." },
    ]);
  });

  it("name one investor by several spellings, and one id", async () => {
    await importCsv(database.pool, "round-newsletter", FILE);
    const [one, two] = await rounds();
    expect(one?.investors.map(({ name }) => name)).toEqual(["Hollin Growth", "Ardholt"]);
    expect(two?.investors.map(({ name }) => name)).toEqual(["Hollin Growth", "Solenne"]);
    expect(two?.investors[0]?.id).toBe(one?.investors[0]?.id);
    const { rows } = await database.pool.query(
      "select first_seen_at, last_seen_at from investors where name = 'Hollin Growth'",
    );
    expect(rows).toEqual([{ first_seen_at: new Date("2015-05-12"), last_seen_at: new Date("2016-12-01") }]);
  });

  it("change nothing the second time", async () => {
    await importCsv(database.pool, "round-newsletter", FILE);
    const before = await contents(database.pool);
    const again = await importCsv(database.pool, "round-newsletter", FILE);
    expect(getRows(again)).toBe("0 added, 0 changed, 0 merged, 5 unchanged, 4 refused");
    expect(await contents(database.pool)).toEqual(before);
  });

  it("change where a new edition of the list states something else", async () => {
    const row = (amount: string) => newsletter(`1,01/12/2016,Quorvane,,,Noida,Ardholt,Seed Funding,"${amount}",`);
    await importCsv(database.pool, "round-newsletter", row("5,00,000"));
    const [before] = await rounds();
    expect(getRows(await importCsv(database.pool, "round-newsletter", row("6,00,000")))).toContain(
      "0 added, 1 changed",
    );
    const [after] = await rounds();
    expect(after).toEqual({
      ...before,
      amountUsd: 600_000,
      amountUsdCents: 60_000_000,
      amountOriginalCents: 60_000_000,
    });
    expect(getRows(await importCsv(database.pool, "round-newsletter", row("N/A")))).toContain("1 unchanged");
  });
});

const EXPORT = [
  ..."company_permalink company_name company_category_list company_market company_country_code company_city".split(" "),
  ..."acquirer_permalink acquirer_name acquirer_category_list acquirer_market acquirer_country_code acquirer_city".split(
    " ",
  ),
  ..."acquired_at price_amount price_currency_code".split(" "),
].join(",");
const exported = (...rows: string[]) => [EXPORT, ...rows, ""].join("\n");
const VELDSPIRE = "/organization/veldspire,Veldspire,|Software|SaaS|,Software,DEU,Berlin";
const OAKMESH = "/organization/oakmesh,Oakmesh,,,USA,Austin";
const QUORVANE = "/organization/quorvane,Quorvane,|Curated Web|Retail|,Curated Web,GBR,London";

describe("an export of acquisitions", () => {
  const FILE = exported(
    `${VELDSPIRE},${QUORVANE},2014-06-05,578000000,USD`,
    `${OAKMESH},${QUORVANE},2012-10-01,468400000,JPY`,
    `${OAKMESH},${QUORVANE},2012-10-01,486000000,JPY`,
    `${OAKMESH},${OAKMESH},2012-10-01,,USD`,
    `${VELDSPIRE},${OAKMESH},,,USD`,
    `${VELDSPIRE},${OAKMESH},2015-01-01,0,USD`,
    `${VELDSPIRE},${OAKMESH},1899-12-31,0,USD`,
    `${VELDSPIRE},${OAKMESH},2015-01-02,5,`,
  );

  it("becomes deals of resolved companies", async () => {
    const done = await importCsv(database.pool, "acquisition-export", FILE);
    expect(getRows(done)).toBe("4 added, 0 changed, 0 merged, 1 conflicting, 0 unchanged, 3 refused");
    expect(done.totals.companies).toEqual({ added: 3, changed: 0 });
    const [oakmesh, veldspire, last, foreign] = await deals();
    expect(veldspire).toMatchObject({
      dealAmountUsd: 578_000_000,
      dealAmountOriginalCurrency: "USD",
      paymentType: "undisclosed",
      isMerger: false,
      target: {
        name: "Veldspire",
        domain: null,
        hqCity: "Berlin",
        hqCountry: { code: "DE", name: "Germany" },
        industryGroup: "Software Development",
        verticals: ["saas"],
        industrySubTags: ["Software", "SaaS"],
      },
      acquirer: { name: "Quorvane", hqCountry: { code: "GB" }, verticals: ["commerce"] },
    });
    expect(veldspire?.target.id).not.toBeNull();
    expect(oakmesh).toMatchObject({ dealAmountUsdCents: null, dealAmountOriginalCents: 468_400_000 });
    expect(oakmesh?.acquirer).toEqual(veldspire?.acquirer);
    for (const deal of [last, foreign])
      expect(deal).toMatchObject({ dealAmountUsdCents: null, dealAmountOriginalCents: null });
  });

  it("is rejected where it makes no sense", async () => {
    const { rejections: refusals } = await importCsv(database.pool, "acquisition-export", FILE);
    expect(refusals).toEqual([
      { line: 5, reason: "Acquirer and target are the same company (Oakmesh)." },
      { line: 6, reason: "announcedAt is missing: an event must have a date." },
      { line: 8, reason: "announcedAt 1899-12-31 must be between 1900-01-01 and 2026-11-27." },
    ]);
  });

  it("is rejected for an amount without currency, when every value must be right", async () => {
    const { rejections } = await importCsv(database.pool, "acquisition-export", FILE, { strict: true });
    expect(rejections).toContainEqual({ line: 9, reason: "The amount 5 has no currency." });
  });

  it("changes nothing the second time, in batches of any size, though one row contradicts another", async () => {
    await importCsv(database.pool, "acquisition-export", FILE, { batchRows: 1 });
    const before = await contents(database.pool);
    for (const batchRows of [1, 2, 100]) {
      const again = await importCsv(database.pool, "acquisition-export", FILE, { batchRows });
      expect(getRows(again)).toBe("0 added, 0 changed, 0 merged, 1 conflicting, 4 unchanged, 3 refused");
      const ignored = [{ field: "dealAmountOriginalCents", value: "486000000" }];
      expect(again.conflicts).toEqual([{ line: 4, firstLine: 3, ignored }]);
      expect(again.totals.companies).toEqual({ added: 0, changed: 0 });
    }
    expect(await contents(database.pool)).toEqual(before);
  });

  it("takes dollars from a table of rates, and keeps them when it is read without", async () => {
    const rates = parseRates("Date,USD,JPY\n2012-09-28,1.30,100\n");
    await importCsv(database.pool, "acquisition-export", FILE);
    const done = await importCsv(database.pool, "acquisition-export", FILE, { rates });
    expect(getRows(done)).toContain("1 changed");
    const [oakmesh] = await deals();
    expect(oakmesh).toMatchObject({ dealAmountUsd: 6_089_200, dealAmountOriginalCents: 468_400_000 });
    expect(getRows(await importCsv(database.pool, "acquisition-export", FILE))).toContain("0 added, 0 changed");
  });

  it("brings all events of a company up to date when a fact of it changes", async () => {
    await importCsv(database.pool, "acquisition-export", FILE);
    const moved = exported(
      `${OAKMESH.replace("Oakmesh", "Oakmesh Labs").replace("Austin", "Boston")},${QUORVANE},2012-10-01,,JPY`,
    );
    const done = await importCsv(database.pool, "acquisition-export", moved);
    expect(getRows(done)).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 0 refused");
    expect(done.totals.companies).toEqual({ added: 0, changed: 1 });
    const [first, , last] = await deals();
    expect(first?.target).toMatchObject({ name: "Oakmesh Labs", hqCity: "Boston" });
    expect(last?.acquirer).toEqual(first?.target);
    expect(first?.dealAmountOriginalCents).toBe(468_400_000);
    const { rows } = await database.pool.query("select name from company_former_names");
    expect(rows).toEqual([{ name: "Oakmesh" }]);
  });

  it("stores nothing in a dry run, and counts as the real one does", async () => {
    const before = await contents(database.pool);
    const dry = await importCsv(database.pool, "acquisition-export", FILE, { dryRun: true });
    expect(await contents(database.pool)).toEqual(before);
    const real = await importCsv(database.pool, "acquisition-export", FILE);
    expect(dry.totals).toEqual(real.totals);
    expect(dry.rejections).toEqual(real.rejections);
  });

  it("may be stopped between batches and run again", async () => {
    let checks = 0;
    const stopped = () => ++checks > 4;
    const part = await importCsv(database.pool, "acquisition-export", FILE, { stopped });
    expect(part.complete).toBe(false);
    expect(part.totals).toMatchObject({ storedThroughLine: 4, rows: { read: 3, added: 2, conflicting: 1 } });
    const rest = await importCsv(database.pool, "acquisition-export", FILE);
    expect(getRows(rest)).toBe("2 added, 0 changed, 0 merged, 1 conflicting, 2 unchanged, 3 refused");
  });
});
