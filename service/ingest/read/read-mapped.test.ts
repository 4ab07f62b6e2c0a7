import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReadRow } from "../statement";
import { openSource } from "./files/source";
import { parseMap } from "./map";
import { mapJsonSchema } from "./map-json-schema";
import { rowMapper } from "./map-row";
import type { ImportMapJson } from "./map-schema";
import { openMapped } from "./read-mapped";
import { createZip } from "./testing-zip";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(joinPath(tmpdir(), "dealflow-mapped-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = joinPath(folder, name);
  writeFileSync(path, content);
  return path;
}

const FUNDING = { source: "t", kind: "funding" } as const;

function mapped(header: readonly string[], fields: ImportMapJson["fields"], cells: readonly string[]) {
  const map = parseMap({ ...FUNDING, fields: { announcedAt: { constant: "2026-05-04" }, ...fields } }, "m");
  const { texts, lists } = rowMapper(map, header)(cells);
  return { ...Object.fromEntries(texts), ...Object.fromEntries(lists), announcedAt: undefined };
}

describe("rules of a map", () => {
  it("join several columns to one text or one list, without those that are empty", () => {
    const header = ["First", "Last", "Lead", "Others"];
    const fields = {
      "company.name": { columns: ["First", "Last"] },
      "company.key": { columns: ["First", "Last"], join: "/" },
      investors: { columns: ["Lead", "Others"], split: "," },
    };
    expect(mapped(header, fields, ["Oak", "Mesh", "Hollin", "Ardholt, Veld"])).toEqual({
      "company.name": "Oak Mesh",
      "company.key": "Oak/Mesh",
      investors: ["Hollin", "Ardholt", "Veld"],
    });
    expect(mapped(header, fields, ["", "Mesh", "", "Veld"])).toMatchObject({
      "company.key": "Mesh",
      investors: ["Veld"],
    });
    expect(mapped(["Lead"], { investors: "Lead" }, [" Hollin \r\nArdholt\n"])).toMatchObject({
      investors: ["Hollin", "Ardholt"],
    });
  });

  it("may name columns that the file lacks, and names in another spelling", () => {
    const fields = { "company.name": "company.name", round: { column: "Stage", optional: true } };
    expect(mapped(["Company Name"], fields, ["Quorvane"])).toEqual({ "company.name": "Quorvane" });
    expect(mapped(["COMPANY_NAME", "stage"], fields, ["Quorvane", "Seed"])).toMatchObject({ round: "Seed" });
    expect(mapped(["company name", "company.name"], fields, ["A", "B"])).toEqual({ "company.name": "B" });
  });

  it("put columns into a template, which states nothing where one is empty", () => {
    const fields = {
      "company.key": { template: "cik:{CIK}" },
      "source.url": { template: "https://a.example/{No:digits}/{No}" },
    };
    expect(mapped(["CIK", "No"], fields, ["7", "01-25"])).toEqual({
      "company.key": "cik:7",
      "source.url": "https://a.example/0125/01-25",
    });
    expect(mapped(["CIK", "No"], fields, ["", "x"])).toEqual({});
  });

  it.each([
    [1_000_000, "2.3", "2.3M"],
    [1_000_000, "2,300", "2,300M"],
    [1_000_000, "€2,3", "€2,3M"],
    [1_000_000, "2.3 €", "2.3M €"],
    [1_000_000, "US$ 2.3", "US$ 2.3M"],
    [1_000_000, "EUR 2.3", "EUR 2.3M"],
    [1_000_000, "2.3 USD", "2.3M USD"],
    [1_000, "15", "15k"],
    [10_000_000, "15", "15 crore"],
    [10_000, "15", "15万"],
    [100_000_000, "1.2", "1.2億"],
    [1_000_000_000, "1.2", "1.2B"],
    [1_000_000, "2.3M", "2.3M"],
    [1_000_000, "2.3 million", "2.3 million"],
    [1_000_000, "900k", "900k"],
    [1_000_000, "undisclosed", "undisclosed"],
  ])("multiply by %i: %s becomes %s", (multiply, text, amount) => {
    expect(mapped(["Amount"], { amount: { column: "Amount", multiply } }, [text])).toEqual({ amount });
  });

  it.each([
    [{ columns: ["A"], column: "B" }, "fields.round.0 must have either column, columns, constant or template."],
    [{ template: "cik" }, "fields.round.0.template must have columns in braces, such as cik:{CIK} or {NUMBER:digits}."],
    [{ column: "A", multiply: 5 }, "must be one of 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000."],
    [{ column: "A", multiply: 1000 }, "fields.round is not an amount and cannot be multiplied."],
  ])("report what is wrong with %j", (round, sentence) => {
    const fields = { announcedAt: "D", round };
    expect(() => parseMap({ ...FUNDING, fields }, "m")).toThrow(sentence);
  });

  it("report conditions and joins that are incomplete", () => {
    const fields = { announcedAt: "D" };
    const map = { ...FUNDING, fields, where: [{ column: "A" }], joins: [{ file: "b", on: {}, columns: [] }] };
    expect(() => parseMap(map, "m")).toThrow("where.0 must have in, notIn, matches or notMatches.");
    expect(() => parseMap(map, "m")).toThrow("joins.0.on must have at least one pair of columns.");
  });
});

async function read(path: string, map: ImportMapJson) {
  const mapped = await openMapped(await openSource(path), parseMap(map, "m"));
  const rows: ReadRow[] = [];
  for await (const row of mapped.rows) rows.push(row);
  const texts = rows.map((row) =>
    "row" in row
      ? [...row.row.texts.values(), ...[...row.row.lists.values()].map((list) => list.join("+"))]
      : row.reason,
  );
  return { texts, lines: rows.map(({ line }) => line), leftOut: mapped.leftOut(), notes: mapped.notes() };
}

const FORMS = {
  "f/SUBMISSION.tsv":
    "ACCESSIONNUMBER\tFILING_DATE\tTEST\nA1\t2026-05-04\tLIVE\nA2\t2026-05-05\tTEST\nA3\t2026-05-06\tlive\n",
  "f/ISSUERS.tsv":
    'ACCESSIONNUMBER\tPRIMARY\tENTITYNAME\tCIK\nA1\tNO\tOther\t9\nA1\tYES\tOak "Mesh"\t7\nA2\tYES\tVeld\t8\n',
  "f/PERSONS.tsv": "ACCESSIONNUMBER\tNAME\nA1\tInes\nA1\tOtto\nA1\tInes\n",
  "f/TYPES.tsv": "CIK\tTYPE\n7\tSeed\n",
};
const FORM_MAP = {
  ...FUNDING,
  file: "SUBMISSION.tsv",
  where: [{ column: "TEST", in: ["Live"] }],
  joins: [
    {
      file: "issuers.tsv",
      on: { ACCESSIONNUMBER: "ACCESSIONNUMBER" },
      columns: ["ENTITYNAME", "CIK"],
      prefix: "issuer ",
      where: [{ column: "PRIMARY", matches: "^y" }],
    },
    { file: "PERSONS.tsv", on: { ACCESSIONNUMBER: "ACCESSIONNUMBER" }, columns: ["NAME"], many: "list" as const },
    { file: "TYPES*", on: { "issuer CIK": "CIK" }, columns: ["TYPE"] },
  ],
  fields: {
    announcedAt: "FILING_DATE",
    "company.name": "issuer ENTITYNAME",
    round: "TYPE",
    investors: { column: "NAME", split: ";" },
  },
};

describe("openMapped", () => {
  it("joins files of an archive by a key, and leaves out rows by condition", async () => {
    expect(await read(file("forms.zip", createZip(FORMS)), FORM_MAP)).toEqual({
      texts: [
        ["2026-05-04", 'Oak "Mesh"', "Seed", "Ines+Otto"],
        ["2026-05-06", ""],
      ],
      lines: [2, 4],
      leftOut: 1,
      notes: [
        "1 row has no match in issuers.tsv.",
        "2 rows have no match in PERSONS.tsv.",
        "2 rows have no match in TYPES*.",
      ],
    });
  });

  it("joins a file next to the one that is imported", async () => {
    mkdirSync(joinPath(folder, "pair"));
    const path = file("pair/rounds.csv", "org,date\nu1,2026-05-04\n");
    file("pair/orgs.json", '[{"uuid": "u1", "place": {"name": "Quorvane"}}]');
    const map = {
      ...FUNDING,
      joins: [{ file: "orgs.json", on: { org: "uuid" }, columns: ["place.name"] }],
      fields: { announcedAt: "date", "company.name": "place.name" },
    };
    expect((await read(path, map)).texts).toEqual([["2026-05-04", "Quorvane"]]);
    const withJoin = (change: object) =>
      read(path, { ...map, joins: map.joins.map((join) => ({ ...join, ...change })) });
    await expect(withJoin({ file: "none" })).rejects.toThrow("No file named none, used by joins.");
    await expect(withJoin({ on: { org: "id" } })).rejects.toThrow("orgs.json lacks the column id, used by joins.");
    await expect(withJoin({ on: { o: "uuid" } })).rejects.toThrow("The file lacks the column o, used by joins.");
  });

  it("joins what is there: a file may be absent, a column too, and the other file may have joins of its own", async () => {
    const path = file(
      "rounds.zip",
      createZip({
        "rounds.csv": "id,date\nr1,2026-05-04\nr2,2026-05-05\n",
        "investments.csv": "round,investor\nr1,i1\nr1,i2\n",
        "investors.csv": "id,name\ni1,Hollin\ni2,Ardholt\n",
      }),
    );
    const map = {
      ...FUNDING,
      file: "rounds.csv",
      joins: [
        {
          file: "investments.csv",
          on: { id: "round" },
          columns: ["name"],
          optionalColumns: ["stage"],
          many: "list" as const,
          joins: [{ file: "investors.csv", on: { investor: "id" }, columns: ["name"] }],
        },
        { file: "orgs.csv", on: { id: "round" }, columns: ["org"], optional: true },
      ],
      fields: {
        announcedAt: "date",
        "company.name": "org",
        round: "stage",
        investors: { column: "name", split: "; " },
      },
    };
    expect(await read(path, map)).toMatchObject({
      texts: [
        ["2026-05-04", "Hollin+Ardholt"],
        ["2026-05-05", ""],
      ],
      notes: ["1 row has no match in investments.csv.", "There is no orgs.csv, so nothing was added from it."],
    });
  });

  it("reads only the latest row of a key, and of rows with one date the last", async () => {
    const rows = ["a,03/05/2026,A1", "b,,B1", "a,04/05/2026,A2", ",01/01/2026,C1", "b,x,B2", "a,02/05/2026,A3"];
    const latest = { ...FUNDING, key: ["no"], latest: "date", dates: ["dd/mm/yyyy" as const] };
    const map = { ...latest, where: [{ column: "name", notIn: ["Test"] }], fields: { announcedAt: "name" } };
    const path = file("amended.csv", ["no,date,name", ...rows, "a,01/01/2027,Test", ",01/01/2026,C2"].join("\n"));
    expect(await read(path, map)).toEqual({
      texts: [["A2"], ["C1"], ["B2"], ["C2"]],
      lines: [4, 5, 6, 9],
      leftOut: 4,
      notes: ["3 rows were superseded by a later row with the same key."],
    });
    await expect(read(path, { ...map, key: [] })).rejects.toThrow("latest needs key, the columns of a key.");
  });

  it("repeats the values of the row above where all of some columns are empty", async () => {
    const path = file("sheet.csv", "name,site,date\nA,a.example,2026-05-03\n,,2026-05-04\nB,,2026-05-05\n,,2026-05-06");
    const map = { ...FUNDING, fillDown: ["name", "site"], where: [{ column: "name", notIn: ["B"] }] };
    expect(await read(path, { ...map, fields: { announcedAt: { columns: ["name", "site", "date"] } } })).toMatchObject({
      texts: [["A a.example 2026-05-03"], ["A a.example 2026-05-04"]],
      leftOut: 2,
    });
  });

  it("reads the file as the map says, and names the members when it must choose", async () => {
    const path = file("old.csv", Buffer.from('x\nName_Date\n"Œuvre"_2026-05-04\n'.replace("Œ", "\x8c"), "latin1"));
    const map = { ...FUNDING, fields: { announcedAt: "Date", "company.name": "Name" } };
    const stated = { ...map, delimiter: "_", quotes: false, header: 2, encoding: "windows-1252" as const };
    expect((await read(path, stated)).texts).toEqual([["2026-05-04", '"Œuvre"']]);
    await expect(read(file("forms.zip", createZip(FORMS)), map)).rejects.toThrow(
      "has 4 files; choose one of f/SUBMISSION",
    );
    const condition = { ...stated, where: [{ column: "Stage", in: ["Seed"] }] };
    await expect(read(path, condition)).rejects.toThrow("The file lacks columns used by the map: Stage;");
  });
});

describe("the published schema of maps", () => {
  it("is that of the importer", () => {
    const path = resolve(import.meta.dirname, "../../../docs/import-map.schema.json");
    // It is written by write-map-schema.ts.
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(JSON.parse(JSON.stringify(mapJsonSchema())));
  });
});
