import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { importFile } from "../testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function importText(text: string, map: object) {
  const folder = await mkdtemp(join(tmpdir(), "values-"));
  const [file, mapFile] = [join(folder, "rounds.csv"), join(folder, "map.json")];
  await writeFile(file, text);
  await writeFile(mapFile, JSON.stringify({ source: "notes", kind: "funding", ...map }));
  const [done] = await importFile(database.pool, [file, "--map", mapFile]);
  if (done === undefined) throw new Error("the file has no part");
  return done;
}

const FIELDS = { "company.name": "Company", announcedAt: "Date", round: "Round" };

it("lists values that look like lists and are stored as one", async () => {
  const { values, totals } = await importText(
    [
      "Company,Date,Round,Tags,Investors",
      'Quorvane,2026-05-04,seed,"food, robots",Hollin & Ardholt',
      'Oakmesh,2026-05-05,seed,"food, robots",Hollin',
      "Elmstead,2026-05-06,seed,Oil and Gas,Ardholt",
      'Ashby,2026-05-07,seed,oats / rye,"Smith & Sons, Inc."',
      'Birch,2026-05-08,seed,robots,"Kestrel, Ardholt, Nim"',
    ].join("\n"),
    { fields: { ...FIELDS, "company.industrySubTags": "Tags", investors: "Investors" } },
  );
  expect(totals.rows.added).toBe(5);
  expect(values.lists(10).map(({ rows, line, left }) => [rows, line, left?.field, left?.value])).toEqual([
    [2, 2, "company.industrySubTags", "food, robots"],
    [1, 2, "investors", "Hollin & Ardholt"],
    [1, 5, "company.industrySubTags", "oats / rye"],
  ]);
  expect(values.lists(1)[0]?.problem).toBe(
    'company.industrySubTags "food, robots" is stored as one value; to split it, add to the rule of company.industrySubTags: "split": "[,、，]".',
  );
});

it("lists names next to which something else may stand, and rounds of which nothing is stated", async () => {
  const names = [
    "Oakmesh (Elm W21)",
    "Led by Veld with participation from Tarn",
    "Hollin - robots for farms",
    "Birch 20%",
  ];
  const plain = ["Bank of Elm", "Studio 54", "quist labs for all people", "Caisse Elm"];
  const rows = [...names, ...plain]
    .map((name, at) => `Quorvane ${at},2026-05-04,seed,${name}`)
    .concat("Kestrel,2026-05-04,,");
  const { values } = await importText(["Company,Date,Round,Investors", ...rows].join("\n"), {
    fields: { ...FIELDS, investors: "Investors" },
  });
  expect(values.doubts(10).map(({ left }) => left?.value)).toEqual([...names, "Kestrel"]);
});

it("lists values by which a source or a map says that nothing is known", async () => {
  const { values } = await importText(
    [
      "Company,Date,Round,Amount,Investors,Country",
      "Quorvane,2026-05-04,?,undisclosed,Undisclosed investors,nowhere",
      "Oakmesh,2026-05-05,unknown,undisclosed,secret,",
      "Elmstead,2026-05-06,N/A,-,,unknown",
    ].join("\n"),
    {
      fields: {
        ...FIELDS,
        amount: "Amount",
        currency: { constant: "USD" },
        investors: { column: "Investors", drop: "^secret$" },
        "company.hqCountry": { column: "Country", values: { nowhere: null } },
      },
    },
  );
  expect(values.nothing(10).map(({ rows, line, problem }) => [rows, line, problem])).toEqual([
    [2, 2, 'amount "undisclosed" states nothing.'],
    [1, 2, 'company.hqCountry "nowhere" states nothing.'],
    [1, 2, 'investors "Undisclosed investors" states nothing.'],
    [1, 3, 'investors "secret" states nothing.'],
    [1, 3, 'round "unknown" states nothing.'],
    [1, 4, 'company.hqCountry "unknown" states nothing.'],
  ]);
  expect(values.lists(10)).toEqual([]);
});
