import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { acquisition, company, execMove, fundingEvent, investor } from "@dealflow/contract/records/schemas";
import { pack } from "tar-stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { undoImport } from "./imports/undo";
import { PRESETS } from "./presets";
import { createZip } from "./read/testing-zip";
import { contents, emptyRecords, getRows, importFile, importLines, storedRecords } from "./testing";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), "dealflow-presets-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});
beforeEach(() => emptyRecords(database.pool));

type Files = Readonly<Record<string, string>>;

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function createTar(files: Files): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  return gzipSync(await buffer(archive));
}

const lines = (...rows: string[]) => `${rows.join("\n")}\n`;
const tabs = (...rows: string[]) => lines(...rows.map((row) => row.replaceAll("|", "\t")));

/** The ids, in which two runs differ, do not count in the order. */
async function inOrder<T>(table: string, schema: { parse(value: unknown): T }): Promise<T[]> {
  const records = await storedRecords(database.pool, table, schema);
  return records.toSorted((a, b) => (JSON.stringify(a).slice(45) < JSON.stringify(b).slice(45) ? -1 : 1));
}
const rounds = () => inOrder("funding_events", fundingEvent);
const deals = () => inOrder("acquisitions", acquisition);
const companies = () => inOrder("companies", company);
const moves = () => inOrder("exec_moves", execMove);

/** Imports a file twice, and returns the parts of the first run. */
async function importTwice(...args: string[]) {
  const first = await importFile(database.pool, args);
  const before = await contents(database.pool);
  const second = await importFile(database.pool, args);
  for (const part of second) expect(part.totals.rows).toMatchObject({ added: 0, changed: 0 });
  for (const part of second) expect(part.totals.companies).toEqual({ added: 0, changed: 0 });
  expect(await contents(database.pool)).toEqual(before);
  return first;
}

it("lists public sources whose maps say what they read", () => {
  for (const { parts } of PRESETS) {
    expect(parts.every(({ map }) => map.about !== undefined)).toBe(true);
    // The source's keys are those of all its parts, so that events find their companies.
    expect(new Set(parts.map(({ map }) => map.source)).size).toBe(1);
  }
});

const BULK: Files = {
  "bulk_export/organizations.csv": lines(
    "uuid,name,type,cb_url,roles,domain,homepage_url,country_code,city,short_description,category_list,category_groups_list,founded_on,employee_count,linkedin_url,primary_role",
    'o1,Quorvane,organization,https://cb.example/o1,company,quorvane.example,,DEU,Berlin,Makes kilns.,"SaaS,Software",Software,2016-05-01,11-50,https://www.linkedin.com/company/quorvane,company',
    'o2,Oakmesh,organization,,"company,investor",oakmesh.example,,USA,Austin,,,,,unknown,,company',
    "o3,Hollin Growth,organization,,investor,hollin.example,,GBR,London,,,,,,,investor",
  ),
  "bulk_export/investors.csv": lines(
    "uuid,name,type,cb_url,roles,domain,country_code,investor_types",
    'o3,Hollin Growth,organization,,investor,hollin.example,GBR,"venture_capital,micro_vc"',
  ),
  "bulk_export/funding_rounds.csv": lines(
    "uuid,name,cb_url,country_code,city,investment_type,announced_on,raised_amount_usd,raised_amount,raised_amount_currency_code,investor_count,org_uuid,org_name,lead_investor_uuids",
    "r1,Series A - Quorvane,https://cb.example/r1,DEU,Berlin,series_a,2026-05-04,5500000,5000000,EUR,2,o1,Quorvane,o3",
    "r2,Grant - Oakmesh,,USA,Austin,grant,2026-04-01,,,,0,o2,Oakmesh,",
  ),
  "bulk_export/investments.csv": lines(
    "uuid,funding_round_uuid,investor_uuid,investor_name,investor_type,is_lead_investor",
    "i1,r1,o3,Hollin Growth,organization,true",
    "i2,r1,p1,Ardholt,person,false",
    "i3,r1,o3,Hollin Growth,organization,true",
  ),
  "bulk_export/acquisitions.csv": lines(
    "uuid,cb_url,acquiree_uuid,acquiree_name,acquiree_country_code,acquiree_city,acquirer_uuid,acquirer_name,acquirer_country_code,acquirer_city,acquisition_type,acquired_on,price_usd,price,price_currency_code",
    "a1,https://cb.example/a1,o2,Oakmesh,USA,Austin,o1,Quorvane,DEU,Berlin,acquisition,2026-06-01,1000000,1000000,USD",
  ),
  "bulk_export/people.csv": lines("uuid,name,gender", "p1,Ines,"),
};

describe("an export of Crunchbase", () => {
  it("is imported as a whole, entities before events", async () => {
    const parts = await importTwice(file("bulk_export.tar.gz", await createTar(BULK)));
    expect(parts.map(({ name }) => name)).toEqual(
      ["organizations", "investors", "funding_rounds", "acquisitions"].map(
        (name) => `bulk_export.tar.gz › ${name}.csv`,
      ),
    );
    expect(parts.map(getRows)).toEqual([
      "2 added, 0 changed, 0 merged, 0 unchanged, 0 refused",
      "1 added, 0 changed, 0 merged, 0 unchanged, 0 refused",
      "2 added, 0 changed, 0 merged, 0 unchanged, 0 refused",
      "1 added, 0 changed, 0 merged, 0 unchanged, 0 refused",
    ]);
    expect(parts.map(({ leftOut }) => leftOut)).toEqual([1, 0, 0, 0]);
    expect(parts[0]?.notes).toEqual([
      "The file was recognized as an export of Crunchbase; it is read by the maps of crunchbase.",
      "Files of the archive that were not read: people.csv.",
    ]);
    const [grant, seriesA] = (await rounds()).toSorted((a, b) => (a.announcedAt < b.announcedAt ? -1 : 1));
    expect(seriesA).toMatchObject({
      round: "series-a",
      amountUsd: 5_500_000,
      amountOriginalCurrency: "EUR",
      amountOriginalCents: 500_000_000,
      company: { name: "Quorvane", domain: "quorvane.example", employeeCountBucket: "11-50", foundedYear: 2016 },
      sources: [{ url: "https://cb.example/r1", outlet: "Crunchbase" }],
    });
    expect(seriesA?.investors.map(({ name }) => name)).toEqual(["Hollin Growth", "Ardholt"]);
    expect(grant).toMatchObject({ round: "grant", amountUsd: null, company: { domain: "oakmesh.example" } });
    expect(await inOrder("investors", investor)).toContainEqual(
      expect.objectContaining({ name: "Hollin Growth", type: "vc", domain: "hollin.example" }),
    );
    expect(await deals()).toMatchObject([
      { dealAmountUsd: 1_000_000, target: { domain: "oakmesh.example" }, acquirer: { domain: "quorvane.example" } },
    ]);
  });

  it("is read from one of its files alone, whatever its name", async () => {
    const path = file("download (1).csv", BULK["bulk_export/funding_rounds.csv"] ?? "");
    const [part, ...others] = await importTwice("crunchbase", path);
    expect(others).toEqual([]);
    expect(part?.name).toBe("download (1).csv");
    expect(part?.notes).toContain("There is no investments.csv, so nothing was added from it.");
    expect(await rounds()).toHaveLength(2);
  });

  const ROUNDS_2015 = {
    header:
      "company_permalink,company_name,company_category_list,company_country_code,company_state_code,company_region,company_city",
    row: "/organization/quorvane,Quorvane,Software|SaaS,DEU,16,Berlin,Berlin",
  };
  const EDITION_2015: Files = {
    "companies.csv": lines(
      "permalink,name,homepage_url,category_list,funding_total_usd,status,country_code,state_code,region,city,funding_rounds,founded_at,first_funding_at,last_funding_at",
      "/organization/quorvane,Quorvane,http://www.quorvane.example,Software|SaaS,5000000,operating,DEU,16,Berlin,Berlin,1,2009-05-01,2014-11-10,2014-11-10",
    ),
    "rounds.csv": lines(
      `${ROUNDS_2015.header},funding_round_permalink,funding_round_type,funding_round_code,funded_at,raised_amount_usd`,
      `${ROUNDS_2015.row},/funding-round/1,venture,B,2014-11-10,5000000`,
    ),
    "investments.csv": lines(
      `${ROUNDS_2015.header},investor_permalink,investor_name,investor_country_code,investor_city,funding_round_permalink,funding_round_type,funding_round_code,funded_at,raised_amount_usd`,
      `${ROUNDS_2015.row},/organization/hollin,Hollin Growth,USA,,/funding-round/1,venture,B,2014-11-10,5000000`,
      `${ROUNDS_2015.row},/organization/ardholt,Ardholt,USA,,/funding-round/1,venture,B,2014-11-10,5000000`,
    ),
    "acquisitions.csv": lines(
      "company_permalink,company_name,company_category_list,company_country_code,company_city,acquirer_permalink,acquirer_name,acquirer_category_list,acquirer_country_code,acquirer_city,acquired_at,price_amount,price_currency_code",
      "/organization/quorvane,Quorvane,Software|SaaS,DEU,Berlin,/organization/oakmesh,Oakmesh,,USA,Austin,2015-01-02,1000000,USD",
    ),
    "additions.csv": lines("content,month_str,quarter_str,year_str,value", "x,2014-11,2014-Q4,2014,1"),
  };
  const ROUND_2015 = {
    round: "series-b",
    amountUsd: 5_000_000,
    company: { name: "Quorvane", hqCountry: { code: "DE" }, verticals: ["saas"] },
    investors: [{ name: "Hollin Growth" }, { name: "Ardholt" }],
  };

  it("is read in the edition of 2015", async () => {
    const parts = await importTwice(file("crunchbase.zip", createZip(EDITION_2015)));
    expect(parts.map(({ name }) => name.split(" › ")[1])).toEqual(["companies.csv", "rounds.csv", "acquisitions.csv"]);
    expect(await rounds()).toMatchObject([ROUND_2015]);
    expect((await rounds())[0]?.company).toMatchObject({ domain: "quorvane.example", foundedYear: 2009 });
    expect(await deals()).toMatchObject([{ target: { domain: "quorvane.example" }, acquirer: { name: "Oakmesh" } }]);
  });

  it("is read by a proposed map where someone wrote its dates in another way", async () => {
    const edited = (EDITION_2015["acquisitions.csv"] ?? "").replace("2015-01-02", "27.01.15");
    const [part] = await importFile(database.pool, [file("acquisitions 2015.csv", edited)]);
    expect(part && getRows(part)).toBe("1 added, 0 changed, 0 merged, 0 unchanged, 0 refused");
    expect(await deals()).toMatchObject([{ announcedAt: "2015-01-27T00:00:00.000Z" }]);
    // A person who names the public source reads what is wrong with the dates.
    const [named] = await importFile(database.pool, ["crunchbase", file("acquisitions 2015.csv", edited)]);
    expect(named?.rejections).toMatchObject([{ reason: expect.stringContaining('"27.01.15" is not a date') }]);
  });

  it("yields the rounds of investments alone, each with all its investors", async () => {
    const [part] = await importTwice(file("investments 2015.csv", EDITION_2015["investments.csv"] ?? ""));
    expect(part && getRows(part)).toBe("1 added, 0 changed, 1 merged, 0 unchanged, 0 refused");
    expect(await rounds()).toMatchObject([ROUND_2015]);
  });

  it("is read in the edition of 2013, whose tables are joined by id", async () => {
    const archive = createZip({
      "objects.csv": lines(
        "id,entity_type,entity_id,name,normalized_name,permalink,category_code,founded_at,domain,homepage_url,short_description,country_code,city",
        "c:1,Company,1,Quorvane,quorvane,/company/quorvane,software,2005-10-17,quorvane.example,http://quorvane.example,\\N,DEU,Berlin",
        "c:2,Company,2,Oakmesh,oakmesh,/company/oakmesh,\\N,\\N,\\N,\\N,\\N,USA,Austin",
        "f:1,FinancialOrg,1,Hollin Growth,hollin growth,/financial-organization/hollin,\\N,\\N,\\N,\\N,\\N,USA,\\N",
      ),
      "funding_rounds.csv": lines(
        "id,funding_round_id,object_id,funded_at,funding_round_type,funding_round_code,raised_amount_usd,raised_amount,raised_currency_code",
        "1,1,c:1,2006-12-01,series-b,b,8500000,8500000,USD",
        "2,2,c:2,2007-01-01,venture,unattributed,0,0,USD",
      ),
      "investments.csv": lines("id,funding_round_id,funded_object_id,investor_object_id", "1,1,c:1,f:1"),
      "acquisitions.csv": lines(
        "id,acquisition_id,acquiring_object_id,acquired_object_id,term_code,price_amount,price_currency_code,acquired_at",
        "1,1,c:1,c:2,cash_and_stock,20000000,USD,2007-05-30",
      ),
    });
    const parts = await importTwice(file("crunchbase_2013.zip", archive));
    expect(parts.map(({ rejections }) => rejections)).toEqual([[], [], []]);
    expect(await rounds()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          round: "series-b",
          amountUsd: 8_500_000,
          company: expect.objectContaining({ domain: "quorvane.example", foundedYear: 2005, description: null }),
          investors: [expect.objectContaining({ name: "Hollin Growth" })],
        }),
        expect.objectContaining({ round: null, roundStated: false, amountUsd: null, investors: [] }),
      ]),
    );
    expect(await deals()).toMatchObject([
      { paymentType: "mixed", dealAmountUsd: 20_000_000, target: { name: "Oakmesh" }, acquirer: { name: "Quorvane" } },
    ]);
  });

  it("is read as the open data map, whose people are left out", async () => {
    const csv = lines(
      "crunchbase_uuid,name,type,primary_role,crunchbase_url,homepage_domain,homepage_url,linkedin_url,location_city,location_region,location_country_code,short_description",
      "u1,Quorvane,organization,company,https://cb.example/q,quorvane.example,,,Berlin,,DEU,Makes kilns.",
      "u2,Ines Calloway,person,,https://cb.example/i,,,,,,,",
      "u3,Hollin Growth,organization,investor,https://cb.example/h,,,,,,,",
    );
    const [part] = await importTwice(file("odm.csv", csv));
    expect(part).toMatchObject({ leftOut: 2, dropped: [] });
    expect(await companies()).toMatchObject([{ name: "Quorvane", domain: "quorvane.example", hqCity: "Berlin" }]);
  });
});

describe("Form C notices of the SEC", () => {
  const FILES: Files = {
    "2025Q4_cf/FORM_C_SUBMISSION.tsv": tabs(
      "ACCESSION_NUMBER|SUBMISSION_TYPE|FILING_DATE|CIK|FILE_NUMBER",
      "0001-25-1|C|01-OCT-2025|0000000007|020-1",
      "0001-25-2|C/A|15-OCT-2025|0000000007|020-1",
      "0001-25-3|C-AR|20-OCT-2025|0000000007|020-1",
      "0001-25-4|C-W|21-OCT-2025|8|020-2",
    ),
    "2025Q4_cf/FORM_C_ISSUER_INFORMATION.tsv": tabs(
      "ACCESSION_NUMBER|NAMEOFISSUER|LEGALSTATUSFORM|JURISDICTIONORGANIZATION|CITY|STATEORCOUNTRY|ISSUERWEBSITE",
      ...["1", "2", "3"].map((n) => `0001-25-${n}|Quorvane Inc|Corporation|DE|AUSTIN|TX|www.quorvane.example`),
      "0001-25-4|Oakmesh|Corporation|DE|AUSTIN|TX|",
    ),
    "2025Q4_cf/FORM_C_DISCLOSURE.tsv": tabs(
      "ACCESSION_NUMBER|OFFERINGAMOUNT|MAXIMUMOFFERINGAMOUNT|CURRENTEMPLOYEES",
      "0001-25-2|10000|100000|12",
    ),
  };

  it("become one round of each offering, by its latest notice and without an amount", async () => {
    const [part] = await importTwice("reg-cf", file("2025q4_cf.zip", createZip(FILES)));
    expect(part).toMatchObject({ leftOut: 3, rejections: [], dropped: [] });
    expect(await rounds()).toMatchObject([
      {
        round: "other",
        amountUsd: null,
        announcedAt: "2025-10-15T00:00:00.000Z",
        company: { domain: "quorvane.example", hqCountry: { code: "US" }, employeeCountBucket: "11-50" },
        sources: [{ url: "https://www.sec.gov/Archives/edgar/data/7/0001252/0001-25-2-index.htm", title: "Form C/A" }],
      },
    ]);
  });
});

describe("an answer of the Wikidata query service", () => {
  const Q = "http://www.wikidata.org/entity/";
  it("in CSV becomes companies", async () => {
    const csv = lines(
      "item,itemLabel,website,inception,countryLabel,lei",
      `${Q}Q1,Quorvane,https://www.quorvane.example/,2009-01-01T00:00:00Z,Germany,529900X`,
      `${Q}Q2,Q2,,,,`,
    );
    const [part] = await importTwice(file("query.csv", csv));
    expect(part?.rejections.map(({ line }) => line)).toEqual([3]);
    expect(await companies()).toMatchObject([
      { name: "Quorvane", domain: "quorvane.example", foundedYear: 2009, hqCountry: { code: "DE" } },
    ]);
  });

  it("in JSON becomes moves: an appointment at the start, a departure at the end", async () => {
    const literal = (value: string) => ({ type: "literal", value });
    const row = (person: string, name: string, start: string, end?: string) => ({
      item: { type: "uri", value: `${Q}Q1` },
      itemLabel: literal("Quorvane"),
      ceo: { type: "uri", value: Q + person },
      ceoLabel: literal(name),
      start: literal(start),
      ...(end === undefined ? {} : { end: literal(end) }),
    });
    const bindings = [
      row("Q8", "Ines Calloway", "2015-01-01T00:00:00Z", "2020-06-30T00:00:00Z"),
      row("Q9", "Otto Veld", "2020-07-01T00:00:00Z"),
    ];
    const json = { head: { vars: ["item"] }, results: { bindings } };
    const parts = await importTwice("wikidata", file("query.json", JSON.stringify(json)));
    expect(parts.map(({ leftOut, totals }) => [totals.rows.added, leftOut])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    const found = (await moves()).map((one) => [one.person.name, one.moveType, one.announcedAt.slice(0, 10), one.role]);
    expect(found.toSorted()).toEqual([
      ["Ines Calloway", "appointment", "2015-01-01", "Chief Executive Officer"],
      ["Ines Calloway", "departure", "2020-06-30", "Chief Executive Officer"],
      ["Otto Veld", "appointment", "2020-07-01", "Chief Executive Officer"],
    ]);
  });
});

describe("registers of companies", () => {
  const GLEIF = lines(
    "LEI,Entity.LegalName,Entity.OtherEntityNames.OtherEntityName.1,Entity.HeadquartersAddress.City,Entity.HeadquartersAddress.Country,Entity.LegalJurisdiction,Entity.EntityCategory,Entity.EntityCreationDate",
    "529900A,QUORVANE GMBH,Kiln Works AG,BERLIN,DE,DE,GENERAL,2009-05-01T00:00:00+02:00",
    "529900B,Quorvane Inc.,,Austin,US,US-DE,GENERAL,",
    "529900C,Oakmesh Limited,,London,GB,GB,GENERAL,",
    "529900D,Veldspire,,Wien,AT,AT,GENERAL,",
    "529900E,QUORVANE GMBH,,Berlin,DE,DE,BRANCH,",
  );
  const known = (name: string, country: string, facts: object = {}) => ({
    kind: "company",
    record: {
      name,
      domain: `${name.toLowerCase().replaceAll(" ", "")}-${country}.example`,
      hqCountry: country,
      ...facts,
    },
  });

  it("add keys, names and unknown facts to companies that are known, and leave out all others", async () => {
    await importLines(database.pool, [
      known("Quorvane", "DE"),
      known("Oakmesh Ltd", "GB"),
      known("Oak Mesh", "GB"),
      known("Tarnfell", "US"),
    ]);
    const before = await contents(database.pool);
    const path = file("lei2-golden-copy.csv.zip", createZip({ "lei2-golden-copy.csv": GLEIF }));
    const [done] = await importTwice(path);
    expect(done && getRows(done)).toBe("0 added, 1 changed, 0 merged, 0 unchanged, 0 refused");
    expect(done?.totals.rows.read).toBe(1);
    // Two companies of one name and country are not told apart, and a company of another country is another.
    expect(done?.leftOut).toBe(4);
    const [quorvane] = (await companies()).filter(({ name }) => name === "Quorvane");
    expect(quorvane).toMatchObject({ domain: "quorvane-de.example", hqCity: "BERLIN", foundedYear: 2009 });
    expect(await companies()).toHaveLength(4);
    const { rows } = await database.pool.query(
      "select k.key, f.name from external_keys k join company_former_names f on f.company_id = k.id where k.source = 'gleif'",
    );
    expect(rows).toEqual(expect.arrayContaining([{ key: "lei:529900A", name: "Kiln Works AG" }]));

    for (const id of await importIds()) await undoImport(database.pool, id, new Date());
    const { feeds: _, ...after } = Object(await contents(database.pool));
    expect(before).toMatchObject(after);
  });

  it("find a company again by its number after its name changed", async () => {
    await importLines(database.pool, [known("Oakmesh", "GB", { hqCity: "Leeds" })]);
    const csv = (name: string, previous: string) =>
      lines(
        "CompanyName, CompanyNumber,RegAddress.PostTown,CompanyStatus,IncorporationDate,PreviousName_1.CONDATE, PreviousName_1.CompanyName",
        `${name},01234567,LONDON,Active,05/06/2011,,${previous}`,
        "VELD LTD,01234568,LONDON,Active,05/06/2011,,",
      );
    const [first] = await importTwice("companies-house", file("BasicCompanyData.csv", csv("OAKMESH LIMITED", "")));
    expect(first).toMatchObject({ leftOut: 1, totals: { companies: { changed: 1 } } });
    expect(await companies()).toMatchObject([{ name: "Oakmesh", hqCity: "Leeds", foundedYear: 2011 }]);
    await importTwice(file("BasicCompanyData.csv", csv("TARNFELL LIMITED", "OAKMESH LIMITED")));
    const { rows } = await database.pool.query("select name from company_former_names order by name");
    expect(rows).toEqual([{ name: "OAKMESH LIMITED" }, { name: "TARNFELL LIMITED" }]);
  });
});

/** Returns the ids of the imports of GLEIF, the last one first. */
async function importIds(): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    "select id from imports where source = 'gleif' order by id desc",
  );
  return rows.map(({ id }) => id);
}

it("says what a named source needs when the file is another", async () => {
  const path = file("other.csv", "a,b\n1,2\n");
  await expect(importFile(database.pool, ["form-d", path])).rejects.toThrow(
    /other\.csv does not hold Form D notices of the SEC: it needs FORMDSUBMISSION\.tsv with the columns ACCESSIONNUMBER, /,
  );
  await expect(importFile(database.pool, ["form-d", path, "--map", "x"])).rejects.toThrow("form-d has maps of its own");
  await expect(importFile(database.pool, ["form-d"])).rejects.toThrow("The file is missing: form-d <file>.");
});
