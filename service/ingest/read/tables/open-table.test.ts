import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { chooseMember, openSource } from "../files/source";
import { createZip } from "../testing-zip";
import { includedNotes, readIncluded } from "./json-api";
import { withoutNaN } from "./json-items";
import { openTable, readSampleRows } from "./open-table";
import type { TableOptions, TableRow } from "./table";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dealflow-tables-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(path: string, options: TableOptions = {}, member?: string) {
  const table = await openTable(chooseMember(await openSource(path), member), options);
  const rows: TableRow[] = [];
  for await (const row of table.rows) rows.push(row);
  return { header: table.header, rows, notes: table.notes() };
}

const ROUND = {
  company: { name: "Quorvane", tags: ["ai", "saas"] },
  amount: 2_500_000,
  investors: [{ name: "Hollin" }, { name: "Ardholt", id: 4 }],
  isOpen: false,
  note: null,
};
const FLAT = [
  ["company.name", "company.tags", "amount", "investors", "isOpen"],
  ["Quorvane", "ai; saas", "2500000", "Hollin; Ardholt", "false"],
];

describe("columns for each of several rounds", () => {
  const WIDE = [
    "Name,City,Seed_Amount,Seed_Date,Series_A_Amount,Series_A_Date,No_Stage_Amount,No_Stage_Date",
    "Quorvane,Oslo,1000,2020-01-02,2000,2021-03-04,,",
    "Oakmesh,Riga,,,,,300,2019-05-06",
    "Hollin,Bonn,,,,,,",
  ].join("\n");

  it("are read as rows of their own", async () => {
    const { header, rows, notes } = await read(file("wide.csv", WIDE));
    expect(header).toEqual(["Name", "City", "rounds.stage", "rounds.amount", "rounds.date"]);
    expect(rows).toEqual([
      { line: 1, cells: ["Quorvane", "Oslo", "Seed", "1000", "2020-01-02"] },
      { line: 2, cells: ["Quorvane", "Oslo", "Series A", "2000", "2021-03-04"] },
      { line: 3, cells: ["Oakmesh", "Riga", "", "300", "2019-05-06"] },
      { line: 4, cells: ["Hollin", "Bonn", "", "", ""] },
    ]);
    expect(notes).toEqual([expect.stringContaining("rows of their own")]);
  });

  it("stay as they are for a map that reads them, and where only one round has a date", async () => {
    expect((await read(file("wide.csv", WIDE), { columns: ["Seed_Amount"] })).header).toContain("Seed_Amount");
    const one = "Name,Seed_Amount,Seed_Date,Series_A_Amount\nQuorvane,1000,2020-01-02,2000";
    expect((await read(file("one.csv", one))).header).toEqual(one.split("\n")[0]?.split(","));
  });
});

describe("a JSON document", () => {
  it.each([
    ["a list", [ROUND]],
    ["a list in an object", { meta: { columns: ["a"], total: 1 }, data: [ROUND] }],
    ["a list deeper in an object", { status: "ok", answer: { page: 1, rows: [ROUND], more: [{ x: 1 }] } }],
  ])("is read from %s, with nested fields as columns", async (_, document) => {
    const { header, rows } = await read(file("a.json", JSON.stringify(document)));
    expect([header, rows]).toEqual([FLAT[0], [{ line: 1, cells: FLAT[1] }]]);
  });

  it("is read from the answer of a SPARQL service", async () => {
    const value = (text: string) => ({ type: "literal", "xml:lang": "en", value: text });
    const bindings = [{ item: value("Q1"), itemLabel: value("Quorvane") }, { item: value("Q2") }];
    const { header, rows } = await read(
      file("a.json", JSON.stringify({ head: { vars: ["item", "itemLabel"] }, results: { bindings } })),
    );
    expect(header).toEqual(["item", "itemLabel"]);
    expect(rows.map((row) => "cells" in row && row.cells)).toEqual([
      ["Q1", "Quorvane"],
      ["Q2", ""],
    ]);
  });

  it("is read from an export of MongoDB, which states the types of values", async () => {
    const records = [
      { _id: { $oid: "5c07" }, name: "Quorvane", founded: { $numberInt: "2018" } },
      { _id: { $oid: "5c08" }, name: "Oakmesh", founded: { $date: { $numberLong: "1543500000000" } } },
    ];
    const { header, rows } = await read(file("a.json", JSON.stringify(records)));
    expect(header).toEqual(["_id", "name", "founded"]);
    expect(rows.map((row) => "cells" in row && row.cells)).toEqual([
      ["5c07", "Quorvane", "2018"],
      ["5c08", "Oakmesh", "1543500000000"],
    ]);
  });

  it("has the records of groups, and the groups that are records themselves", async () => {
    const rows = [{ company: "Veld", stage: "Seed", amount: 1 }];
    const weeks = [
      { week: "W31", lead: rows, more: [{ company: "Quist", stage: "Grant", amount: 2 }] },
      { week: "W32", lead: rows },
    ];
    const grouped = await read(file("a.json", JSON.stringify({ weeks })));
    expect(grouped.header).toEqual(["week", "company", "stage", "amount"]);
    expect(grouped.rows.map((row) => [row.line, "cells" in row && row.cells.join(" ")])).toEqual([
      [1, "W31 Veld Seed 1"],
      [2, "W31 Quist Grant 2"],
      [3, "W32 Veld Seed 1"],
    ]);
    const records = [{ name: "Veld", offers: [{ title: "Seed", amount: 1, date: "2026-05-04" }] }];
    expect((await read(file("b.json", JSON.stringify(records)))).header).toEqual(["name", "offers"]);
  });

  it("has a row for each round of a company, but not for the companies of an investor", async () => {
    const rounds = [
      { date: "2026-05-04", amount: 1 },
      { date: "2024-03-02", amount: 2 },
    ];
    const companies = [
      { name: "Veld", rounds },
      { name: "Quist", rounds: [] },
    ];
    const { header, rows } = await read(file("a.json", JSON.stringify(companies)));
    expect(header).toEqual(["name", "rounds.date", "rounds.amount"]);
    expect(rows.map((row) => [row.line, "cells" in row && row.cells.join(" ")])).toEqual([
      [1, "Veld 2026-05-04 1"],
      [2, "Veld 2024-03-02 2"],
      [3, "Quist  "],
    ]);
    const years = [
      {
        name: "Veld",
        funding: [
          { year: 2016, amount: 1 },
          { year: 2018, amount: 2 },
        ],
      },
    ];
    expect((await read(file("c.json", JSON.stringify(years)))).header).toEqual([
      "name",
      "funding.year",
      "funding.amount",
    ]);
    const investors = [{ name: "Hollin", deals: rounds.map((round) => ({ company: "Veld", ...round })) }];
    expect((await read(file("b.json", JSON.stringify(investors)))).rows).toHaveLength(1);
  });

  it("is read from the list that has most, not from the first one", async () => {
    const document = {
      sources: [{ name: "Wire" }],
      data: { rounds: [{ company: "Veld", tags: [{ a: 1 }] }, { company: "Quist" }] },
    };
    expect((await read(file("a.json", JSON.stringify(document)))).header).toContain("company");
  });

  it("has the members of a document that are records, with their keys", async () => {
    const document = {
      quorvane: { amount: 1, round: "Seed", history: [{ url: "a" }] },
      oakmesh: { amount: 2, round: "Grant" },
    };
    const { header, rows } = await read(file("a.json", JSON.stringify(document)));
    expect(header).toEqual(["entry", "amount", "round", "history.url"]);
    expect(rows.map((row) => "cells" in row && row.cells.slice(0, 2))).toEqual([
      ["quorvane", "1"],
      ["oakmesh", "2"],
    ]);
    const answer = {
      meta: { page: 1, of: 2 },
      data: { rounds: [{ company: "Veld", round: "Seed", amount: 1, city: "Kiel" }] },
    };
    expect((await read(file("b.json", JSON.stringify(answer)))).header).toEqual(["company", "round", "amount", "city"]);
  });

  it("has the addresses of sources, and the values of lists of records in columns", async () => {
    const row = {
      company: "Veld",
      sources: [{ title: "Veld raises", url: "https://a.example/1", outlet: "Wire" }],
      references: [
        { name: "Wire", url: "https://a.example/1" },
        { name: "Post", url: "https://b.example/2" },
      ],
      investors: [{ slug: "hollin", lead: true }, { slug: "ardholt" }],
      participants: [{ investor: { name: "Quist", type: "vc" }, lead: true }],
    };
    const { header, rows } = await read(file("a.json", JSON.stringify([row])));
    expect(
      Object.fromEntries(header.map((name, at) => [name, rows[0] && "cells" in rows[0] && rows[0].cells[at]])),
    ).toEqual({
      company: "Veld",
      "sources.title": "Veld raises",
      "sources.url": "https://a.example/1",
      "references.name": "Wire; Post",
      "references.url": "https://a.example/1; https://b.example/2",
      "sources.outlet": "Wire",
      "investors.slug": "hollin; ardholt",
      "investors.lead": "true",
      "participants.investor.name": "Quist",
      "participants.investor.type": "vc",
      "participants.lead": "true",
    });
  });

  it("is read from the list that is named", async () => {
    const path = file("a.json", JSON.stringify({ a: [{ x: 1 }], b: { c: [{ y: 2 }] } }));
    expect((await read(path, { sheet: "b.c" })).header).toEqual(["y"]);
    await expect(read(path, { sheet: "d" })).rejects.toThrow('a.json has no list of objects at "d".');
  });

  it.each([
    {
      columns: ["name", "amount"],
      index: [0, 1],
      data: [
        ["Quorvane", 2],
        ["Hollin", null],
      ],
    },
    {
      meta: {
        view: {
          columns: [
            { id: 1, name: "name" },
            { id: 2, name: "amount" },
          ],
        },
      },
      data: [
        ["Quorvane", 2],
        ["Hollin", null],
      ],
    },
    { range: "A1:B3", values: [["name", "amount"], ["Quorvane", 2], ["Hollin"]] },
    [
      ["name", "amount"],
      ["Quorvane", 2],
      ["Hollin", ""],
    ],
  ])("is read from rows that are lists, with the header of the document (%#)", async (document) => {
    const { header, rows } = await read(file("lists.json", JSON.stringify(document)));
    expect(header).toEqual(["name", "amount"]);
    expect(rows.map((row) => "cells" in row && row.cells)).toEqual([
      ["Quorvane", "2"],
      ["Hollin", ""],
    ]);
  });

  it("is read from lists of like objects as one, with the key of each", async () => {
    const document = {
      about: { authors: [{ name: "Wire", role: "editor", desk: "Berlin" }] },
      corp: [
        { name: "Hollin", role: "Strategic", body: "Chips", tags: ["US"] },
        { name: "Ardholt", role: "Strategic", body: "Cars" },
      ],
      vc: [{ name: "Quist", role: "Lead", colead: true, body: "Fund", tags: [] }],
    };
    const { header, rows, notes } = await read(file("a.json", JSON.stringify(document)));
    expect(header).toEqual(["entry", "name", "role", "body", "tags", "colead"]);
    expect(rows.map((row) => [row.line, "cells" in row && row.cells.slice(0, 2)])).toEqual([
      [1, ["corp", "Hollin"]],
      [2, ["corp", "Ardholt"]],
      [3, ["vc", "Quist"]],
    ]);
    expect(notes).toEqual([
      "The lists corp, vc were read as one; entry says which.",
      'The list corp was read; there are also about.authors (1 object). A map with "sheet": "about.authors" reads another one.',
    ]);
  });

  it.each([
    ["have other keys", { name: "Hollin", type: "vc", country: "US" }],
    ["are named after another kind of records", { id: 7, name: "Hollin", city: "Kiel" }],
  ])("says which lists are left out, such as those that %s", async (_, investor) => {
    const company = { id: 1, name: "Quorvane", city: "Pune" };
    const path = file("a.json", JSON.stringify({ companies: [company, company], investors: [investor] }));
    const { header, rows, notes } = await read(path);
    expect([header, rows.length]).toEqual([["id", "name", "city"], 2]);
    expect(notes).toEqual([
      'The list companies was read; there are also investors (1 object). A map with "sheet": "investors" reads another one.',
    ]);
    expect(await read(path, { sheet: "investors" })).toMatchObject({ header: Object.keys(investor), notes: [] });
  });

  it("compares lists after a very long one by their first object", async () => {
    const round = { company: "Veld", round: "Seed", amount: 1 };
    const document = { "2025": Array.from({ length: 2_500 }, () => round), "2026": [round], wires: [{ url: "a" }, {}] };
    const { header, rows, notes } = await read(file("a.json", JSON.stringify(document)));
    expect([header, rows.length]).toEqual([["company", "round", "amount"], 2_501]);
    expect(notes).toEqual([
      "The column entry occurs first in row 2501 and was left out; name it in the map to read it.",
      "The lists 2025, 2026 were read as one; entry says which.",
      'The list 2025 was read; there are also wires (2 objects). A map with "sheet": "wires" reads another one.',
    ]);
  });

  it("keeps columns that the map needs, and notes others that begin after the sample", async () => {
    const objects = Array.from({ length: 2_500 }, (_, index) => (index < 2_400 ? { a: index } : { a: 1, b: 2, c: 3 }));
    const { header, rows, notes } = await read(file("a.json", JSON.stringify(objects)), { columns: ["B"] });
    expect(header).toEqual(["a", "B"]);
    expect(rows).toHaveLength(2_500);
    expect(notes).toEqual([
      "The column b occurs first in row 2401 and was left out; name it in the map to read it.",
      "The column c occurs first in row 2401 and was left out; name it in the map to read it.",
    ]);
  });

  it("reads the identifiers of Crunchbase's API as names, and places by their types", async () => {
    const identifier = (value: string, more = {}) => ({ permalink: value.toLowerCase(), uuid: "5d2c", value, ...more });
    const place = (value: string, type: string) => identifier(value, { location_type: type });
    const entity = {
      identifier: identifier("Seed - Quorvane"),
      funded_organization_identifier: identifier("Quorvane"),
      investor_identifiers: [identifier("Hollin"), identifier("Veld")],
      locations: [place("Kiel", "city"), place("Germany", "country")],
    };
    const { header, rows } = await read(file("crunchbase.json", JSON.stringify({ entities: [entity, entity] })));
    const names = ["identifier", "funded_organization", "investors", "locations.country", "locations.city"];
    expect(header).toEqual(names);
    expect(rows[0]).toMatchObject({ cells: ["Seed - Quorvane", "Quorvane", "Hollin; Veld", "Germany", "Kiel"] });
  });

  it("has nothing in place of the NaN of Python, which texts may contain", async () => {
    const rows = [
      '{"name": "Oakmesh, NaN\\"", "year": 2001, "city": NaN}',
      '{"name": "Veld\\\\", "city": "Riga", "year": NaN}',
    ];
    const expected = [
      ["name", "year", "city"],
      [
        { line: 1, cells: ['Oakmesh, NaN"', "2001", ""] },
        { line: 2, cells: ["Veld\\", "", "Riga"] },
      ],
    ];
    for (const [name, text] of [
      ["nan.json", `[${rows.join(", ")}]`],
      ["nan-lines.json", rows.join("\n")],
    ] as const) {
      const { header, rows } = await read(file(name, text));
      expect([header, rows]).toEqual(expected);
    }
    await expect(read(file("a.json", '[{"name": Nan}]'))).rejects.toThrow("a.json is not valid JSON, or is cut off");
  });

  it("has what its records state where a word is cut between two reads", async () => {
    const text = (async function* () {
      for (const part of ['[{"a": N', "a", 'N, "b": "N', 'aN"}] Nap']) yield Buffer.from(part);
    })();
    let whole = "";
    for await (const part of withoutNaN(text)) whole += part.toString();
    expect(whole).toBe('[{"a": "" , "b": "NaN"}] Nap');
  });

  it("reports what is no list, cut off, or nested too deeply", async () => {
    await expect(read(file("a.json", '{"a": {"b": [1, 2]}}'))).rejects.toThrow("a.json has no list of objects");
    await expect(read(file("a.json", '[{"a": 1}, {"a": '))).rejects.toThrow("a.json is not valid JSON, or is cut off");
    const deep = `[{"a": 1}, {"a": ${'{"b": '.repeat(40)}1${"}".repeat(40)}}, 7]`;
    expect((await read(file("a.json", deep))).rows.slice(1)).toEqual([
      { line: 2, reason: "The row is nested deeper than 32 levels." },
      { line: 3, reason: "The row must be an object." },
    ]);
    const bomb = `{"a": ${"[".repeat(100_000)}`;
    await expect(read(file("a.json", bomb))).rejects.toThrow("a.json is nested deeper than 32 levels.");
  });

  it("is read from lines, and refuses those that are not valid", async () => {
    const lines = `${JSON.stringify(ROUND)}\n\nx\n{"amount":1e21}\n`;
    const { header, rows } = await read(file("a.ndjson", gzipSync(lines)));
    expect([header, rows]).toEqual([
      FLAT[0],
      [
        { line: 1, cells: FLAT[1] },
        { line: 3, reason: 'The line is not valid JSON: "x".' },
        { line: 4, cells: ["", "", "1000000000000000000000", "", ""] },
      ],
    ]);
  });
});

describe("a JSON:API document", () => {
  const link = (type: string, id: string) => ({ type, id });
  const round = {
    ...link("event", "e1"),
    attributes: { amount: 5, stage: "Seed" },
    relationships: {
      company: { data: link("company", "c1") },
      investors: { data: [link("company", "c2"), link("company", "c3")], links: { self: "https://a.example/e1" } },
      lead: { data: null },
      wires: { links: { related: "https://a.example/e1/wires" } },
    },
    links: { self: "https://a.example/e1" },
  };
  const company = (id: string, name: string) => ({
    ...link("company", id),
    attributes: { domain: `${id}.example`, company_name: name, more: { size: "11-50", tags: ["a", "b", "c"] } },
  });
  const included = [company("c1", "Quorvane"), company("c2", "Hollin"), company("c3", "Ardholt")];
  const header = ["type", "id", "attributes.amount", "attributes.stage"];

  it.each([
    ["after them", { data: [round], included }],
    ["before them", { included, data: [round] }],
  ])("has what its records refer to, which is included %s", async (_, document) => {
    const table = await read(file("a.json", JSON.stringify(document)));
    expect(table.header).toEqual([
      ...header,
      ...["company.name", "company.domain", "company.more.size", "company.more.tags", "investors"],
    ]);
    expect(table.rows).toEqual([
      {
        line: 1,
        cells: ["event", "e1", "5", "Seed", "Quorvane", "c1.example", "11-50", "a; b; c", "Hollin; Ardholt"],
      },
    ]);
    expect(table.notes).toEqual([]);
  });

  it.each([
    ["a document that includes nothing", "a.json", JSON.stringify({ data: [round] })],
    ["a document that includes others", "a.json", JSON.stringify({ data: [round], included: [company("c9", "Veld")] })],
    ["lines", "a.jsonl", JSON.stringify(round)],
  ])("has no columns for references of %s", async (_, name, text) => {
    const table = await read(file(name, text));
    expect([table.header, table.rows]).toEqual([header, [{ line: 1, cells: ["event", "e1", "5", "Seed"] }]]);
  });

  it("holds a limited number of what is included, and says so", async () => {
    const text = JSON.stringify({ data: [round], included });
    const read = (objects: number, characters = 1_000) =>
      readIncluded(Readable.from([Buffer.from(text)]), "a.json", { objects, characters });
    expect([...(await read(2)).objects.keys()]).toEqual(["company c1", "company c2"]);
    expect(includedNotes(await read(2))).toEqual([
      "References were resolved to the first 2 objects of included only; others say nothing.",
    ]);
    expect(includedNotes(await read(3))).toEqual([]);
    expect([...(await read(3, 150)).objects.keys()]).toEqual(["company c1"]);
  });
});

describe("people with lists of positions", () => {
  const people = [
    {
      ...{ name: "Ines Calloway", id: 7, location: "Berlin", company: "Quorvane", title: "CEO" },
      positions: [
        { company: "Quorvane", title: "CEO", start: "2024-05" },
        { company: "Oakmesh", title: "CFO", start: "2021-03" },
      ],
    },
    {
      name: "Bram Okafor",
      company: "Veld",
      title: "COO",
      positions: [{ company: "Solenne", title: "CFO", start: "2019" }],
    },
  ];

  it.each([
    ["a.json", JSON.stringify({ people }), []],
    [
      "a.jsonl",
      people.map((one) => JSON.stringify(one)).join("\n"),
      ["Objects that list rounds or positions were read as these; lines count these rows."],
    ],
  ])("have a row for each position, with none of what the person does now (%s)", async (name, text, notes) => {
    const table = await read(file(name, text));
    expect(table.header).toEqual(["name", "person.id", "person.location", "company", "title", "start"]);
    expect(table.rows).toEqual([
      { line: 1, cells: ["Ines Calloway", "7", "Berlin", "Quorvane", "CEO", "2024-05"] },
      { line: 2, cells: ["Ines Calloway", "7", "Berlin", "Oakmesh", "CFO", "2021-03"] },
      { line: 3, cells: ["Bram Okafor", "", "", "Veld", "COO", ""] },
      { line: 4, cells: ["Bram Okafor", "", "", "Solenne", "CFO", "2019"] },
    ]);
    expect(table.notes).toEqual(notes);
  });

  it("are other lists where the items name no employer", async () => {
    const jobs = ["Engineer", "Designer"].map((title) => ({ title, start: "2024" }));
    expect((await read(file("a.json", JSON.stringify([{ name: "Quorvane", jobs }])))).rows).toHaveLength(1);
  });
});

describe("lines of several kinds", () => {
  const lines = [
    { type: "header", version: 3 },
    { type: "round", company: "Quorvane", stage: "Seed", amount: 5, date: "2024-04-03" },
    { type: "move", person: "Ines Calloway", company: "Quorvane", title: "CEO", date: "2024-06-01" },
    { type: "round", company: "Oakmesh", stage: "Seed", date: "2024-04-03" },
  ];
  const readLines = (columns?: readonly string[]) =>
    read(file("a.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")), { columns });

  it("are read as the most frequent kind, and the others are refused", async () => {
    const { rows } = await readLines();
    const reason = (type: string) =>
      `The row has the type "${type}", and rows with "round" are read; "where" in a map reads others.`;
    expect(rows.map((row) => ("reason" in row ? row.reason : row.cells[2]))).toEqual([
      ...[reason("header"), "Quorvane", reason("move"), "Oakmesh"],
    ]);
  });

  it("are all read for a map with a condition on the kind", async () => {
    expect((await readLines(["company", "type"])).rows.filter((row) => "reason" in row)).toEqual([]);
  });

  it("are one kind where the types name something else", async () => {
    const rounds = ["seed", "debt", "seed"].map((type) => JSON.stringify({ type, company: "Veld", date: "2024" }));
    expect((await read(file("a.jsonl", rounds.join("\n")))).rows.filter((row) => "reason" in row)).toEqual([]);
  });
});

describe("a workbook", () => {
  const cell = (value: string | number) => ({ value });
  const day = (text: string) => ({ value: new Date(text), type: Date, format: "dd/mm/yyyy hh:mm" }) as const;
  const rounds = [
    [cell("Rounds of 2026")],
    [],
    [cell("Company"), cell("Date"), cell("Amount")],
    [cell("Quorvane"), day("2026-05-04T00:00:00Z"), cell(2.5)],
    [cell("Oakmesh"), day("2026-05-04T13:30:00Z")],
  ];

  it("is read from the sheet with the most rows, or the named one, with dates as ISO text", async () => {
    const sheets = [
      { sheet: "About", data: [[cell("Title")], [cell("x")], [cell("y")], [cell("z")], [cell("w")], [cell("v")]] },
      { sheet: "Rounds", data: rounds },
    ];
    const path = file("a.xlsx", await writeWorkbook(sheets).toBuffer());
    const { header, rows, notes } = await read(path);
    expect(header).toEqual(["Company", "Date", "Amount"]);
    expect(rows).toEqual([
      { line: 4, cells: ["Quorvane", "2026-05-04", "2.5"] },
      { line: 5, cells: ["Oakmesh", "2026-05-04T13:30:00.000Z", ""] },
    ]);
    expect(notes).toEqual(["The sheet Rounds was read; there are also About."]);
    expect((await read(path, { sheet: "about" })).header).toEqual(["Title"]);
    await expect(read(path, { sheet: "x" })).rejects.toThrow("a.xlsx has no sheet x; it has About, Rounds.");
  });

  it("has the currencies that its formats show, and merged cells in each of their rows", async () => {
    const money = (value: number, format: string) => ({ value, type: Number, format });
    const data = [
      [cell("Company"), cell("Round"), cell("Amount")],
      [{ value: "Quorvane", rowSpan: 2 }, cell("Seed"), money(1_200_000, "[$€-407] #,##0.00")],
      [null, cell("Series A"), money(8_500_000, '"£"#,##0.0,,"m"')],
      [{ value: "Oakmesh", columnSpan: 2 }, null, money(2.5, '#,##0.0" Mio. CHF"')],
      [cell("Veld"), cell("Seed"), money(3, "0.00")],
    ];
    const { rows } = await read(file("a.xlsx", await writeWorkbook(data).toBuffer()));
    expect(rows.map((row) => ("cells" in row ? row.cells : row.reason))).toEqual([
      ["Quorvane", "Seed", "€1200000"],
      ["Quorvane", "Series A", "£8500000"],
      ["Oakmesh", "", "2.5 Mio. CHF"],
      ["Veld", "Seed", "3"],
    ]);
  });

  it("has the names of the second row of a header whose first one has groups and merged cells", async () => {
    const data = [
      [{ value: "Company", rowSpan: 2 }, { value: "Deal", columnSpan: 2 }, null, { value: "Investors", rowSpan: 2 }],
      [null, cell("Date"), cell("Amount"), null],
      [cell("Quorvane"), cell("2026-05-04"), cell(2), cell("Hollin")],
      [cell("Oakmesh"), cell("2026-05-05"), cell(3), cell("Ardholt")],
    ];
    const { header, rows } = await read(file("a.xlsx", await writeWorkbook(data).toBuffer()));
    expect(header).toEqual(["Company", "Date", "Amount", "Investors"]);
    expect(rows.map(({ line }) => line)).toEqual([3, 4]);
  });

  it("is read from a hidden sheet only where that is named", async () => {
    const cells = (line: number, texts: readonly string[]) =>
      texts.map((text, at) => `<c r="${"AB"[at]}${line}" t="inlineStr"><is><t>${text}</t></is></c>`).join("");
    const sheet = (...rows: string[][]) =>
      `<worksheet><sheetData>${rows.map((texts, at) => `<row r="${at + 1}">${cells(at + 1, texts)}</row>`).join("")}</sheetData></worksheet>`;
    const relation = (id: number) =>
      `<Relationship Id="r${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${id}.xml"/>`;
    const workbook = createZip({
      "[Content_Types].xml": "<Types/>",
      "xl/workbook.xml": `<workbook><sheets><sheet name="A &amp; B" sheetId="1" r:id="r1"/><sheet name="Codes" sheetId="2" state="hidden" r:id="r2"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships>${relation(1)}${relation(2)}</Relationships>`,
      "xl/worksheets/sheet1.xml": sheet(["Company", "City"], ["Quorvane", "Pune"]),
      "xl/worksheets/sheet2.xml": sheet(["Code", "Meaning"], ["a", "b"], ["c", "d"], ["e", "f"]),
    });
    const path = file("a.xlsx", workbook);
    const { header, notes } = await read(path);
    expect([header, notes]).toEqual([["Company", "City"], ["The sheet A & B was read; there are also Codes."]]);
    expect((await read(path, { sheet: "Codes" })).header).toEqual(["Code", "Meaning"]);
  });

  it("is read as a member of an archive, and refused when it unpacks to more than 64 MB", async () => {
    const workbook = await writeWorkbook(rounds).toBuffer();
    const path = file("a.zip", createZip({ "rounds.xlsx": workbook, "other.csv": "A,B\nC,D\n" }));
    expect((await read(path, {}, "*.xlsx")).rows).toHaveLength(2);
    const large = createZip({ "[Content_Types].xml": "", "xl/worksheets/sheet1.xml": Buffer.alloc(65 * 1024 * 1024) });
    await expect(read(file("a.xlsx", large))).rejects.toThrow(
      "a.xlsx is a workbook of more than 64 MB unpacked; save the sheet as CSV and import that.",
    );
    await expect(read(file("a.xlsx", createZip({ "xl/workbook.xml": "" })))).rejects.toThrow("is a damaged workbook");
  });
});

describe("a Parquet file", () => {
  it("is read by groups of rows, from disk and from an archive", async () => {
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: "company", data: ["Quorvane", "Oakmesh", "Veld"], type: "STRING" },
          { name: "amount", data: [5n, 7n, null], type: "INT64" },
          { name: "date", data: [new Date("2026-05-04"), new Date("2026-05-05"), null], type: "TIMESTAMP" },
        ],
        rowGroupSize: 2,
      }),
    );
    const expected = {
      header: ["company", "amount", "date"],
      rows: [
        { line: 1, cells: ["Quorvane", "5", "2026-05-04"] },
        { line: 2, cells: ["Oakmesh", "7", "2026-05-05"] },
        { line: 3, cells: ["Veld", "", ""] },
      ],
      notes: [],
    };
    expect(await read(file("a.parquet", bytes))).toEqual(expected);
    expect(await read(file("a.zip", createZip({ "a.parquet": Buffer.from(bytes) })))).toEqual(expected);
    await expect(read(file("a.parquet", "PAR1 and nothing else of it"))).rejects.toThrow(
      "a.parquet is a damaged Parquet file",
    );
  });
});

describe("openTable", () => {
  it("reports a file that changed while it was read", async () => {
    const path = file("rows.csv", "Name,City\nQuorvane,Pune\n");
    const table = await openTable(chooseMember(await openSource(path), undefined));
    appendFileSync(path, "Oakmesh,Goa\n");
    const drain = async () => {
      for await (const _ of table.rows);
    };
    await expect(drain()).rejects.toThrow("rows.csv changed while it was read");
  });

  it("reads the first rows alone when these are asked for", async () => {
    const path = file("rows.csv", `Name,City\n${"Quorvane,Pune\n".repeat(50_000)}`);
    const [member] = (await openSource(path)).members;
    if (member === undefined) throw new Error("no member");
    const { header, rows } = await readSampleRows(member, {}, 10);
    expect([header, rows.length]).toEqual([["Name", "City"], 10]);
    expect(member.position()).toBeLessThan(member.size);
  });
});
