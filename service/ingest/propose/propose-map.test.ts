import { describe, expect, it } from "vitest";
import { checkRow } from "../check-row";
import { parseMap } from "../read/map";
import { rowMapper } from "../read/map-row";
import { rowFilter } from "../read/row-filter";
import { splitInvestors } from "../values/investors";
import { isMissing } from "../values/missing";
import { foldWords } from "../values/text";
import { headerShape, sourceName } from "./header-shape";
import { ambiguousPhrases } from "./names/synonyms";
import { profile } from "./profile";
import { type ProposalInput, proposeMap } from "./propose-map";
import { LANGUAGE_SHAPES } from "./testing-languages";
import { MOVE_SHAPES } from "./testing-moves";
import { OTHER_SHAPES } from "./testing-others";
import { ROUND_SHAPES } from "./testing-rounds";

/** Splits rows that are written with bars. */
function table(text: string) {
  const [header = [], ...rows] = text
    .trim()
    .split("\n")
    .map((line) =>
      line
        .trim()
        .split("|")
        .map((cell) => cell.trim()),
    );
  return { header, rows };
}

/** Reasons of columns say so of values that are left out. */
const LISTED = /is read from it only where|others are left out/;

const SHAPES = [...ROUND_SHAPES, ...MOVE_SHAPES, ...OTHER_SHAPES, ...LANGUAGE_SHAPES];

describe("proposeMap", () => {
  it.each(SHAPES)("proposes a map for $about", ({ file, text, kind, first, unmapped, map }) => {
    const { header, rows } = table(text);
    const proposal = proposeMap({ fileName: file, header, rows });
    expect(proposal.kind).toBe(kind);
    expect(proposal.missing).toEqual([]);
    const row = rowMapper(parseMap(proposal.map, "proposed"), header)(rows[0] ?? []);
    const investors = row.lists.get("investors")?.flatMap(splitInvestors);
    const lists = { ...Object.fromEntries(row.lists), ...(investors && { investors }) };
    const read = { ...Object.fromEntries(row.texts), ...lists };
    expect(row.key === null ? read : { key: row.key, ...read }).toMatchObject(first);
    if (unmapped !== undefined) expect(proposal.unmapped).toEqual(unmapped);
    if (map !== undefined) expect(proposal.map).toMatchObject(map);
    expect(proposal.columns.map(({ column }) => column)).toEqual(header);
    for (const { why } of proposal.columns) expect(why).not.toBe("");
  });

  it.each(SHAPES)("accounts for each cell of $about", ({ file, text }) => {
    const { header, rows } = table(text);
    const proposal = proposeMap({ fileName: file, header, rows });
    const { where: _, fillDown: __, ...plain } = proposal.map;
    const map = parseMap(plain, "proposed");
    const mapRow = rowMapper(map, header);
    const formats = { dates: map.dates, numbers: map.numbers, rates: null, now: new Date("2026-10-01") };
    const read = (row: readonly string[], without: ReadonlySet<number>) => {
      try {
        return checkRow(mapRow(row.map((cell, index) => (without.has(index) ? "" : cell))), formats);
      } catch (error) {
        return String(error);
      }
    };
    /** Columns that state one thing, such as an amount in several currencies, repeat each other. */
    const listSubjects = (field: string | null) =>
      (field ?? "")
        .split(", ")
        .map((one) => one.replace(/^(?:dealAmount|amount).*|^currency$/, "amount").replace("hqCity", "hqCountry"));
    const lost = rows.flatMap((cells, line) => {
      const row = header.map((_, index) => cells[index] ?? "");
      if (typeof read(row, new Set()) === "string") return [];
      return proposal.columns.flatMap(({ column, field, why }, index) => {
        const subjects = listSubjects(field);
        const same = proposal.columns.flatMap((one, other) =>
          other !== index && listSubjects(one.field).some((subject) => subjects.includes(subject)) ? [other] : [],
        );
        // The sign of an amount says its currency, too, and a whole date that it is one of a day.
        const isRepeated = field === "currency" || row[index] === "day";
        const isListed = isRepeated || field === null || LISTED.test(why) || isMissing(row[index] ?? "");
        const differs = (others: readonly number[]) =>
          JSON.stringify(read(row, new Set(others))) !== JSON.stringify(read(row, new Set([...others, index])));
        // What another column says as well is not lost.
        const cell = foldWords(row[index] ?? "");
        const isSaid = same
          .map((other) => foldWords(row[other] ?? ""))
          .some((other) => other !== "" && (other.includes(cell) || cell.includes(other)));
        const matters = differs([]) || ((subjects.includes("amount") || isSaid) && differs(same));
        return row[index] === "" || isListed || matters ? [] : [`${line + 1} ${column}: ${row[index]}`];
      });
    });
    expect(lost).toEqual([]);
  });

  it.each([
    ["counts", "lots", "1手|2手|16手"],
    ["shares", "last", "+0.824%|-2.069%|47.794%"],
    ["amounts", "awardedTo", "$5,000|$7,500|$1,200"],
    ["keys", "decision_key", "Veld-18|Hollin-23|Oakmesh-27"],
    ["names of values", "tilskudd", "totalt|funkhem|inttilsk_1_5"],
    ["the parties of cases", "case", "Veld / Hollin|Oakmesh / Ardholt|Tarn / Veld"],
  ])("takes no name from %s", (_, column, values) => {
    const rows = values.split("|").map((value, index) => [`0${index}636.HK`, value]);
    expect(proposeMap({ fileName: "a.csv", header: ["code", column], rows }).missing).toEqual(["name or domain"]);
  });

  it("is less sure of names that are ids of companies", () => {
    const rows = [
      ["oak_mesh", "2026-05-04", "Seed"],
      ["quorvane", "2026-05-05", "Seed"],
    ];
    const propose = (column: string) => proposeMap({ fileName: "a.csv", header: [column, "date", "round"], rows });
    expect(propose("company").columns[0]).toMatchObject({ field: "company.name", confidence: 0.97 });
    expect(propose("company_id").columns[0]).toMatchObject({ field: "company.name", confidence: 0.5 });
  });

  it("lists each column with its field, three samples and a reason", () => {
    const { header, rows } = table(ROUND_SHAPES[0]?.text ?? "");
    const { columns, assumptions } = proposeMap({ fileName: "a.csv", header, rows });
    expect(columns[1]).toEqual({
      column: "Date",
      field: "announcedAt",
      confidence: 0.95,
      why: "the name means announced; dates are dd/mm/yyyy, because 1 values fit only this order",
      samples: ["01/12/2016", "25/12/2016"],
    });
    expect(assumptions).toEqual(["Amounts without a currency are in USD: the name of AmountInUSD says USD."]);
  });

  it("reads a list of companies with their latest rounds as both, unless few have one or companies are wanted", () => {
    const { header, rows } = table(
      `Organization Name|Website|Last Funding Date|Last Funding Type|Last Funding Amount|Total Funding Amount|Investors
       Quorvane||2024-05-06|Series A|5000000|7000000|Hollin
       Oakmesh|oakmesh.example|2024-06-07|Seed|500000|500000|Veld
       Ardholt|||Grant||9000|`,
    );
    const propose = (more: Partial<ProposalInput> = {}) =>
      proposeMap({ fileName: "companies.csv", header, rows, ...more });
    const both = propose();
    expect(both.map.fields).toMatchObject({
      ...{ announcedAt: "Last Funding Date", round: "Last Funding Type", amount: "Last Funding Amount" },
      ...{ "company.name": "Organization Name", "company.domain": "Website" },
    });
    expect(both.unmapped).toEqual(["Total Funding Amount", "Investors"]);
    expect(both.assumptions).toContain(
      "Each row is a company with its latest round; a row without the date of one is the company alone.",
    );
    const read = rowMapper(parseMap(both.map, "proposed"), header);
    expect(read(rows[0] ?? [])).toMatchObject({ kind: "funding" });
    expect(read(rows[2] ?? [])).toMatchObject({
      ...{ kind: "company", key: null, texts: new Map(Object.entries({ name: "Ardholt", key: "Ardholt" })) },
      nothing: [{ field: "round", value: "Grant" }],
    });
    for (const companies of [
      propose({ kind: "company" }),
      propose({ rows: [2, 2, 2, 1].map((at) => rows[at] ?? []) }),
    ]) {
      expect([companies.kind, companies.unmapped]).toEqual(["company", header.slice(2)]);
      expect(companies.assumptions).toContain(
        "The latest round of each company is left out; import the file again as rounds to add it.",
      );
    }
  });

  it("tells days from months where all events are of one month", () => {
    const { header, rows } = table(`Startup|Date|Amount in USD
      Quorvane|02/03/2015|1000000
      Oakmesh|05/03/2015|2000000
      Kestrel|05/03/2015|3000000
      Tarn|06/03/2015|3000000
      Veld|07/03/2015|3000000`);
    expect(proposeMap({ fileName: "a.csv", header, rows }).map.dates).toEqual(["dd/mm/yyyy"]);
    const firsts = rows.map(([name = "", , amount = ""], at) => [name, `0${at + 1}/01/2015`, amount]);
    expect(proposeMap({ fileName: "a.csv", header, rows: firsts }).map.dates).toEqual(["mm/dd/yyyy"]);
  });

  it("says that the first row may be a record", () => {
    const { header, rows } = table(`Quorvane|Hollin|1/11/2013|6.4m
      Oakmesh|Veld|13/11/2013|2.4m
      Kestrel|Ardholt|14/11/2013|3.4m`);
    expect(proposeMap({ fileName: "a.csv", header, rows }).assumptions[0]).toMatch("first row looks like a record");
    expect(proposeMap({ fileName: "a.csv", header: ["a", "b", "Date", "c"], rows }).assumptions[0]).not.toMatch(
      "first",
    );
  });

  it("takes a number for the name of a column only where it is a year", () => {
    const propose = (name: string) =>
      proposeMap({
        fileName: "a.csv",
        header: ["Company", name],
        rows: [
          ["Quorvane", "12000"],
          ["Oakmesh", "34000"],
        ],
      });
    expect(propose("12700000.0").assumptions[0]).toMatch("first row looks like a record");
    expect(propose("2015").assumptions).toEqual([]);
  });

  it("takes the previous company for that of a move only in a list of departures", () => {
    const { header, rows } = table(`person|from company|title|move type|date
      Ines Calloway|Quorvane|CEO|appointed|2026-05-04
      Otto Veld|Oakmesh|CFO|left|2026-05-05`);
    const { kind, missing } = proposeMap({ fileName: "a.csv", header, rows });
    expect([kind, missing]).toEqual(["exec_move", ["company.name or company.domain"]]);
  });

  it("takes people with their terms of office for no companies, and no day of a reminder for that of an event", () => {
    const propose = (text: string) => proposeMap({ fileName: "a.csv", ...table(text) });
    const terms = propose(`Name|Nationality|From|To|Won
      Ines Calloway|France|26 May 1900|1903|4
      Otto Veld|Germany|October 1903|9 September 1912|5
      Mara Hollin|Austria|9 September 1912|1915|6`);
    expect([terms.kind, terms.missing]).toEqual(["exec_move", ["company.name or company.domain"]]);
    const contacts = propose(`Contact name|Company|Follow-Up Date
      Ines Calloway|Quorvane|2026-04-11
      Otto Veld|Oakmesh|2026-04-12`);
    expect(contacts.columns.map(({ field }) => field)).toEqual([null, "name, key", null]);
    const seasons = propose(`Placement|Investor|From|To|Amount|Date
      front|Quorvane|2026-27|2032-33|20|2026-07-15
      sleeve|Oakmesh|2006-07|2025-26|70|2026-08-06`);
    expect(seasons.columns[3]?.field).toBeNull();
  });

  it("says that it reads amounts as millions where they can be nothing else", () => {
    const { header, rows } = table(`Startup|Date|Raised
      Quorvane|2026-05-12|2.5
      Oakmesh|2026-05-13|12
      Kestrel|2026-05-14|31`);
    const { assumptions, map } = proposeMap({ fileName: "raises.csv", header, rows });
    expect(map.fields).toMatchObject({ amount: { column: "Raised", multiply: 1_000_000 } });
    expect(assumptions).toContain(
      "The amounts of Raised are read as millions: all are below 10,000, and nothing states their unit.",
    );
  });

  it("takes the unit of all amounts from the title above the header", () => {
    const { header, rows } = table(
      "Company|Date|Deal Size|Round\nQuorvane|2026-05-04|2.5|Seed\nOakmesh|2026-05-05|30|Seed",
    );
    const titles = ["Rounds of May", "Deal size in millions of EUR"];
    const { map } = proposeMap({ fileName: "a.csv", header, titles, rows });
    expect(map.fields).toMatchObject({
      amount: { column: "Deal Size", multiply: 1e6 },
      currency: { constant: "EUR" },
    });
  });

  it("takes the day on which a deal was closed where it was not announced", () => {
    const { header, rows } = table(
      "Target|Acquirer|Announced|Closed\nQuorvane|Oakmesh|2026-05-04|2026-08-01\nHollin|Oakmesh||2026-09-01",
    );
    const { map } = proposeMap({ fileName: "a.csv", header, rows });
    expect(map.fields).toMatchObject({ announcedAt: ["Announced", "Closed"], closingAt: "Closed" });
  });

  it("keeps the country of places that end with its code", () => {
    const { header, rows } = table("Company|Location\nQuorvane|London - UK\nOakmesh|Lyon - FR");
    const { map } = proposeMap({ fileName: "companies.csv", header, rows });
    expect(map.fields).toMatchObject({ hqCountry: "Location" });
  });

  it("takes no amounts from numbers of cases", () => {
    const { header, rows } = table("case_number|company|decided\nM.18|Veld|1990-11-21\nM.23|Hollin|1990-11-28");
    expect(proposeMap({ fileName: "a.csv", header, rows }).unmapped).toContain("case_number");
  });

  it("takes no outlet from codes, no country from a focus, and no prices whose unit nothing states", () => {
    const { header, rows } = table(
      `acquirer|target|date|value|country_focus|source_page
       Veld|Hollin|2024-01-12|68700|Peru|874b2efb487d828fb04f01ed59487d0a
       Tarn|Oakmesh|2023-10-03|950|Brazil|48db2efb487d8251b0fa01d5a0000000`,
    );
    const unmapped = ["value", "country_focus", "source_page"];
    expect(proposeMap({ fileName: "deals.csv", header, rows }).unmapped).toEqual(unmapped);
  });

  it.each([
    ["grants_2024.csv", "grant"],
    ["financiamentos.csv", "debt"],
  ])("takes the round of all rows from the name %s", (fileName, constant) => {
    const { header, rows } = table("data|valor|beneficiário\n29/06/2010|187726|Veld S.A.\n14/04/2008|462192306|Hollin");
    const { map } = proposeMap({ fileName, header, rows });
    expect(map.fields).toMatchObject({ round: { constant }, currency: { constant: "BRL" } });
  });

  it.each([
    ["Raised $5m to hire|Stake of 10% for €8.9 billion", null],
    ["Invoices for $ and € alike|Solar roofs for farms", "description"],
  ])("takes the texts %j of a list of rounds for %s", (texts, field) => {
    const [one, other] = texts.split("|");
    const { header, rows } = table(
      `Startup~Date~Amount~Description\nQuorvane~2015-02-01~$5m~${one}\nOakmesh~2015-03-01~$9m~${other}`.replaceAll(
        "~",
        "|",
      ),
    );
    const { columns } = proposeMap({ fileName: "a.csv", header, rows });
    expect(columns.find(({ column }) => column === "Description")?.field ?? null).toEqual(
      field && expect.stringContaining(field),
    );
  });

  it.each([
    ["City", "an e-mail address", "ines@veld.example|ugo@tarn.example|hi@hollin.example"],
    ["Sector", "an amount", "12%|65%|100%"],
    ["Investors", "a date", "1971-03-04|4 March 1982|1983-11-20"],
    ["Publication", "an answer", "Yes|No|No"],
    ["Description", "a number", "120|4,500|88"],
    ["Amount", "years", "2014|2016|2011"],
  ])("lists a column %s with %s", (column, shape, values) => {
    const rows = values.split("|").map((value, at) => [`Oakmesh ${"abc"[at]}`, `2026-05-0${at + 1}`, "Seed", value]);
    const { columns } = proposeMap({ fileName: "rounds.csv", header: ["Company", "Date", "Round", column], rows });
    expect(columns[3]).toMatchObject({ field: null, why: expect.stringContaining(shape) });
  });

  it.each([
    ["countries", "Xqz", "Germany|France|Japan"],
    ["addresses that repeat sites", "Xqz", "https://wire.example/a|https://wire.example/b|https://veld.example"],
  ])("lists %s in a column whose name says nothing", (_, column, values) => {
    const rows = values.split("|").map((value, at) => [`Oakmesh ${"abc"[at]}`, "Seed", value]);
    const { columns } = proposeMap({ fileName: "a.csv", header: ["Company", "Stage", column], rows });
    expect(columns[2]?.field).toBeNull();
  });

  it("lists dates in several columns whose names say nothing", () => {
    const rows = [
      ["Oakmesh", "Seed", "$1M", "2026-05-04", "2026-06-01"],
      ["Quorvane", "Seed", "$2M", "2026-05-05", "2026-06-02"],
    ];
    const propose = (width: number) =>
      proposeMap({
        fileName: "a.csv",
        header: ["Company", "Round", "Amount", "Xa", "Xb"].slice(0, width),
        rows: rows.map((row) => row.slice(0, width)),
      });
    expect(propose(4)).toMatchObject({ kind: "funding", columns: { 3: { field: "announcedAt" } } });
    expect(propose(5).unmapped).toEqual(expect.arrayContaining(["Xa", "Xb"]));
    expect(propose(5).columns[3]?.why).toBe("several columns have dates");
  });

  it("takes no day of people under a name that says nothing for that of a move", () => {
    const { header, rows } = table(
      "name|company|designation|xqz\nInes Hale|Quorvane|CEO|4 March 1982\nUgo Weir|Oakmesh|CMO|14 June 1982",
    );
    expect(proposeMap({ fileName: "people.csv", header, rows }).columns[3]?.field).toBeNull();
  });

  it("takes the only names of people next to roles in companies for those who have them", () => {
    const { header, rows } = table(
      "employee|employer|job|since\nInes Hale|Quorvane|CFO|2019-01-01\nUgo Weir|Oakmesh|CEO|2020-02-01",
    );
    expect(proposeMap({ fileName: "a.csv", header, rows })).toMatchObject({
      ...{ kind: "exec_move", missing: [], columns: { 0: { field: "person.name" } } },
    });
  });

  it("reads the companies of moves that name nobody", () => {
    const { header, rows } = table(
      "code|employer|job|since|move\nA-18|Quorvane|CFO|2019-01-01|hired\nB-23|Oakmesh|CEO|2020-02-01|hired",
    );
    const { kind, missing, assumptions } = proposeMap({ fileName: "moves.csv", header, rows });
    expect([kind, missing]).toEqual(["company", []]);
    expect(assumptions).toContain(
      "The moves are left out, because no column has person.name; the employers are read as companies.",
    );
  });

  it("lists facts of a company that differ between its rows", () => {
    const text = `Company|Date|Round|City|Description
      Quorvane|2026-05-04|Seed|Kiel|It makes its first hires
      Oakmesh|2026-05-05|Seed|Lyon|It goes to market
      Quorvane|2026-06-04|Series A|Kiel|It opens an office
      Oakmesh|2026-06-05|Series A|Lyon|It builds a plant`;
    const { columns } = proposeMap({ fileName: "rounds.csv", ...table(text) });
    expect(columns.slice(3)).toMatchObject([
      { field: "company.hqCity" },
      { field: null, why: "it differs between the rows of one company" },
    ]);
  });

  it("takes crores without a currency for rupees", () => {
    const { header, rows } = table(
      "Startup|Month|Funding (Cr)|Stage\nQuorvane|Jan 2024|42|Seed\nOakmesh|Feb 2024|8.5|Seed",
    );
    const { map } = proposeMap({ fileName: "rounds.csv", header, rows });
    expect(map.fields).toMatchObject({ currency: { constant: "INR" } });
  });

  it("takes deals without stages and investors for no rounds", () => {
    const { header, rows } = table("Quarter|Deal|Size ($bn)\nQ1 2024|Quorvane|1.2\nQ2 2024|Oakmesh|3.1");
    expect(proposeMap({ fileName: "deals_2024.csv", header, rows }).kind).toBe("company");
    expect(proposeMap({ fileName: "rounds_2024.csv", header, rows }).kind).toBe("funding");
  });

  it("takes no day of birth for that of an event", () => {
    const { header, rows } = table(
      "name|company|designation|born\nInes Hale|Quorvane|CEO|4 March 1982\nUgo Weir|Oakmesh|CMO|14 June 1982",
    );
    const { columns } = proposeMap({ fileName: "a.csv", header, rows });
    expect(columns.find(({ column }) => column === "born")?.field ?? null).toBeNull();
  });

  it("takes the kind that is named, and says which field has no column", () => {
    const { header, rows } = table("Company|City\nQuorvane|Pune\nOakmesh|Goa");
    const proposal = proposeMap({ fileName: "a.csv", header, rows, kind: "funding" });
    expect([proposal.kind, proposal.missing]).toEqual(["funding", ["announcedAt"]]);
    expect(proposal.confidence).toBeLessThan(0.2);
  });

  it.each([
    ["02/01/2015 03/01/2015", "$1m", "mm/dd/yyyy", "02/01/2015 are read with the month first: nothing tells where"],
    ["02/01/2015 03/01/2015", "€1m", "dd/mm/yyyy", "02/01/2015 are read with the day first: most amounts are not"],
    ["02/01/15 03/01/15", "$1m", "mm/dd/yy", "02/01/15 are read with the month first: nothing tells where"],
    ["3/5/15 3/6/15 3/7/15 3/8/15 3/9/15", "€1m", "mm/dd/yy", "3/5/15 are read with the month first: they are of one"],
    ["02/01/15 25/12/14", "$1m", "dd/mm/yy", undefined],
    ["2015-02-01 2015-03-01", "$1m", "iso", undefined],
  ])("says which of day and month it reads first in %s, with amounts such as %s", (dates, amount, format, assumed) => {
    const lines = dates.split(" ").map((date, index) => `Quorvane ${index}|${date}|Seed|${amount}`);
    const { header, rows } = table(["Startup|Date|Round|Amount", ...lines].join("\n"));
    const { map, assumptions } = proposeMap({ fileName: "a.csv", header, rows });
    expect(map.dates).toEqual([format]);
    const [said] = assumptions.filter((text) => text.startsWith("Dates such as "));
    expect(said?.slice("Dates such as ".length)).toEqual(assumed && expect.stringMatching(`^${assumed}`));
  });

  it.each([
    ["Date (DD/MM/YYYY)", "3/5/15 3/6/15 3/7/15 3/8/15 3/9/15", "$1m", "dd/mm/yy"],
    ["Datum TT.MM.JJJJ", "02.01.2015 03.01.2015", "$1m", "dd/mm/yyyy"],
    ["Date (mm-dd-yyyy)", "02-01-2015 03-01-2015", "€1m", "mm/dd/yyyy"],
  ])("reads the order of day and month from the name %s", (name, dates, amount, format) => {
    const lines = dates.split(" ").map((date, index) => `Quorvane ${index}|${date}|Seed|${amount}`);
    const { header, rows } = table([`Startup|${name}|Round|Amount`, ...lines].join("\n"));
    const { map, assumptions } = proposeMap({ fileName: "a.csv", header, rows });
    expect(map.dates).toEqual([format]);
    expect(assumptions.filter((text) => text.startsWith("Dates such as "))).toEqual([]);
  });

  it("takes no name of a company from names of rounds", () => {
    const { header, rows } = table(`id|effective_date|amount|financing_type|labels
      1|2026-09-22|$22 million|Series A|Series A
      2|2026-09-21|$6 million|seed|Seed`);
    const { kind, missing } = proposeMap({ fileName: "a.json", header, rows });
    expect([kind, missing]).toEqual(["funding", ["company.name or company.domain"]]);
  });

  it.each([
    [
      "titles",
      `番号|件名|上限額(円)|受付開始
      S-1|令和8年度カーボンニュートラルコンビナート構築促進補助金|500000000|2026-07-24
      S-2|二酸化炭素排出抑制対策事業費等補助金（国内資源循環体制構築に向けた事業）|30000000|2026-07-16`,
    ],
    [
      "projects of companies that are named by their keys",
      `Investment ID|Company ID|Project|Announced Date|Reported Value|Currency
      INV1|COMP_Q|Terminal 4|2026-01-01|434000000|USD
      INV2|COMP_O|Phase II|2026-03-20|140000000|USD`,
    ],
  ])("takes no name of a company from %s", (_, text) => {
    const { kind, missing } = proposeMap({ fileName: "a.csv", ...table(text) });
    expect([kind, missing]).toEqual(["funding", ["company.name or company.domain"]]);
  });

  it("says that rounds without dates are left out, where there are some", () => {
    const propose = (amount: string) => {
      const { header, rows } = table(`Startup|Date|Stage|Funding
        Quorvane||Seed|${amount}
        Oakmesh||Series A|${amount}`);
      return proposeMap({ fileName: "startups.csv", header, rows }).assumptions;
    };
    expect(propose("$5m")[0]).toMatch("The rounds are left out, because no column has their dates");
    expect(propose("")).toEqual([]);
  });

  it("takes no people for companies", () => {
    const { header, rows } = table(`Name|Age|Title|Year_Joined
      Ines Calloway|61|Executive Chairman of the Board|2015
      Otto Veld|48|Chief Financial Officer|2009
      Mara Hollin|51|Independent Director|2012`);
    const { kind, missing, columns } = proposeMap({ fileName: "board_members.csv", header, rows });
    expect([kind, missing, columns[0]?.field]).toEqual(["company", ["name or domain"], null]);
  });

  it("takes no people for companies where no line names the columns", () => {
    const { header, rows } = table(`Ines Calloway|Chief Executive Officer; President|Executive Board
      Otto Veld|Chief Financial Officer|Senior Management
      Mara Hollin|Chief Operating Officer|Senior Management
      Bram Okafor|VP Technical Services|Senior Management`);
    const { missing, assumptions, columns } = proposeMap({ fileName: "a.csv", header, rows });
    expect([missing, columns[0]?.field]).toEqual([["name or domain"], null]);
    expect(assumptions[0]).toMatch("first row looks like a record");
    const named = proposeMap({ fileName: "a.csv", header: ["Who", "Duties", "Board Memberships"], rows });
    expect([named.missing, named.assumptions]).toEqual([["name or domain"], []]);
  });

  it("leaves stakes out of a list of acquisitions, and says that their closing stands for the announcement", () => {
    const { header, rows } = table(`Completed date|Acquiror name|Target name|Deal type
      12.04.2017|Hollin AG|Quorvane SA|Minority stake 10%
      18.11.2013|Hollin AG|Oakmesh|Acquisition 100%
      19.11.2013|Hollin AG|Tarn|Acquisition increased from 50% to 100%`);
    const { kind, map, assumptions } = proposeMap({ fileName: "a.csv", header, rows });
    expect([kind, map.fields?.announcedAt, map.fields?.closingAt]).toEqual([
      ...["acquisition", "Completed date", "Completed date"],
    ]);
    const read = rowFilter(parseMap(map, "proposed").where, header, "a.csv");
    expect(rows.map(read)).toEqual([false, true, true]);
    expect(assumptions).toEqual([
      "The days in Completed date are those of the closing, and stand for the announcements, which no column has.",
      "Rows whose Deal type is a minority stake or an increase of capital are left out.",
    ]);
  });

  it("says that the days of articles stand for the announcements", () => {
    const { header, rows } = table(
      `company|stage|amount|source.url|source.publishedOn
       Quorvane|Seed|$10.5m|https://news.example/2026/quorvane-raises|2026-08-03
       Oakmesh|Series A|$12m|https://news.example/2026/oakmesh-raises|2026-08-04`,
    );
    const { map, assumptions } = proposeMap({ fileName: "a.json", header, rows });
    expect(map.fields?.announcedAt).toBe("source.publishedOn");
    expect(assumptions).toContain(
      "The days in source.publishedOn are those of articles, and stand for the announcements, which no column has.",
    );
  });

  it("takes the currency of amounts from the texts beside them", () => {
    const { header, rows } = table(
      `Company|Date|Amount|Phase|Link
       Quorvane|2025-03-21|7.7|Seed|https://news.example/quorvane-raises-chf-7-7-million
       Oakmesh|2025-03-20|1.1|Seed|https://news.example/oakmesh-raises-chf-1-1-million
       Veld|2025-03-19|5|Seed|https://news.example/the-top-5-of-march`,
    );
    const { map, assumptions } = proposeMap({ fileName: "deals.csv", header, rows });
    expect(map.fields?.currency).toEqual({ constant: "CHF" });
    expect(assumptions).toEqual([
      "Amounts without a currency are in CHF: the title above, or the other texts of the rows, say CHF.",
    ]);
  });

  it("says that values of whole companies stand for prices", () => {
    const { header, rows } = table(
      `Target|Acquirer|Date|EV ($M)
       Quorvane|Hollin|2025-03-21|9.6
       Oakmesh|Veld|2025-03-20|1200`,
    );
    expect(proposeMap({ fileName: "deals.csv", header, rows }).assumptions).toContain(
      "The values of EV ($M) are those of whole companies, with their debts, and stand for the prices.",
    );
  });

  it("reads the targets of deals without acquirers as companies, and says so", () => {
    const { header, rows } = table(
      `announcement|target|price|employees
       01/13/14|Quorvane|13954|3300
       07/28/13|Oakmesh|17646|59985`,
    );
    const proposal = proposeMap({ fileName: "acquisitions.csv", header, rows });
    expect([proposal.kind, proposal.missing, proposal.map.fields?.name]).toEqual(["company", [], "target"]);
    expect(proposal.assumptions).toEqual([
      "The deals are left out, because no column has acquirer.name or acquirer.domain; the targets are read as companies.",
    ]);
    const named = proposeMap({ fileName: "acquisitions.csv", header, rows, kind: "acquisition" });
    expect(named.missing).toEqual(["acquirer.name or acquirer.domain"]);
  });

  it("says that amounts without a unit among others with one are left out", () => {
    const { header, rows } = table(`Company|Date|Round|Amount
      Quorvane|2026-05-04|Seed|$12.5
      Oakmesh|2026-05-05|Seed|$3M
      Tarn|2026-05-06|Seed|$250,000
      Kestrel|2026-05-07|Seed|€2.5m
      Veld|2026-05-08|Seed|$1M`);
    const { map, assumptions } = proposeMap({ fileName: "a.csv", header, rows });
    const read = rowMapper(parseMap(map, "proposed"), header);
    expect(rows.map((row) => read(row).texts.get("amount"))).toEqual([
      ...[undefined, "$3M", "$250,000", "€2.5m", "$1M"],
    ]);
    expect(assumptions).toContain(
      "Amounts of Amount below 1,000 without a unit, such as $12.5, are left out: most others state theirs.",
    );
  });

  it("takes no country from answers, and no industry from codes", () => {
    const { header, rows } = table("Company|Listed|Rubro\nQuorvane|Si|DE\nOakmesh|No|IO\nTarn|Si|DE");
    expect(proposeMap({ fileName: "a.csv", header, rows }).unmapped).toEqual(["Listed", "Rubro"]);
  });

  it("takes pages of companies on a network for profiles, also under the name of a website", () => {
    const { header, rows } = table(`Company|Website
      Quorvane|https://www.linkedin.com/company/quorvane
      Oakmesh|https://www.linkedin.com/company/oakmesh`);
    const { map } = proposeMap({ fileName: "a.csv", header, rows });
    expect(map.fields).toEqual({ name: "Company", key: "Company", socialUrl: "Website" });
  });

  it("takes no domain from the pages of a database", () => {
    const rows = ["a", "b", "c", "d", "e"].map((name) => [name, `https://db.example/${name}`]);
    const { map, unmapped } = proposeMap({ fileName: "a.csv", header: ["Company", "URL"], rows });
    expect([Object.keys(map.fields ?? {}), unmapped]).toEqual([["name", "key"], ["URL"]]);
  });

  it("takes no key from a column that repeats", () => {
    const { header, rows } = table("ID|Company|Date|Round\n1|Quorvane|2026-05-04|Seed\n1|Oakmesh|2026-05-05|Seed");
    const { map, unmapped } = proposeMap({ fileName: "a.csv", header, rows });
    expect([map.key, unmapped]).toEqual([undefined, ["ID"]]);
  });
});

describe("the synonyms", () => {
  it("give each phrase one meaning", () => {
    expect(ambiguousPhrases()).toEqual([]);
  });
});

describe("headerShape", () => {
  it("is the same for the same names in any order and spelling", () => {
    expect(headerShape(["Company Name", "Date"])).toBe(headerShape(["date", "company_name"]));
    expect(headerShape(["Company Name", "Date"])).not.toBe(headerShape(["Company Name", "Date", "Date (2)"]));
  });
});

describe("sourceName", () => {
  it.each([
    ["Rounds 2025-03-01.csv", "rounds"],
    ["/a/b/companies-11-20-2026.csv.gz", "companies"],
    ["2025q4_d.zip", "d"],
    ["Levées (final) Q3.xlsx", "levees"],
    ["2026.csv", "import"],
    ["_rounds.csv", "rounds"],
    ["(2026) Rounds.csv", "rounds"],
    ["資金調達 rounds.xlsx", "rounds"],
    ["資金調達.xlsx", "import"],
  ])("of %s is %s", (file, name) => {
    expect(sourceName(file)).toBe(name);
  });
});

describe("profile", () => {
  it("describes the values of each column", () => {
    const [date, country] = profile(
      ["When", "Where"],
      [
        ["2026-05-04", "FR"],
        ["2026-05-04", "n/a"],
        ["2026-05-05", ""],
        ["", "Germany"],
      ],
    );
    expect(date).toMatchObject({ fill: 0.75, distinct: 2, samples: ["2026-05-04", "2026-05-05"], shares: { date: 1 } });
    expect(country).toMatchObject({ fill: 0.5, distinct: 2, shares: { country: 1, date: 0 } });
  });
});
