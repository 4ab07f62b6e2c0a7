import { acquisition, company, execMove, fundingEvent, investor } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { contents, emptyRecords, getRows, importLines } from "./testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

async function records(table: string): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ record: string }>(`select record from ${table} order by id`);
  return rows.map(({ record }) => JSON.parse(record));
}

const COMPANY = {
  name: "Quorvane",
  domain: "https://www.quorvane.example/about",
  description: "Quorvane makes key management for hospitals.",
  hqCity: "Leeds",
  hqCountry: { code: "GB", name: "United Kingdom" },
  industryGroup: "software development",
  verticals: ["ai", "SaaS"],
  employeeCountBucket: "51-200",
  naicsCode: "5132",
  foundedYear: 2016,
};
const ROUND = {
  round: "series-a",
  amountUsd: 12_500_000.5,
  announcedAt: "2026-05-04",
  company: COMPANY,
  investors: ["Hollin Growth", { name: "Ardholt" }],
  sources: [{ url: "https://wire.example/1", outlet: "Wire", title: null }],
};
const MOVE = {
  person: { name: "Ines Calloway", socialHandle: "ines-calloway" },
  company: { name: "Quorvane", domain: "quorvane.example" },
  fromCompany: { name: "Brindlecast" },
  role: "Chief Financial Officer",
  roleSeniority: "c_level",
  moveType: "appointment",
  announcedAt: "2026-06-01T09:30:00Z",
  effectiveDate: "2026-07-01",
};
const DEAL = {
  target: { name: "Oakmesh" },
  acquirer: { domain: "quorvane.example" },
  dealAmountOriginalCurrency: "EUR",
  dealAmountOriginalCents: 500_000_000,
  paymentType: "cash",
  isMerger: true,
  announcedAt: "2026-08-01",
};
const LINES = [
  { kind: "funding", key: "f1", record: ROUND },
  { kind: "exec_move", record: MOVE },
  { kind: "acquisition", record: DEAL },
  { kind: "company", record: { name: "Veldspire", domain: "veldspire.example" } },
  { kind: "investor", record: { name: "Hollin Growth", type: "growth", hqCountry: "DEU", domain: "hollin.example" } },
];

describe("a file of JSON lines", () => {
  it("stores records of every kind", async () => {
    expect(getRows(await importLines(database.pool, LINES))).toBe(
      "4 added, 0 changed, 1 merged, 0 unchanged, 0 refused",
    );
    const [round] = await records("funding_events");
    expect(fundingEvent.parse(round)).toMatchObject({
      round: "series-a",
      roundStated: true,
      amountUsdCents: 1_250_000_050,
      amountOriginalCurrency: "USD",
      company: {
        name: "Quorvane",
        domain: "quorvane.example",
        industryGroup: "Software Development",
        verticals: ["ai", "saas"],
      },
      investors: [{ name: "Hollin Growth" }, { name: "Ardholt" }],
      sources: [{ url: "https://wire.example/1", outlet: "Wire", title: null }],
    });
    const [move] = await records("exec_moves");
    expect(execMove.parse(move)).toMatchObject({
      announcedAt: "2026-06-01T09:30:00.000Z",
      effectiveDate: "2026-07-01T00:00:00.000Z",
      company: { domain: "quorvane.example", hqCity: "Leeds" },
      fromCompany: { id: expect.any(String), name: "Brindlecast" },
    });
    const [deal] = await records("acquisitions");
    expect(acquisition.parse(deal)).toMatchObject({
      dealAmountUsdCents: null,
      dealAmountOriginalCents: 500_000_000,
      isMerger: true,
      acquirer: { name: "Quorvane" },
      target: { id: expect.any(String), name: "Oakmesh", domain: null },
    });
    for (const one of await records("companies")) company.parse(one);
    const investors = (await records("investors")).map((one) => investor.parse(one));
    expect(investors.find(({ name }) => name === "Hollin Growth")).toMatchObject({
      type: "growth",
      hqCountry: { code: "DE" },
      domain: "hollin.example",
      firstSeenAt: "2026-05-04T00:00:00.000Z",
    });
  });

  it("changes nothing the second time", async () => {
    await importLines(database.pool, LINES);
    const before = await contents(database.pool);
    expect(getRows(await importLines(database.pool, LINES))).toBe(
      "0 added, 0 changed, 1 merged, 4 unchanged, 0 refused",
    );
    expect(await contents(database.pool)).toEqual(before);
  });

  it.each([
    ["company", { name: "Veldspire", domain: "veldspire.example", foundedYear: 2015 }, { foundedYear: "2016" }],
    ["investor", { name: "Ardholt", domain: "ardholt.example", type: "vc" }, { type: "growth" }],
    ["exec_move", MOVE, { role: "Head of Rumours" }],
  ])("keeps the first of two rows with one key and other values: %s", async (kind, record, other) => {
    const [[field, value] = []] = Object.entries(other);
    const lines = [record, record, { ...record, ...other }].map((one) => ({ kind, key: "k1", record: one }));
    const done = await importLines(database.pool, lines);
    expect(getRows(done)).toBe("1 added, 0 changed, 1 merged, 1 conflicting, 0 unchanged, 0 refused");
    expect(done.conflicts).toEqual([{ line: 3, firstLine: 1, ignored: [{ field, value }] }]);
  });

  it("lists what a later row states otherwise of the company of its event", async () => {
    const companies = [
      { foundedYear: 2015, hqCity: "Kiel" },
      { foundedYear: 2016, hqCity: "Kiel" },
    ];
    const lines = companies.map((facts, index) => ({
      kind: "funding",
      key: `f${index}`,
      record: {
        company: { name: "Veldspire", domain: "veldspire.example", ...facts },
        round: ["seed", "series-a"][index],
        announcedAt: `202${index}-02-03`,
      },
    }));
    expect((await importLines(database.pool, lines)).dropped).toEqual([
      {
        ...{ line: 2, field: "company.foundedYear", value: "2016" },
        reason: 'company.foundedYear "2016" is left out; an earlier row states another value.',
      },
    ]);
  });

  it("takes the records of a response as they are", async () => {
    await importLines(database.pool, LINES);
    const [round] = await records("funding_events");
    const { rows } = await database.pool.query<{ row: string }>("select count(*)::text as row from funding_events");
    expect(rows).toEqual([{ row: "1" }]);
    await emptyRecords(database.pool);
    const line = { kind: "funding", record: round };
    // The record was discovered by the database's clock, which will pass any fixed instant.
    expect(getRows(await importLines(database.pool, [line, line], { now: new Date() }))).toBe(
      "1 added, 0 changed, 1 merged, 0 unchanged, 0 refused",
    );
    const [copy] = await records("funding_events");
    const { id: _, company: __, investors: ___, ...facts } = fundingEvent.parse(round);
    expect(copy).toMatchObject(facts);
  });

  it("resolves an event later, when a row brings the domain", async () => {
    await importLines(database.pool, [
      { kind: "funding", key: "f1", record: { ...ROUND, company: { name: "Quorvane", hqCountry: "GB" } } },
    ]);
    expect(await records("funding_events")).toMatchObject([
      { company: { id: expect.any(String), name: "Quorvane", domain: null, hqCountry: { code: "GB" } } },
    ]);
    const done = await importLines(database.pool, LINES.slice(0, 1));
    expect(done.totals.companies).toEqual({ added: 0, changed: 1 });
    expect(await records("funding_events")).toMatchObject([
      { company: { domain: "quorvane.example", hqCountry: { code: "GB" } } },
    ]);
  });

  it("takes the stage of a round that a later file states without its amount", async () => {
    const { round: _, ...unnamed } = ROUND;
    await importLines(database.pool, [{ kind: "funding", key: "f1", record: unnamed }]);
    const { amountUsd, ...later } = { ...ROUND, round: "series-b" };
    const done = await importLines(database.pool, [{ kind: "funding", key: "f1", record: later }]);
    expect(getRows(done)).toBe("0 added, 1 changed, 0 merged, 0 unchanged, 0 refused");
    const stored = fundingEvent.array().parse(await records("funding_events"));
    expect(stored).toMatchObject([{ round: "series-b", roundStated: true, amountUsd }]);
  });

  it("keeps a former domain, by which the company is still found", async () => {
    const at = (domain: string) => ({ kind: "company", key: "c1", record: { name: "Quorvane", domain } });
    await importLines(database.pool, [at("quorvane.example")]);
    await importLines(database.pool, [at("quorvane-group.example")]);
    const { rows } = await database.pool.query("select domain from company_domains order by domain");
    expect(rows).toEqual([{ domain: "quorvane-group.example" }, { domain: "quorvane.example" }]);
    await importLines(database.pool, [{ kind: "funding", record: ROUND }]);
    expect(await records("funding_events")).toMatchObject([{ company: { domain: "quorvane.example" } }]);
    expect(await records("companies")).toHaveLength(1);
  });

  it("brings events up to date when an investor or a person gets another name", async () => {
    const named = (investorName: string, personName: string) => [
      { kind: "investor", key: "i1", record: { name: investorName } },
      { kind: "funding", key: "f1", record: { ...ROUND, investors: [{ id: "i1", name: investorName }] } },
      { kind: "exec_move", key: "m1", record: { ...MOVE, person: { ...MOVE.person, name: personName } } },
    ];
    await importLines(database.pool, named("Hollin", "Ines Calloway"));
    await importLines(database.pool, [
      { kind: "investor", key: "i1", record: { name: "Hollin Growth" } },
      {
        kind: "exec_move",
        key: "m2",
        record: { ...MOVE, person: { ...MOVE.person, name: "Ines Marlow" }, announcedAt: "2026-09-01" },
      },
    ]);
    expect(await records("funding_events")).toMatchObject([{ investors: [{ name: "Hollin Growth" }] }]);
    expect(await records("exec_moves")).toMatchObject([
      { person: { name: "Ines Marlow" } },
      { person: { name: "Ines Marlow" } },
    ]);
  });

  it("rejects a deal whose sides are one company by different names of it", async () => {
    await importLines(database.pool, [
      { kind: "company", key: "c1", record: { name: "Quorvane", domain: "quorvane.example" } },
    ]);
    const deal = { ...DEAL, target: { id: "c1", name: "Quorvane Ltd" } };
    const { rejections: refusals } = await importLines(database.pool, [{ kind: "acquisition", record: deal }]);
    expect(refusals).toEqual([{ line: 1, reason: "Acquirer and target are the same company (Quorvane Ltd)." }]);
  });

  it.each([
    [
      { name: "Quorvane", hqCity: "Lund" },
      { id: "c1", name: "Quorvane" },
    ],
    [{ id: "c1", name: "Quorvane" }, { name: "Quorvane" }],
  ])("rejects a deal of %j and %j, whose name means the side that the line introduces", async (target, acquirer) => {
    const lines = [
      { kind: "acquisition", record: { ...DEAL, target, acquirer } },
      { kind: "funding", record: ROUND },
    ];
    const { rejections, totals } = await importLines(database.pool, lines);
    expect(rejections).toEqual([{ line: 1, reason: "Acquirer and target are the same company (Quorvane)." }]);
    expect(totals.rows).toMatchObject({ added: 1, refused: 1 });
  });

  it("rejects a deal that would change its acquirer to the target that it keeps, as its new name is that of two", async () => {
    const company = (domain: string) => ({ kind: "company", record: { name: "Lumo", domain } });
    const deal = (record: object) => ({ kind: "acquisition", key: "d1", record: { ...DEAL, ...record } });
    const target = { name: "Quorvane", domain: "quorvane.example" };
    await importLines(database.pool, [
      ...[company("lumo.example"), company("lumo.test")],
      deal({ target, acquirer: { name: "Birchvale", domain: "birchvale.example" } }),
    ]);
    const before = await records("acquisitions");
    const { rejections } = await importLines(database.pool, [deal({ target: { name: "Lumo" }, acquirer: target })]);
    expect(rejections).toEqual([{ line: 1, reason: "Acquirer and target are the same company (Quorvane)." }]);
    expect(await records("acquisitions")).toEqual(before);
  });

  it("stores a line without the values that are wrong, when these don't say what it is about", async () => {
    const company = { ...COMPANY, hqCountry: "XX", foundedYear: 16, verticals: ["ai", "things"] };
    const line = { kind: "funding", record: { ...ROUND, round: "serie-a", amountUsd: -1, company } };
    expect(getRows(await importLines(database.pool, [line]))).toContain("1 added");
    expect(await records("funding_events")).toMatchObject([
      {
        round: "series-a",
        amountUsd: null,
        company: { name: "Quorvane", hqCountry: null, foundedYear: null, verticals: ["ai"], hqCity: "Leeds" },
      },
    ]);
  });

  it("rejects wrong lines with one sentence each when every value must be right", async () => {
    const round = (change: object) => ({ kind: "funding", record: { ...ROUND, ...change } });
    const wrong: [unknown, string][] = [
      [round({ raund: "seed" }), "raund is not a field of funding; did you mean round?"],
      [round({ round: "Twelvefold" }), 'round "Twelvefold" is not the name of a known round; it counts as "other".'],
      [round({ round: "Acquisition" }), 'round "Acquisition" is an event, but not a funding round.'],
      [round({ announcedAt: null }), "announcedAt is missing: an event must have a date."],
      [
        round({ announcedAt: "04.05.2026" }),
        'announcedAt "04.05.2026" is not a date in iso or yyyy-mm or qq yyyy or yyyy.',
      ],
      [round({ announcedAt: "2026-12-24" }), "announcedAt 2026-12-24 must be between 1900-01-01 and 2026-11-27."],
      [round({ amountUsd: -1 }), 'amountUsd "-1" is not an amount of 0 or more.'],
      [round({ amountUsd: [1] }), "amountUsd must be one text, number or boolean."],
      [round({ company: "Quorvane" }), "company must be a JSON object."],
      [round({ company: null }), "company.name is missing."],
      [
        round({ company: { ...COMPANY, hqCountry: "XX" } }),
        'company.hqCountry "XX" is not a known country; use its ISO 3166-1 code or English name.',
      ],
      [
        round({ company: { ...COMPANY, domain: "not a domain" } }),
        'company.domain "not a domain" is not a domain or URL.',
      ],
      [
        round({ company: { ...COMPANY, foundedYear: 16 } }),
        'company.foundedYear "16" must be a whole number from 1000 to 2027.',
      ],
      [
        round({ company: { ...COMPANY, name: "x".repeat(301) } }),
        "company.name has 301 characters; the maximum is 300.",
      ],
      [
        round({ company: { ...COMPANY, name: "\ufffdx" } }),
        'company.name "\ufffdx" contains bytes that are not UTF-8; convert the file to UTF-8 first.',
      ],
      [round({ investors: [{ id: "a" }] }), "investors.name is missing."],
      [
        { kind: "company", record: { name: "Quorvane" } },
        "The company has neither domain nor key, so it cannot be identified.",
      ],
      [{ kind: "exec_move", record: { ...MOVE, moveType: null } }, "moveType is missing."],
      [
        { kind: "investor", record: { name: "A" }, extra: 1 },
        'Unknown field "extra"; a line has kind, key and record.',
      ],
    ];
    const done = await importLines(
      database.pool,
      wrong.map(([line]) => line),
      { batchRows: 100, strict: true },
    );
    expect(done.rejections.map(({ reason }) => reason)).toEqual(wrong.map(([, reason]) => reason));
    expect(await records("companies")).toEqual([]);
  });
});
