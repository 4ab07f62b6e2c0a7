import { describe, expect, it } from "vitest";
import { type CheckResult, checkRow, type RowFormats } from "./check-row";
import type { Kind } from "./fields";
import { RowError } from "./row-error";
import type { RawRow } from "./statement";
import { PLAIN_NUMBERS } from "./values/amounts";

const FORMATS: RowFormats = {
  dates: ["iso", "yyyy"],
  numbers: PLAIN_NUMBERS,
  rates: null,
  now: new Date("2026-11-20T12:00:00.000Z"),
};

function raw(kind: Kind, texts: Record<string, string>, lists: Record<string, string[]> = {}): RawRow {
  return {
    kind,
    key: null,
    texts: new Map(Object.entries(texts)),
    lists: new Map(Object.entries(lists)),
    investors: [],
    sources: [],
  };
}

function check(...row: Parameters<typeof raw>): CheckResult {
  return checkRow(raw(...row), FORMATS);
}

function droppedFields({ dropped }: CheckResult): string[] {
  return dropped.map(({ field }) => field);
}

const COMPANY = { name: "Quorvane", domain: "quorvane.example" };
const ROUND = { announcedAt: "2026-05-04", "company.name": "Quorvane" };
const MOVE = { ...ROUND, "person.name": "Ines Calloway", moveType: "hired" };
const DEAL = { announcedAt: "2026-05-04", "target.name": "Oakmesh", "acquirer.name": "Quorvane" };

describe("checkRow", () => {
  it("refuses a row with all of its faults, in any order of the fields", () => {
    expect(() => check("funding", { announcedAt: "soon", round: "IPO" })).toThrow(
      new RowError(
        'announcedAt "soon" is not a date in iso or yyyy. round "IPO" is an event, but not a funding round. company.name is missing.',
      ),
    );
    expect(() => check("exec_move", { moveType: "hired" })).toThrow(
      new RowError(
        "person.name is missing. company.name is missing. announcedAt is missing: an event must have a date.",
      ),
    );
    const wrong = { hqCountry: "Ruritania", naicsCode: "x", foundedYear: "y", employeeCountBucket: "z" };
    const row = raw("company", { ...COMPANY, ...wrong, socialUrl: "w", industryGroup: "v" });
    const refusal = () => checkRow(row, { ...FORMATS, strict: true });
    for (const field of ["naicsCode", "hqCountry", "industryGroup", "socialUrl"]) expect(refusal).toThrow(field);
    expect(refusal).toThrow(/ And 1 more\.$/);
  });

  it("reads the spellings of sources", () => {
    const { statement, dropped } = check("company", {
      ...COMPANY,
      hqCountry: "The Netherlands",
      employeeCountBucket: "10 to 49",
      industryGroup: "FinTech",
      foundedYear: "2016-05-01",
      naicsCode: "5132 - Software Publishers",
      socialUrl: "linkedin.com/company/quorvane",
    });
    expect(dropped).toEqual([]);
    expect(statement).toMatchObject({
      company: {
        hqCountry: "NL",
        employeeCountBucket: "11-50",
        industryGroup: "Financial Services",
        verticals: ["fintech"],
        foundedYear: 2016,
        naicsCode: "5132",
        socialUrl: "https://linkedin.com/company/quorvane",
      },
    });
  });

  it.each([
    [{ hqCity: "India" }, null, "IN"],
    [{ hqCity: "Singapore" }, "Singapore", "SG"],
    [{ hqCity: "India/Singapore" }, null, "IN"],
    [{ hqCity: "Dallas / Hyderabad" }, "Dallas", null],
    [{ hqCity: "Salvador" }, "Salvador", null],
    [{ hqCity: "Brasília" }, "Brasília", null],
    [{ hqCity: "Mexico", hqCountry: "MX" }, "Mexico", "MX"],
    [{ hqCity: "Norway", hqCountry: "US" }, "Norway", "US"],
    [{ hqCity: "경기도", hqCountry: "KR" }, null, "KR"],
    [{ hqCity: "BC", hqCountry: "CA" }, null, "CA"],
    [{ hqCity: "江苏", hqCountry: "CN" }, null, "CN"],
    [{ hqCity: "SF Bay Area", hqCountry: "US" }, null, "US"],
    [{ hqCity: "Silicon Valley", hqCountry: "US" }, null, "US"],
    [{ hqCity: "несколько", hqCountry: "RU" }, null, "RU"],
    [{ hqCity: "海外" }, null, null],
    [{ hqCity: "Logroño (La Rioja)", hqCountry: "ES" }, "Logroño", "ES"],
    [{ hqCity: "Cambridge (UK)" }, "Cambridge", "GB"],
    [{ hqCity: "San Jose (CA)" }, "San Jose", null],
    [{ hqCity: "Remote (Berlin)" }, null, null],
    [{ hqCity: "東京都港区六本木1-2-3", hqCountry: "JP" }, "東京都", "JP"],
    [{ hqCity: "愛知県名古屋市中村区", hqCountry: "JP" }, "名古屋市", "JP"],
    [{ hqCity: "三重県四日市市諏訪町1-5", hqCountry: "JP" }, "四日市市", "JP"],
    [{ hqCity: "さいたま市大宮区", hqCountry: "JP" }, "さいたま市", "JP"],
    [{ hqCity: "浙江省杭州市西湖区", hqCountry: "CN" }, "杭州市", "CN"],
    [{ hqCity: "서울특별시 성동구", hqCountry: "KR" }, "서울특별시", "KR"],
    [{ hqCity: "경기도 성남시 분당구", hqCountry: "KR" }, "성남시", "KR"],
    [{ hqCity: "서울 강남구", hqCountry: "KR" }, "서울", "KR"],
    [{ hqCity: "Greater Boston Area", hqCountry: "US" }, null, "US"],
  ])("reads the place %j", (place, hqCity, hqCountry) => {
    expect(check("company", { ...COMPANY, ...place }).statement).toMatchObject({ company: { hqCity, hqCountry } });
  });

  it("keeps each address of a cell with several", () => {
    const cell = "https://a.example/1; https://b.example/2,https://a.example/1 the wire";
    const { statement, dropped } = check("funding", { ...ROUND, "source.url": cell, "source.title": "It grows" });
    expect(statement).toMatchObject({
      sources: [
        { url: "https://a.example/1", outlet: null, title: "It grows" },
        { url: "https://b.example/2", outlet: null, title: null },
      ],
    });
    expect(dropped).toMatchObject([{ field: "source.url", value: "https://a.example/1 the wire" }]);
  });

  it("reads a day of 1905 as the year that a spreadsheet took for a number of days", () => {
    const { statement } = check("funding", { ...ROUND, announcedAt: "1905-06-28" });
    expect(statement).toMatchObject({ announcedAt: new Date("2006-01-01T00:00:00Z"), announcedPrecision: "year" });
  });

  it("gives each of several addresses the outlet and the title at its place", () => {
    const row = { ...ROUND, "source.url": "https://a.example/1; https://b.example/2", "source.outlet": "Wire; Daily" };
    expect(check("funding", { ...row, "source.title": "Veld raises" }).statement).toMatchObject({
      sources: [
        { url: "https://a.example/1", outlet: "Wire", title: "Veld raises" },
        { url: "https://b.example/2", outlet: "Daily", title: null },
      ],
    });
  });

  it("lists the cell of an investor with several types", () => {
    const dropped = (type: string) => check("investor", { name: "Hollin", type }).dropped.map(({ field }) => field);
    const { statement } = check("investor", { name: "Hollin", type: "Accelerator, Venture Capital" });
    expect(statement).toMatchObject({ investor: { type: "accelerator" } });
    expect(["Accelerator, Venture Capital", "VC/PE", "DFI / CVC", "Accelerator/Incubator"].map(dropped)).toEqual([
      ...[["type"], ["type"], ["type"], []],
    ]);
  });

  it("takes the first of several countries and lists them, and no other fact for a city", () => {
    const company = {
      domain: "quorvane.example",
      hqCountry: "United Kingdom / USA / Norway",
      hqCity: "11-50 employees",
    };
    const { statement, dropped } = check("company", company);
    expect(statement).toMatchObject({ company: { hqCountry: "GB", hqCity: null } });
    expect(dropped.map(({ field }) => field)).toEqual(["hqCountry", "hqCity"]);
  });

  it("takes an address in place of a name for the domain", () => {
    const { statement } = check("funding", { ...ROUND, "company.name": "https://www.quorvane.example/" });
    expect(statement).toMatchObject({ company: { name: null, domain: "quorvane.example" } });
  });

  it("takes the first of several acquirers and lists the others, and no symbol of a listing for a name", () => {
    const row = { ...DEAL, "target.name": "Oakmesh plc (LSE: OAK)", "acquirer.name": "Quorvane, LLC; Veld & Co. Inc." };
    const { statement, dropped } = check("acquisition", row);
    expect(statement).toMatchObject({ target: { name: "Oakmesh plc" }, acquirer: { name: "Quorvane, LLC" } });
    expect(dropped.map(({ reason }) => reason)).toEqual([
      'acquirer.name "Quorvane, LLC; Veld & Co. Inc." names several companies, of which the first counts.',
    ]);
  });

  it.each([
    ["A University; B Institute", "A University"],
    ["Veld University;Holm Institute", "Veld University"],
    ["Tarn Labs / Ardholt GmbH", "Tarn Labs"],
    ["Quorvane | Oakmesh", "Quorvane"],
    ["Hollin GmbH + Solenne AG", "Hollin GmbH"],
    ["Elm University, Birch Institute", "Elm University"],
    ["Quorvane, Inc., Oakmesh GmbH & Co. KG and Tarn, LLC", "Quorvane, Inc."],
    ["Merro University and Quill College", "Merro University"],
  ])("takes the first of several recipients in %j, and lists the others", (text, name) => {
    const { statement, dropped } = check("funding", { ...ROUND, "company.name": text });
    expect(statement).toMatchObject({ company: { name } });
    expect(dropped.map(({ reason }) => reason)).toEqual([
      `company.name ${JSON.stringify(text)} names several companies, of which the first counts.`,
    ]);
  });

  it.each([
    ...["Johnson & Johnson", "Smith, Jones and Partners", "University of Elm, Davis", "Quorvane, Inc.", "A/S Veld"],
    ...["Department of Physics, Elm University", "Hollin Boots and Shoes Ltd", "Oakmesh GmbH & Co. KG"],
  ])("takes %j for one name", (name) => {
    const { statement, dropped } = check("funding", { ...ROUND, "company.name": name });
    expect([statement, dropped]).toMatchObject([{ company: { name } }, []]);
  });

  it.each([
    ["12 Market Street", null, "is not a city."],
    ["10115 Berlin", null, "is not a city."],
    ["Île-de-France", null, "is not a city."],
    ["California", null, "is not a city."],
    ["Latin America", null, "is not a city."],
    ["ines@veld.example", null, "is an e-mail address, and is left out."],
    ["4 March 1982", null, "is a date, and is left out."],
    ["London & New York", "London", "names several places, of which the first counts."],
    ["Cambridge, Elmshire", "Cambridge", "names several places, of which the first counts."],
    ["São Paulo - SP", "São Paulo", "names several places, of which the first counts."],
    ["Austin, TX", "Austin, TX", undefined],
    ["Stratford-upon-Avon", "Stratford-upon-Avon", undefined],
    ["L’Haÿ-les-Roses", "L’Haÿ-les-Roses", undefined],
  ])("reads the city %j as %j", (text, hqCity, listed) => {
    const { statement, dropped } = check("company", { ...COMPANY, hqCity: text });
    expect(statement).toMatchObject({ company: { hqCity } });
    expect(dropped.map(({ reason }) => reason)).toEqual(listed === undefined ? [] : [expect.stringContaining(listed)]);
  });

  it("lists a place without a country once", () => {
    const { dropped } = check("company", { ...COMPANY, hqCity: "Elm County 7", hqCountry: "Elm County 7" });
    expect(dropped.map(({ field }) => field)).toEqual(["hqCity"]);
  });

  it.each([
    ["company", { ...COMPANY, description: "12%" }, "description"],
    ["company", { ...COMPANY, businessModel: "https://veld.example/a" }, "businessModel"],
    ["exec_move", { ...MOVE, role: "2026-05-04" }, "role"],
  ] as const)("lists a value of a %s that says that it is something else: %j", (kind, texts, field) => {
    expect(check(kind, texts).dropped).toMatchObject([{ field }]);
  });

  it.each(["ines@veld.example", "2026-05-04", "$5M", "We are a company that makes robots for small farms"])(
    "refuses the row of a company that is called %s",
    (name) => {
      expect(() => check("funding", { ...ROUND, "company.name": name })).toThrow(
        `company.name ${JSON.stringify(name)} is a`,
      );
    },
  );

  it.each([
    ["VP Finance", null],
    ["CEO", null],
    ["Oakmesh", { name: "Oakmesh" }],
  ])("reads the former company %j as %j", (name, fromCompany) => {
    const { statement, dropped } = check("exec_move", { ...MOVE, "fromCompany.name": name });
    expect(statement).toMatchObject({ fromCompany });
    expect(dropped).toHaveLength(fromCompany === null ? 1 : 0);
  });

  it("lists tags that are shares or sentences", () => {
    const tags = [
      "robots",
      "12%",
      "it helps small farms to find buyers for what they grow",
      "food / soils and data of the farms that use them",
    ];
    const { statement, dropped } = checkRow(raw("company", COMPANY, { industrySubTags: tags }), FORMATS);
    expect(statement).toMatchObject({ company: { industrySubTags: [tags[0], tags[3]] } });
    expect(dropped.map(({ value }) => value)).toEqual([tags[1], tags[2]]);
  });

  it("lists what a cell of investors has besides their names", () => {
    const row = raw("funding", ROUND, {
      investors: ["Veld (lead), Ardholt and others", "$2M", "Hollin and Tarn Capital"],
    });
    const { statement, dropped, nothing } = checkRow(row, FORMATS);
    const names = ["Veld", "Ardholt", "Hollin and Tarn Capital"].map((name) => ({ name }));
    expect(statement).toMatchObject({ investors: names });
    expect(dropped).toMatchObject([{ field: "investors", value: "$2M" }]);
    expect(nothing).toEqual([{ field: "investors", value: "lead others" }]);
  });

  it("reads the first of several dates, and lists the cell", () => {
    const { statement, dropped } = check("funding", { ...ROUND, announcedAt: "2021;2022" });
    expect(statement).toMatchObject({ announcedAt: new Date("2021-01-01"), announcedPrecision: "year" });
    expect(dropped).toMatchObject([
      { reason: 'announcedAt "2021;2022" names several dates, of which the first counts.' },
    ]);
    expect(() => check("funding", { ...ROUND, announcedAt: "2021; soon" })).toThrow(
      'announcedAt "2021; soon" is not a date',
    );
  });

  it.each([
    ["Oakmesh (33,01% + option)", "Oakmesh", "has terms behind it, which are left out."],
    ["Oakmesh ($400M)", "Oakmesh", "has terms behind it, which are left out."],
    ["Oakmesh (from Hollin AG)", "Oakmesh", "has terms behind it, which are left out."],
    ["Oakmesh (Acquired)", "Oakmesh", "has terms behind it, which are left out."],
    ["Oakmesh (est. 1924)", "Oakmesh", "has terms behind it, which are left out."],
    ["Oakmesh (majority)", "Oakmesh", "has terms behind it, which are left out."],
    ["Oakmesh (minority stake)", "Oakmesh", "has terms behind it, which are left out."],
    ["Oakmesh Ales (Tarn), 65%", "Oakmesh Ales (Tarn)", "has terms behind it, which are left out."],
    ["Studio 100%", "Studio 100%", undefined],
    ["Oakmesh Bags $17M", "Oakmesh", "is a headline, of which the words before the verb are the name."],
    ["Oakmesh + Tarn", "Oakmesh + Tarn", "may name several companies, and is kept as one name."],
    ["Oakmesh, Tarn Games, Veld", "Oakmesh, Tarn Games, Veld", "may name several companies, and is kept as one name."],
    ["Oakmesh (f/k/a Tarn)", "Oakmesh", "has a former name in brackets, which is left out."],
    ["Tarn (Veld + Hollin Partners)", "Tarn (Veld + Hollin Partners)", undefined],
    ["Hollin, Tarn, Slade & Veld", "Hollin, Tarn, Slade & Veld", undefined],
  ])("reads the company %j as %j", (text, name, listed) => {
    const { statement, dropped } = check("acquisition", { ...DEAL, "target.name": text });
    expect(statement).toMatchObject({ target: { name } });
    expect(dropped.map(({ reason }) => reason)).toEqual(
      listed === undefined ? [] : [`target.name ${JSON.stringify(text)} ${listed}`],
    );
  });

  it.each([
    ["Oakmesh Partners, Tarn Pension Plan", ["may name several companies, and is kept as one name."]],
    ["Oakmesh, Inc.", []],
  ])("lists the buyer %j as one that may be several: %j", (text, reasons) => {
    const { statement, dropped } = check("acquisition", { ...DEAL, "acquirer.name": text });
    expect(statement).toMatchObject({ acquirer: { name: text } });
    expect(dropped.map(({ reason }) => reason)).toEqual(
      reasons.map((one) => `acquirer.name ${JSON.stringify(text)} ${one}`),
    );
  });

  it("takes no partner of a firm for a part of its name", () => {
    const { statement } = check("acquisition", { ...DEAL, "acquirer.name": "Oakmesh Partners(Ines Calloway)" });
    expect(statement).toMatchObject({ acquirer: { name: "Oakmesh Partners" } });
  });

  it.each(["formerly", "was"])("keeps a former name of a company behind %j as another name of it", (word) => {
    const { statement, dropped } = check("company", { ...COMPANY, name: `Quorvane (${word} Mesh Labs)` });
    expect([statement, dropped]).toMatchObject([{ company: { name: "Quorvane" }, otherNames: ["Mesh Labs"] }, []]);
  });

  it("takes the fate of a company for no former name of it", () => {
    const { statement } = check("company", { ...COMPANY, name: "Quorvane (was acquired by Tarn)" });
    expect(statement).toMatchObject({ company: { name: "Quorvane (was acquired by Tarn)" }, otherNames: [] });
  });

  it.each(["Total", "Grand Total:", "SUMME", "合计"])("refuses the sum of other rows in %j", (name) => {
    const refusal = `${JSON.stringify(name)} is the sum of other rows, and no company.`;
    expect(() => check("funding", { ...ROUND, "company.name": name, amount: "5" })).toThrow(refusal);
    expect(() => check("company", { key: "t", name })).toThrow(refusal);
    expect(check("company", { name, domain: "total.example" }).statement).toMatchObject({ company: { name } });
    expect(check("acquisition", { ...DEAL, "acquirer.name": name }).statement).toMatchObject({ acquirer: { name } });
  });

  it.each([
    [{ round: "$6M · Seed" }, "seed", 600_000_000],
    [{ round: "Series B ($12.5 million)" }, "series-b", 1_250_000_000],
    [{ amount: "$40M Series B" }, "series-b", 4_000_000_000],
    [{ round: "Seed ($6M)", amount: "$5M" }, "seed", 500_000_000],
    [{ round: "Seed" }, "seed", null],
  ])("separates the amount from the round in %j", (texts, round, usdCents) => {
    const { statement, dropped } = check("funding", { ...ROUND, ...texts });
    expect(statement).toMatchObject({ round, amount: usdCents === null ? null : { usdCents } });
    expect(dropped).toEqual([]);
  });

  it.each([
    ["Barzahlung und Aktientausch", "mixed"],
    ["Aktientausch", "stock"],
    ["Common Equity", "stock"],
    ["Cash; Common Equity", "mixed"],
    ["Cash/Equity", "mixed"],
  ])("reads the payment %j as %s", (paymentType, expected) => {
    expect(check("acquisition", { ...DEAL, paymentType }).statement).toMatchObject({ paymentType: expected });
  });

  it("refuses a deal that is a rumour, or whose buyer is no company", () => {
    const checkBuyer = (acquirer: string) => () => check("acquisition", { ...DEAL, "acquirer.name": acquirer });
    expect(checkBuyer("Quorvane (rumored)")).toThrow('"Quorvane (rumored)" says that the deal is a rumour.');
    expect(checkBuyer("SPAC")).toThrow("acquirer.name is missing.");
  });

  it.each(["undisclosed", "aggregate-undisclosed", "Undisclosed startup"])("has no company in %j", (name) => {
    expect(() => check("funding", { ...ROUND, "company.name": name })).toThrow("company.name is missing.");
  });

  it.each([
    ["$3.50 cash + 0.04 shares", "mixed"],
    ["$229/share cash", "cash"],
    ["cash with rights", "cash"],
    ["All stock: 0.1 shares each", "stock"],
  ])("reads the payment %j as %s", (paymentType, read) => {
    expect(check("acquisition", { ...DEAL, paymentType }).statement).toMatchObject({ paymentType: read });
  });

  it("drops and lists what it cannot read, and keeps the row", () => {
    const result = check(
      "company",
      { ...COMPANY, hqCountry: "Atlantis", employeeCountBucket: "many", foundedYear: "16", socialUrl: "javascript:x" },
      { verticals: ["ai", "things"] },
    );
    expect(result.statement).toMatchObject({
      company: { hqCountry: null, employeeCountBucket: null, foundedYear: null, socialUrl: null, verticals: ["ai"] },
    });
    expect(droppedFields(result).sort()).toEqual([
      "employeeCountBucket",
      "foundedYear",
      "hqCountry",
      "socialUrl",
      "verticals",
    ]);
    expect(result.dropped).toContainEqual({
      field: "hqCountry",
      value: "Atlantis",
      reason: 'hqCountry "Atlantis" is not a known country; use its ISO 3166-1 code or English name.',
    });
  });

  it("refuses the row for any such value when the formats are strict", () => {
    const row = raw("company", { ...COMPANY, hqCountry: "Atlantis" });
    expect(() => checkRow(row, { ...FORMATS, strict: true })).toThrow('hqCountry "Atlantis" is not a known country');
  });

  it("lists nothing where a source says that it knows nothing", () => {
    const { statement, dropped } = check("funding", {
      ...ROUND,
      round: "undisclosed",
      amount: "k.A.",
      "company.hqCountry": "unknown",
      "company.hqCity": "N/A",
    });
    expect(dropped).toEqual([]);
    expect(statement).toMatchObject({ round: null, amount: null, company: { hqCountry: null, hqCity: null } });
  });

  it("cuts and lists what is too long", () => {
    const result = check("company", { ...COMPANY, name: `${"x".repeat(299)}😀`, description: "y".repeat(5_001) });
    expect(result.statement).toMatchObject({ company: { name: "x".repeat(299), description: "y".repeat(5_000) } });
    expect(result.dropped.map(({ reason }) => reason)).toEqual([
      "name has 301 characters; the maximum is 300.",
      "description has 5001 characters; the maximum is 5000.",
    ]);
  });

  it("leaves damaged characters out of prose, and damaged names out", () => {
    const result = check("company", { ...COMPANY, name: "Quor\ufffdvane", description: "Makes caf\ufffd tables." });
    expect(result.statement).toMatchObject({ company: { name: null, description: "Makes caf tables." } });
    expect(droppedFields(result)).toEqual(["name", "description"]);
  });

  it("takes a profile in place of a domain for the profile", () => {
    const profile = "https://www.linkedin.com/company/quorvane";
    const row = { key: "c1", name: "Quorvane", domain: profile };
    expect(check("company", row)).toMatchObject({
      statement: { company: { domain: null, socialUrl: profile } },
      dropped: [],
    });
    const other = check("company", { ...row, domain: "facebook.com/quorvane" });
    expect(other.dropped.map(({ reason }) => reason)).toEqual([
      'domain "facebook.com/quorvane" is a page on facebook.com, not a domain of its own.',
    ]);
  });

  it("reads an amount with its own currency, else with the stated one", () => {
    const amount = (texts: Record<string, string>) => {
      const { statement } = check("funding", { ...ROUND, ...texts });
      return "amount" in statement ? statement.amount : undefined;
    };
    expect(amount({ amount: "2,3M€", currency: "USD" })).toEqual({
      currency: "EUR",
      minor: 230_000_000,
      usdCents: null,
    });
    expect(amount({ amount: "$5m", currency: "CAD" })).toMatchObject({ currency: "CAD", minor: 500_000_000 });
    const chinese = { "company.hqCountry": "CN", amount: "¥2.0B (≈$282M)", amountUsd: "282000000" };
    expect(amount(chinese)).toEqual({ currency: "CNY", minor: 200_000_000_000, usdCents: 28_200_000_000 });
    expect(amount({ amount: "5 crore", currency: "INR" })).toMatchObject({ currency: "INR", minor: 5_000_000_000 });
    expect(amount({ amountUsd: "$1.5m" })).toMatchObject({ currency: "USD", usdCents: 150_000_000 });
  });

  it.each([
    [{ amount: "5-10M", currency: "EUR" }, 'amount "5-10M" is not an amount of 0 or more.'],
    [{ amount: "5,000" }, "The amount 5,000 has no currency."],
    [{ amountUsd: "€5m" }, 'amountUsd "€5m" is not in US dollars.'],
    [{ amount: "99999999999999999", currency: "EUR" }, 'amount "99999999999999999" is too large for an amount.'],
    [{ round: "Twelvefold" }, 'round "Twelvefold" is not the name of a known round; it counts as "other".'],
    [{ "source.outlet": "The Wire" }, 'source.outlet "The Wire" is left out; a source needs a link.'],
    [{ "source.url": "The Wire" }, 'source.url "The Wire" is not a web address; it must begin with http or https.'],
    [{ discoveredAt: "soon" }, 'discoveredAt "soon" is not a date in iso or yyyy.'],
    [{ "company.domain": "not a domain" }, 'company.domain "not a domain" is not a domain or URL.'],
  ])("drops %j", (texts, reason) => {
    expect(check("funding", { ...ROUND, ...texts }).dropped.map((one) => one.reason)).toEqual([reason]);
  });

  it("splits cells of investors", () => {
    const { statement } = check("funding", ROUND, { investors: ["Hollin Growth + Ardholt", "Undisclosed investors"] });
    expect(statement).toMatchObject({ investors: [{ name: "Hollin Growth" }, { name: "Ardholt" }] });
  });

  it("keeps how precise the date of an event is", () => {
    expect(check("funding", { ...ROUND, announcedAt: "2019" }).statement).toMatchObject({
      announcedAt: new Date("2019-01-01"),
      announcedPrecision: "year",
    });
  });

  it("derives the seniority from the role when none is stated", () => {
    const role = { ...MOVE, role: "Chief Financial Officer" };
    expect(check("exec_move", role).statement).toMatchObject({ roleSeniority: "c_level", moveType: "appointment" });
    expect(check("exec_move", { ...role, roleSeniority: "board" }).statement).toMatchObject({ roleSeniority: "board" });
  });

  it("takes a previous company of the same name for the company itself, and none of who departs", () => {
    const move = { ...MOVE, "company.domain": "quorvane.example", "fromCompany.name": "QUORVANE" };
    const company = { name: "Quorvane", domain: "quorvane.example" };
    expect(check("exec_move", move).statement).toMatchObject({ company, fromCompany: company });
    expect(check("exec_move", { ...move, moveType: "left" }).statement).toMatchObject({ company, fromCompany: null });
    const other = { ...move, "fromCompany.name": "Oakmesh" };
    expect(check("exec_move", other).statement).toMatchObject({ fromCompany: { name: "Oakmesh", domain: null } });
  });

  it.each([
    ["the address of its own page", "Quorvane (https://www.notion.so/Quorvane-8d1f0c?pvs=21)"],
    ["a separator behind it", "Quorvane ,"],
  ])("takes a name without %s", (_, name) => {
    expect(check("funding", { ...ROUND, "company.name": name }).statement).toMatchObject({
      company: { name: "Quorvane" },
    });
  });

  it("derives industry and verticals from tags when none are stated, and from no label", () => {
    const tags = { industrySubTags: ["Things", "InsurTech"] };
    expect(check("company", COMPANY, tags).statement).toMatchObject({
      company: { industryGroup: "Insurance", verticals: ["fintech"] },
    });
    expect(check("company", { ...COMPANY, industryGroup: "Insurance" }).statement).toMatchObject({
      company: { industryGroup: "Insurance", verticals: [] },
    });
    expect(check("company", { ...COMPANY, industryGroup: "AI" })).toMatchObject({
      statement: { company: { industryGroup: null, verticals: ["ai"] } },
      dropped: [],
    });
  });

  it("takes no tag from a category of others, a status, another case, or with the full stop of its sentence", () => {
    const tags = { industrySubTags: ["Other", "unicorn", "InsurTech.", "InsurTech*", "insurtech", "Quorvane Inc."] };
    const { statement, nothing } = check("company", COMPANY, tags);
    expect(statement).toMatchObject({ company: { industrySubTags: ["InsurTech", "Quorvane Inc."] } });
    expect(nothing.map(({ value }) => value)).toEqual(["Other", "unicorn"]);
  });

  it.each<[Kind, Record<string, string>, string]>([
    ["funding", { "company.name": "Quorvane" }, "announcedAt is missing: an event must have a date."],
    ["funding", { ...ROUND, announcedAt: "soon" }, 'announcedAt "soon" is not a date in iso or yyyy.'],
    ["funding", { ...ROUND, announcedAt: "1899" }, "announcedAt 1899-01-01 must be between 1900-01-01 and 2026-11-27."],
    ["funding", { announcedAt: "2026-05-04" }, "company.name is missing."],
    ["funding", { ...ROUND, round: "ACQUISITION" }, 'round "ACQUISITION" is an event, but not a funding round.'],
    ["company", { hqCity: "Leeds" }, "The row has no company."],
    ["company", { name: "Quorvane" }, "The company has neither domain nor key, so it cannot be identified."],
    ["company", { name: "Quorvane", domain: "none at all" }, 'domain "none at all" is not a domain or URL.'],
    ["investor", { type: "vc" }, "name is missing."],
    ["exec_move", { ...MOVE, "person.name": "-" }, "person.name is missing."],
    ["exec_move", { ...ROUND, "person.name": "Ines" }, "moveType is missing."],
    ["acquisition", { ...DEAL, "target.name": "quorvane" }, "Acquirer and target are the same company (quorvane)."],
  ])("refuses a row of %s with %j", (kind, texts, reason) => {
    expect(() => check(kind, texts)).toThrow(new RowError(reason));
  });

  it("names the industries that have all words of one that is not allowed", () => {
    const { dropped } = check("company", { ...COMPANY, industryGroup: "Climate Technology" });
    expect(dropped.map(({ reason }) => reason)).toEqual([
      'industryGroup "Climate Technology" is not an allowed value; did you mean "Climate Technology Product Manufacturing"?',
    ]);
  });

  it("names the allowed values of a move", () => {
    expect(() => check("exec_move", { ...MOVE, moveType: "3" })).toThrow(
      'moveType "3" is not an allowed value; allowed are appointment, promotion, departure, transition.',
    );
  });
});
