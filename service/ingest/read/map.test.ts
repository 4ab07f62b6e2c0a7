import { readFileSync } from "node:fs";
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { VERTICALS } from "@dealflow/contract/values/organisations";
import { describe, expect, it } from "vitest";
import { checkRow } from "../check-row";
import { DATE_FORMATS } from "../values/dates";
import { BUILT_IN_MAPS, loadMap, MapError, parseMap } from "./map";
import { rowMapper } from "./map-row";

const SMALL = { source: "test", kind: "funding", fields: { "company.name": "Name", announcedAt: "Date" } };

function mistakes(map: unknown): string[] {
  try {
    parseMap(map, "m");
    return [];
  } catch (error) {
    if (error instanceof MapError) return error.message.split("\n");
    throw error;
  }
}

describe("parseMap", () => {
  it("takes the example of the guide, which reads a row of the columns that it names", () => {
    const [, text = ""] = /```json\n(\{\s+"\$schema"[^`]+)```/.exec(readFileSync("docs/import.md", "utf8")) ?? [];
    const map = parseMap(JSON.parse(text), "of the guide");
    const header = ["Deal id", "Status", "Startup", "Year", "Month", "Betrag (Mio.)", "Runde", "Investoren"];
    const row = rowMapper(map, header)(["1", "", "Quorvane", "2026", "03", "2,5", "Wandeldarlehen", "Hollin, Ardholt"]);
    const { dates, numbers } = map;
    const { statement, dropped } = checkRow(row, { dates, numbers, rates: null, now: new Date("2026-11-20") });
    expect(dropped).toEqual([]);
    expect(statement).toMatchObject({ round: "convertible", announcedAt: new Date("2026-03-01") });
  });

  it("takes a small map", () => {
    expect(parseMap(SMALL, "m").fields["company.name"]).toMatchObject([{ column: "Name", missing: [], patterns: [] }]);
  });

  it.each([
    [{ ...SMALL, kind: "round" }, "The map m: kind must be one of funding, acquisition, exec_move, company, investor."],
    [{ ...SMALL, source: "My List" }, "The map m: source must be 1 to 60 of a-z, 0-9, dot, hyphen and underscore."],
    [{ ...SMALL, colour: 1 }, "The map m: it has the unknown colour."],
    [{ ...SMALL, dates: ["dd.mm.yy"] }, `The map m: dates.0 must be one of ${DATE_FORMATS.join(", ")}.`],
    [
      { ...SMALL, fields: { ...SMALL.fields, raund: "R" } },
      "The map m: fields.raund is not a field of funding; did you mean round?",
    ],
    [{ ...SMALL, fields: { "company.name": "Name" } }, "The map m: fields has no announcedAt."],
    [
      { ...SMALL, fields: { ...SMALL.fields, round: { column: "R", values: "rounds" } } },
      "The map m: fields.round uses the table rounds, which is not in tables.",
    ],
    [
      { ...SMALL, fields: { ...SMALL.fields, round: { column: "R", constant: "seed" } } },
      "The map m: fields.round.0 must have either column, columns, constant or template.",
    ],
    [
      { ...SMALL, fields: { ...SMALL.fields, investors: { column: "I", split: "(" } } },
      "The map m: fields.investors.0.split must be a regular expression.",
    ],
    [
      { ...SMALL, fields: { ...SMALL.fields, round: { column: "R", split: "," } } },
      "The map m: fields.round has a single value and cannot be split.",
    ],
  ])("reports what is wrong with %j", (map, sentence) => {
    expect(mistakes(map)).toContain(sentence);
  });

  it("reports every mistake", () => {
    expect(mistakes({ ...SMALL, kind: "round", source: "" })).toHaveLength(2);
  });

  it("names the maps there are when there is no such map", () => {
    expect(() => loadMap("acquisitions")).toThrow(
      '--map "acquisitions" is neither a built-in map (acquisition-export, round-newsletter) nor a readable file.',
    );
  });
});

describe("the maps of ours", () => {
  it.each(BUILT_IN_MAPS)("%s is right", (name) => {
    expect(loadMap(name).source).toBe(name);
  });

  it("translate to values that exist", () => {
    const { tables } = loadMap("acquisition-export");
    const verticals = VERTICALS.map((vertical): string => vertical.value);
    for (const value of Object.values(tables.industries ?? {})) expect(INDUSTRIES).toContain(value);
    for (const value of Object.values(tables.verticals ?? {})) expect(verticals).toContain(value);
  });
});

describe("the map of an export of acquisitions", () => {
  it("reads editions that have no markets", () => {
    const columns = "permalink name category_list country_code state_code region city".split(" ");
    const sides = ["company", "acquirer"].flatMap((side) => columns.map((column) => `${side}_${column}`));
    const header = [...sides, "acquired_at", "acquired_month", "price_amount", "price_currency_code"];
    const row = rowMapper(loadMap("acquisition-export"), header)(header);
    expect([row.texts.get("target.name"), row.texts.get("target.industryGroup")]).toEqual(["company_name", undefined]);
  });
});

describe("rowMapper", () => {
  const map = loadMap("round-newsletter");
  const header = [
    "Sr No",
    "Date ",
    "StartupName",
    "CityLocation",
    "InvestorsName",
    "InvestmentType",
    "AmountInUSD",
    "Remarks",
  ];
  const read = rowMapper(map, header);
  const row = (change: Partial<Record<number, string>>) =>
    read(
      header.map(
        (_, index) =>
          change[index] ?? ["7", "01/02/2016", "Quorvane", "Pune", "", "Private Equity", "", "nan"][index] ?? "",
      ),
    );

  it("keys an event by its columns", () => {
    expect(row({}).key).toBe("7");
    expect(row({ 0: " " }).key).toBeNull();
  });

  it.each([
    ["Kestrel University\r\nLark Institute", "Kestrel University; Lark Institute"],
    ["Kestrel\nTherapeutics GmbH", "Kestrel Therapeutics GmbH"],
  ])("reads the lines of the name %j as %j", (cell, name) => {
    const row = rowMapper(parseMap(SMALL, "m"), ["Name", "Date"])([cell, "2026"]);
    expect(row.texts.get("company.name")).toBe(name);
  });

  it("leaves out what means nothing", () => {
    const { texts } = row({ 3: "nan", 6: "N/A" });
    expect([texts.get("company.hqCity"), texts.get("amount"), texts.get("currency")]).toEqual([
      undefined,
      undefined,
      "USD",
    ]);
  });

  it.each([
    ["Seed Funding", "nan", "seed"],
    [String.raw`Seed\\nFunding`, "Series A", "seed"],
    ["Crowd funding", "", "other"],
    ["Private Equity", "nan", undefined],
    ["Private Equity", "Strategic Investment", undefined],
    ["Private Equity", String.raw`\\xc2\\xa0Series A`, "series-a"],
    ["Private Equity", "part of $40M Series B round", "series-b"],
    ["Private Equity", "Pre-Series A", "other"],
    ["Private Equity", "Bridge Round Pre-Series B", "bridge"],
    ["nan", "nan", undefined],
  ])("reads %s with the remark %s as %s", (type, remark, round) => {
    expect(row({ 5: type, 7: remark }).texts.get("round")).toBe(round);
  });

  it.each([
    ["Hollin Growth, Ardholt & Others", ["Hollin Growth", "Ardholt"]],
    [
      String.raw`Hollin Growth,\\xc2\\xa0 Ardholt; M&S Partners and other undisclosed investors`,
      ["Hollin Growth", "Ardholt", "M&S Partners"],
    ],
    ["Undisclosed investors", []],
    ["Group of Angel Investors", []],
    ["Castlemere Angels, and Ines Calloway.", ["Castlemere Angels", "Ines Calloway"]],
    ["['Hollin, Veld & Co', \"Tarn's\"]", ["Hollin, Veld & Co", "Tarn's"]],
    ["['Hollin', ]", ["Hollin"]],
    ["[]", []],
    ["['Hollin' of Veld]", ["['Hollin' of Veld]"]],
    ["N/A", []],
  ])("splits %s", (text, names) => {
    expect(row({ 4: text }).lists.get("investors")).toEqual(names);
  });

  it("names the columns when one is not there", () => {
    expect(() => rowMapper(map, ["Sr No", "Date"])).toThrow(
      "The file lacks columns used by the map: StartupName, CityLocation, AmountInUSD, InvestorsName, InvestmentType, Remarks; it has Sr No, Date.",
    );
  });
});
