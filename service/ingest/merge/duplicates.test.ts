/** Tests that sources in any order give the same companies, and that doubtful pairs are listed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { undoImport } from "../imports/undo";
import { emptyRecords, importLines, readAnswers } from "../testing";
import { mergeByHand } from "./merge";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const company = (source: string, key: string, record: Record<string, unknown>) =>
  importLines(database.pool, [{ kind: "company", key, record }], { source });

async function names(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>("select name from companies order by name");
  return rows.map((row) => row.name);
}

async function listed(): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>(
    `select concat_ws(' | ', least(l.name, r.name), greatest(l.name, r.name), d.rule) as text
     from possible_duplicates d join companies l on l.id = d.left_id join companies r on r.id = d.right_id order by 1`,
  );
  return rows.map((row) => row.text);
}

const REPORTS = {
  registry: ["r7", { name: "Kestrel Robotics GmbH", hqCity: "Kiel" }],
  site: ["s7", { name: "Kestrel Robotics", domain: "kestrel.example" }],
  guide: ["g7", { name: "Kestrel Robotics", domain: "kestrel.example", hqCity: "Kiel" }],
} as const;

describe("a report that shows two known companies to be one", () => {
  const orders: (keyof typeof REPORTS)[][] = [
    ["registry", "site", "guide"],
    ["site", "registry", "guide"],
    ["guide", "registry", "site"],
    ["guide", "site", "registry"],
    ["registry", "guide", "site"],
    ["site", "guide", "registry"],
  ];
  it.each(orders)("makes one of them in the order %s, %s, %s", async (...order) => {
    for (const source of order) {
      const [key, facts] = REPORTS[source];
      await company(source, key, facts);
    }
    expect(await names()).toHaveLength(1);
    const { rows } = await database.pool.query("select distinct id from external_keys where source <> ''");
    expect(rows).toHaveLength(1);
  });

  it("leaves two when it is undone, whichever sources follow", async () => {
    await company("registry", ...REPORTS.registry);
    await company("site", ...REPORTS.site);
    const before = await readAnswers(database.pool);
    const guide = await company("guide", ...REPORTS.guide);
    expect(await names()).toHaveLength(1);
    await company("registry", "r7", { ...REPORTS.registry[1], foundedYear: 2019 });
    expect(await names()).toHaveLength(1);
    await undoImport(database.pool, guide.id, new Date());
    expect(await names()).toHaveLength(2);
    expect(await readAnswers(database.pool)).not.toEqual(before);
  });
});

it.each([
  ["Lumo", "Lumo.in"],
  ["Lumo.in", "Lumo"],
  ["Lumo's", "Lumos"],
  ["Lumo Group", "Lumo"],
])("%s and %s are one once both are known to be in one city", async (one, other) => {
  await company("registry", "r7", { name: one, hqCity: "Pune" });
  await company("guide", "g7", { name: other });
  expect(await names()).toHaveLength(2);
  await company("guide", "g7", { name: other, hqCity: "Pune" });
  expect(await names()).toHaveLength(1);
});

describe("two companies that may be one", () => {
  it("are listed once, when their names are alike and no fact agrees", async () => {
    await company("registry", "1", { name: "Kestrel Robotics" });
    await company("site", "2", { name: "Kestrel Robotics", domain: "kestrel.example" });
    await company("site", "3", { name: "Kestrel Robotics Systems", domain: "kestrel-systems.example" });
    await company("registry", "1", { name: "Kestrel Robotics", foundedYear: 2001 });
    expect(await names()).toHaveLength(3);
    expect(await listed()).toContain("Kestrel Robotics | Kestrel Robotics | name alone");
    expect(new Set(await listed()).size).toBe((await listed()).length);
  });

  it("are listed when one is misspelled, unless the names are short and nothing else agrees", async () => {
    await company("registry", "1", { name: "Kestrel Robotics", domain: "kestrel.example" });
    await company("registry", "2", { name: "Ambler", hqCountry: "GB" });
    await company("daily", "3", { name: "Kestrel Robtoics" });
    await company("daily", "4", { name: "Amblea" });
    expect(await listed()).toEqual(["Kestrel Robotics | Kestrel Robtoics | misspelled name"]);
    await company("wire", "5", { name: "Amblex", hqCountry: "GB" });
    expect(await listed()).toContain("Ambler | Amblex | misspelled name");
  });

  it.each([
    ["one source has a key for each", "registry", { name: "Kestrel Robotics" }],
    ["a fact contradicts", "site", { name: "Kestrel Robotics", hqCountry: "FR" }],
    ["both have numbers, which differ", "site", { name: "Kestrel Robotics 2" }, "Kestrel Robotics 3"],
  ])("are not listed when %s", async (_, source, other, name?: string) => {
    await company("registry", "1", { name: name ?? "Kestrel Robotics", hqCountry: "DE" });
    await company(source, "2", other);
    expect(await listed()).toEqual([]);
  });
});

it("a company and the one that it acquired stay two when later reports agree on the facts of both", async () => {
  const deal = (facts: object) => ({
    kind: "acquisition",
    record: {
      target: { name: "Lumo", ...facts },
      acquirer: { name: "Lumo Group", ...facts },
      announcedAt: "2026-01-02",
    },
  });
  await importLines(database.pool, [deal({})], { source: "wire" });
  const facts = { hqCity: "Kiel", hqCountry: "DE" };
  await company("registry", "1", { name: "Lumo", ...facts });
  await company("site", "2", { name: "Lumo Group", ...facts });
  const { rejections } = await importLines(database.pool, [deal(facts)], { source: "guide" });
  expect(rejections).toMatchObject([{ reason: expect.stringContaining("Acquirer and target are the same") }]);
  const { rows } = await database.pool.query<{ id: string; name: string }>(
    "select c.id, c.name from acquisitions a join companies c on c.id in (a.acquirer_id, a.target_id) order by c.name",
  );
  expect(rows.map(({ name }) => name)).toEqual(["Lumo", "Lumo Group"]);
  const [target = expect.fail(), acquirer = expect.fail()] = rows.map(({ id }) => id);
  await expect(mergeByHand(database.pool, [target, acquirer], new Date())).rejects.toThrow(
    "cannot be one company: one of them acquired the other",
  );
});

it("a target whose name comes to mean the acquirer most stays open", async () => {
  const lumo = { name: "Lumo.in", hqCity: "Pune" };
  await importLines(database.pool, [
    { kind: "company", record: { name: "Lumo.in", domain: "kestrel.example" } },
    {
      kind: "acquisition",
      record: { target: lumo, acquirer: { id: "x", name: "Lumo", domain: "lumo.example" }, announcedAt: "2026-03-02" },
    },
  ]);
  await importLines(database.pool, [{ kind: "company", key: "x", record: lumo }]);
  const { rows } = await database.pool.query("select record from acquisitions");
  expect(rows.map(({ record }) => JSON.parse(record))).toMatchObject([
    { target: { id: null, ...lumo }, acquirer: { domain: "lumo.example", ...lumo } },
  ]);
});

it("a damaged source that states the facts of many makes no one of them", async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    kind: "company",
    key: `k${index}`,
    record: { name: "Kestrel Robotics", domain: `k${index}.example` },
  }));
  await importLines(database.pool, many, { source: "registry" });
  await company("poison", "p", { name: "Kestrel Robotics", hqCity: "Kiel" });
  expect(await names()).toHaveLength(31);
});
