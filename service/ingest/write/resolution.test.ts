import { acquisition, execMove, fundingEvent } from "@dealflow/contract/records/schemas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { describeOrigin } from "../imports/how";
import { separate } from "../imports/separate";
import { undoImport } from "../imports/undo";
import { contents, emptyRecords, getRows, importLines, storedRecords } from "../testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const importFrom = (source: string, ...lines: readonly unknown[]) => importLines(database.pool, lines, { source });

const names = z.object({ id: z.string(), name: z.string() });
const companies = () => storedRecords(database.pool, "companies", names);
const rounds = () => storedRecords(database.pool, "funding_events", fundingEvent);

async function rules(): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>(
    "select concat_ws(', ', kind, source, rule) as text from judgements order by id",
  );
  return rows.map((row) => row.text);
}

const source = (outlet: string) => [{ url: `https://${outlet}.example/1`, outlet, title: null }];

function round(key: string | null, company: Record<string, unknown>, facts: Record<string, unknown> = {}) {
  const record = { company, round: "seed", amountUsd: 2_000_000, announcedAt: "2026-03-02", ...facts };
  return { kind: "funding", ...(key !== null && { key }), record };
}

function deal(key: string, target: Record<string, unknown>, acquirer: string, announcedAt: string, facts = {}) {
  return { kind: "acquisition", key, record: { target, acquirer: { name: acquirer }, announcedAt, ...facts } };
}

describe("companies named without a domain", () => {
  it("are one when a fact agrees, and keep what the first source stated", async () => {
    await importFrom("wire", round("1", { name: "Kestrel Robotics", hqCountry: "DE" }));
    await importFrom(
      "daily",
      round("9", { name: "KESTREL ROBOTICS GmbH", hqCountry: "DE" }, { announcedAt: "2024-01-05" }),
    );
    const found = await companies();
    expect(found.map(({ name }) => name)).toEqual(["Kestrel Robotics"]);
    expect((await rounds()).map(({ company }) => company.id)).toEqual([found[0]?.id, found[0]?.id]);
    expect(await rules()).toEqual(["company, daily, name and country"]);
  });

  it.each([
    ["with its domain", { name: "Kestrel Robotics", domain: "kestrel.example" }, {}, 1],
    ["with a key", { id: "k", name: "Kestrel Robotics" }, {}, 1],
    [
      "with its domain, in another country",
      { name: "Kestrel Robotics", domain: "kestrel.example", hqCountry: "DE" },
      { hqCountry: "FR" },
      2,
    ],
  ])("are, for one source, the company that it stated %s, in any order", async (_, full, facts, count) => {
    const bare = { name: "KESTREL Robotics Ltd", ...facts };
    const both = [round("1", full), round("2", bare, { announcedAt: "2024-01-05" })];
    for (const lines of [both, both.toReversed()]) {
      await importFrom("wire", ...lines);
      expect(await companies()).toHaveLength(count);
      await emptyRecords(database.pool);
      for (const line of lines) await importFrom("wire", line);
      expect(await companies()).toHaveLength(count);
      expect(new Set((await rounds()).map(({ company }) => company.id)).size).toBe(count);
      await emptyRecords(database.pool);
    }
    await importFrom("wire", ...both);
    await importFrom("daily", round("9", { name: "Kestrel Robotics" }, { announcedAt: "2022-01-05" }));
    // Another source means another company by a bare name, or leaves open which of two it means.
    expect(await companies()).toHaveLength(2);
  });

  it("mean none of two companies of that name that the source states with domains", async () => {
    const kestrel = (key: string, domain?: string) =>
      round(key, { name: "Kestrel", ...(domain && { domain }) }, { announcedAt: `202${key}-01-05` });
    await importFrom("wire", kestrel("1", "kestrel.example"), kestrel("2", "kestrel.test"), kestrel("3"));
    const known = new Set((await companies()).map(({ id }) => id));
    expect(known.size).toBe(2);
    expect((await rounds()).map(({ company }) => company.id)).toEqual(expect.arrayContaining([null]));
  });

  it.each([
    ["shop.kestrel.co.uk", "kestrel.co.uk", 1],
    ["kestrel.github.io", "robotics.github.io", 2],
  ])("with the domains %s and %s are %i", async (one, other, count) => {
    await importFrom("wire", round("1", { name: "Kestrel Robotics", domain: one }));
    await importFrom("daily", round("9", { name: "Kestrel Robotics", domain: other }, { announcedAt: "2024-01-05" }));
    expect(await companies()).toHaveLength(count);
    expect(await rules()).toEqual(count === 1 ? ["company, daily, name and site"] : []);
  });

  it.each([
    ["no fact agrees", { name: "Kestrel Robotics" }, { name: "Kestrel Robotics" }],
    ["the countries differ", { name: "Kestrel", hqCountry: "DE" }, { name: "Kestrel", hqCountry: "FR" }],
    [
      "only a common name and the country agree",
      { name: "Digital Media", hqCountry: "DE" },
      { name: "Digital Media", hqCountry: "DE" },
    ],
    [
      "numbers in the names differ",
      { name: "Kestrel Fund 1", hqCountry: "DE" },
      { name: "Kestrel Fund 2", hqCountry: "DE" },
    ],
  ])("are two when %s", async (_, one, other) => {
    await importFrom("wire", round("1", one));
    await importFrom("daily", round("9", other, { announcedAt: "2024-01-05" }));
    expect(await companies()).toHaveLength(2);
  });

  it("with a new domain are the company of their event, not the one that their source calls alike", async () => {
    await importFrom("registry", round("r1", { id: "us", name: "Kestrel Robotics", hqCountry: "US" }));
    const seriesA = { round: "series-a", announcedAt: "2021-05-06" };
    await importFrom("guide", round("g1", { id: "de", name: "Kestrel Robotics", hqCountry: "DE" }, seriesA));
    await importFrom(
      "daily",
      round("d1", { name: "Kestrel Robotics" }, seriesA),
      round("d2", { name: "Kestrel Robotics", domain: "kestrel.example" }),
    );
    expect((await rounds()).map(({ company }) => [company.hqCountry?.code, company.domain]).sort()).toEqual([
      ["DE", null],
      ["US", "kestrel.example"],
    ]);
  });

  const kestrel = (id: string, facts: object) => ({ kind: "company", key: id, record: { name: "Kestrel", ...facts } });
  it.each([
    [
      "one of them states the domain",
      kestrel("1", { hqCountry: "DE" }),
      kestrel("2", { domain: "kestrel.example" }),
      2,
    ],
    [
      "no domain tells which one",
      kestrel("1", { hqCountry: "DE", hqCity: "Kiel" }),
      kestrel("2", { hqCountry: "DE", hqCity: "Berlin" }),
      3,
    ],
    [
      "a city tells which one",
      kestrel("1", { hqCountry: "DE" }),
      kestrel("2", { hqCountry: "DE", hqCity: "Hamburg" }),
      2,
    ],
  ])("of one source are a known one in any order of rows when %s", async (_, one, other, count) => {
    const known = { name: "Kestrel", domain: "kestrel.example", hqCountry: "DE", hqCity: "Hamburg" };
    const keyless = count === 3 ? { ...known, hqCity: null } : known;
    for (const lines of [
      [one, other],
      [other, one],
    ]) {
      await emptyRecords(database.pool);
      await importFrom("wire", round("w", keyless));
      await importFrom("registry", ...lines);
      const { rows } = await database.pool.query<{ key: string }>(
        `select k.key from external_keys k join company_domains d on d.company_id = k.id
         where k.kind = 'company' and k.source = 'registry'`,
      );
      expect(rows.map(({ key }) => key)).toEqual(count === 3 ? [] : ["2"]);
      expect(await companies()).toHaveLength(count);
    }
  });

  it("are two when two known ones match equally well", async () => {
    const kestrel = (id: string) =>
      round(id, { id, name: "Kestrel Robotics", hqCountry: "DE" }, { announcedAt: `2020-0${id}-01` });
    await importFrom("wire", kestrel("1"), kestrel("2"));
    await importFrom("daily", round("9", { name: "Kestrel Robotics", hqCountry: "DE" }));
    expect(await companies()).toHaveLength(3);
  });

  it("are one in one source by name alone, and the same in each of its imports", async () => {
    const lines = [
      round(null, { name: "Kestrel Robotics" }),
      round(null, { name: "Kestrel  Robotics, Inc." }, { announcedAt: "2020-01-01", round: "series-a" }),
      round(null, { name: "Kestrel Robotics", hqCountry: "FR" }, { announcedAt: "2021-01-01", round: "series-b" }),
    ];
    await importFrom("wire", ...lines);
    expect(await companies()).toHaveLength(1);
    const before = await contents(database.pool);
    const again = await importFrom("wire", ...lines);
    expect(getRows(again)).toBe("0 added, 0 changed, 0 merged, 3 unchanged, 0 refused");
    expect(await contents(database.pool)).toEqual(before);
  });

  it("stay open in an event whose source states only a name of several", async () => {
    await importFrom("wire", round("1", { name: "Kestrel Robotics", hqCountry: "DE" }));
    await importFrom(
      "registry",
      round("7", { name: "Kestrel Robotics", hqCountry: "FR" }, { announcedAt: "2021-05-06" }),
    );
    const bare = (key: string, facts: Record<string, unknown>) => round(key, { name: "Kestrel Robotics" }, facts);
    await importFrom("daily", bare("9", {}), bare("10", { announcedAt: "2024-01-05" }));
    expect(await companies()).toHaveLength(2);
    const found = (await rounds()).map(({ announcedAt, company }) => [
      announcedAt.slice(0, 4),
      company.hqCountry?.code ?? company.id,
    ]);
    // The first round of the daily is the one of the wire, and the second one is of either company.
    expect(found.sort()).toEqual([
      ["2021", "FR"],
      ["2024", null],
      ["2026", "DE"],
    ]);
  });

  it("get the domain that their source states later", async () => {
    await importFrom("wire", round("1", { name: "Kestrel Robotics" }));
    await importFrom(
      "wire",
      round("2", { name: "Kestrel Robotics", domain: "kestrel.example" }, { announcedAt: "2025-01-01" }),
    );
    expect(await companies()).toMatchObject(
      [{ name: "Kestrel Robotics", domain: "kestrel.example" }].map(({ name }) => ({ name })),
    );
    expect((await rounds()).map(({ company }) => company.domain)).toEqual(["kestrel.example", "kestrel.example"]);
  });
});

describe("a host that many companies share", () => {
  it("identifies none of them, in this import and later ones", async () => {
    const page = (key: string, name: string) =>
      round(key, { name, domain: "startup-fair.example" }, { announcedAt: `2025-01-0${key}` });
    await importFrom("fair", page("1", "Kestrel"), page("2", "Lumo Labs"), page("3", "Ardholt"));
    await importFrom("fair", page("4", "Veldspire"), page("5", "Kestrel SAS"));
    expect((await companies()).map(({ name }) => name)).toEqual(["Kestrel SAS", "Lumo Labs", "Ardholt", "Veldspire"]);
  });

  it("is not one where a company has several names", async () => {
    const page = (key: string, name: string) =>
      round(key, { name, domain: "kestrel.example" }, { announcedAt: `2025-01-0${key}` });
    await importFrom("wire", page("1", "Kestrel"), page("2", "Kestrel Robotics GmbH"), page("3", "Lumo"));
    expect(await companies()).toHaveLength(1);
  });
});

describe("investors", () => {
  it("are one by name across sources and spellings", async () => {
    const backed = (key: string, investors: string[], day: number) =>
      round(key, { name: `Company ${key}` }, { investors, announcedAt: `2026-01-0${day}` });
    await importFrom("wire", backed("a", ["Hollin Growth", "Ardholt Partners, LLC"], 1));
    await importFrom("daily", backed("b", ["HOLLIN GROWTH LP", "Ard-Holt Partners"], 2));
    expect((await storedRecords(database.pool, "investors", names)).map(({ name }) => name).sort()).toEqual([
      "Ardholt Partners, LLC",
      "Hollin Growth",
    ]);
    expect(await rules()).toEqual(["investor, daily, name", "investor, daily, name"]);
  });

  it("are two when their domains differ", async () => {
    const investor = (key: string, domain: string) => ({ kind: "investor", key, record: { name: "Ardholt", domain } });
    await importFrom("wire", investor("a", "ardholt.example"));
    await importFrom("daily", investor("b", "ardholt-vc.example"));
    expect(await storedRecords(database.pool, "investors", names)).toHaveLength(2);
  });
});

describe("events of two sources", () => {
  it("are one deal by both names, with the sources of both and the price of the first", async () => {
    const [wire, daily] = [
      deal("1", { name: "Lumo" }, "Harbor-Packer", "2026-02-03", { dealAmountUsd: 5_000_000, sources: source("wire") }),
      deal("x", { name: "LUMO Inc." }, "HP", "2026-02-20", {
        dealAmountUsd: 6_000_000,
        paymentType: "cash",
        sources: source("daily"),
      }),
    ];
    await importFrom("wire", wire);
    expect(getRows(await importFrom("daily", daily))).toContain("0 added, 1 changed");
    expect(await storedRecords(database.pool, "acquisitions", acquisition)).toMatchObject([
      { dealAmountUsd: 5_000_000, paymentType: "cash", sources: [{ outlet: "wire" }, { outlet: "daily" }] },
    ]);
    expect(await companies()).toHaveLength(2);
    expect(await rules()).toContain("acquisition, daily, both companies and date");
    for (const [name, line] of [
      ["wire", wire],
      ["daily", daily],
    ] as const)
      expect(getRows(await importFrom(name, line))).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 0 refused");
  });

  it.each([
    ["an amount that agrees", { amountUsd: 2_100_000 }, 1],
    ["an investor in common", { amountUsd: null, investors: ["Hollin Growth"] }, 1],
    ["another amount", { amountUsd: 4_000_000 }, 2],
    ["another stage", { round: "series-b" }, 2],
    ["a date a year earlier", { announcedAt: "2025-03-01" }, 2],
    ["neither amount nor investor, but the stage of a rare name", { amountUsd: null }, 1],
    ["neither amount, investor nor stage", { amountUsd: null, round: null }, 2],
    ["neither amount nor investor, in another year", { amountUsd: null, announcedAt: "2025-03-01" }, 2],
  ])("are rounds of one name with %s", async (_, facts, count) => {
    await importFrom("wire", round("1", { name: "Kestrel Robotics" }, { investors: ["Hollin Growth"] }));
    await importFrom("daily", round("9", { name: "Kestrel-Robotics" }, { announcedAt: "2026-03-20", ...facts }));
    expect(await rounds()).toHaveLength(count);
  });

  it("are one round of a company that both know by its domain, under any name", async () => {
    const company = (name: string) => ({ name, domain: "kestrel.example" });
    await importFrom("wire", round("1", company("Kestrel")));
    await importFrom("daily", round("9", company("Northern Robotics"), { announcedAt: "2026-03-10" }));
    expect(await rounds()).toHaveLength(1);
  });

  it("are one round with the investors of both, also without keys, in every later import", async () => {
    const wire = round(null, { name: "Kestrel" }, { investors: ["Hollin Growth"] });
    const daily = round(
      null,
      { name: "Kestrel" },
      { announcedAt: "2026-03-28", amountUsd: 2_150_000, investors: ["Hollin Growth", "Ardholt"] },
    );
    await importFrom("wire", wire);
    await importFrom("daily", daily);
    expect((await rounds()).map(({ investors }) => investors.map(({ name }) => name))).toEqual([
      ["Hollin Growth", "Ardholt"],
    ]);
    const before = await contents(database.pool);
    for (const [name, line] of [
      ["wire", wire],
      ["daily", daily],
      ["wire", wire],
    ] as const)
      expect(getRows(await importFrom(name, line))).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 0 refused");
    expect(await contents(database.pool)).toEqual(before);
  });

  it("are one move of one person", async () => {
    const move = (key: string, name: string, announcedAt: string, moveType = "appointment") => ({
      kind: "exec_move",
      key,
      record: { person: { name }, company: { name: "Kestrel" }, moveType, role: "CFO", announcedAt },
    });
    await importFrom("wire", move("1", "Inés Calloway", "2026-05-01"));
    await importFrom(
      "daily",
      move("9", "Ines Calloway", "2026-05-20", "promotion"),
      move("8", "Ines Calloway", "2026-05-21", "departure"),
    );
    const moves = await storedRecords(database.pool, "exec_moves", execMove);
    expect(moves.map(({ moveType }) => moveType)).toEqual(["appointment", "departure"]);
    expect(new Set(moves.map(({ person }) => person.id)).size).toBe(1);
  });

  it("of one source never join each other", async () => {
    await importFrom("wire", round("1", { name: "Kestrel" }), round("2", { name: "Kestrel" }));
    await importFrom("wire", round("3", { name: "Kestrel" }));
    expect(await rounds()).toHaveLength(3);
  });

  it("are two again, and stay so, when a person separates them", async () => {
    const [wire, daily] = [round("1", { name: "Kestrel" }), round("9", { name: "Kestrel" }, { amountUsd: 2_100_000 })];
    await importFrom("wire", wire);
    const alone = await rounds();
    await importFrom("daily", daily);
    const origin = await describeOrigin(database.pool, alone[0]?.id ?? "");
    expect(origin).toMatchObject({
      kind: "funding",
      reports: [
        { source: "wire", effect: "added" },
        { source: "daily", effect: "named" },
      ],
      keys: [
        { source: "daily", key: "9" },
        { source: "wire", key: "1" },
      ],
      joins: [{ source: "daily", key: "9", verdict: "same", rule: "company and amount" }],
    });
    expect(origin.joins[0]?.because).toEqual([
      "the company and the amount are the same, and the dates lie within a month",
      expect.stringMatching(/^the names are spelled alike \(\+/),
      expect.any(String),
      expect.any(String),
    ]);

    const separation = await separate(database.pool, Number(origin.joins[0]?.id), new Date());
    expect(separation).toMatchObject({ source: "daily", key: "9", rederived: 1 });
    const both = await rounds();
    expect(both).toHaveLength(2);
    expect(both).toEqual(expect.arrayContaining(alone));
    for (const [name, line] of [
      ["daily", daily],
      ["wire", wire],
    ] as const)
      expect(getRows(await importFrom(name, line))).toBe("0 added, 0 changed, 0 merged, 1 unchanged, 0 refused");
    await expect(separate(database.pool, Number(origin.joins[0]?.id), new Date())).rejects.toThrow(/^There is no join/);
  });

  it("are derived again, with the ids they had, when the first import is undone", async () => {
    const first = await importFrom(
      "wire",
      deal("1", { name: "Lumo" }, "Kestrel", "2026-02-03", { sources: source("wire") }),
    );
    const second = await importFrom(
      "daily",
      deal("x", { name: "Lumo" }, "Kestrel", "2026-02-05", { sources: source("daily") }),
    );
    const [joined] = await storedRecords(database.pool, "acquisitions", acquisition);
    await undoImport(database.pool, first.id, new Date());
    expect(await storedRecords(database.pool, "acquisitions", acquisition)).toMatchObject([
      { id: joined?.id, announcedAt: "2026-02-05T00:00:00.000Z", sources: [{ outlet: "daily" }] },
    ]);
    await undoImport(database.pool, second.id, new Date());
    expect(await storedRecords(database.pool, "acquisitions", acquisition)).toEqual([]);
    await importFrom("wire", deal("1", { name: "Lumo" }, "Kestrel", "2026-02-03", { sources: source("wire") }));
    expect(await storedRecords(database.pool, "acquisitions", acquisition)).toMatchObject([{ id: joined?.id }]);
    expect(await rules()).toEqual([]);
  });
});

describe("values of two sources", () => {
  const KESTREL = { name: "Kestrel Robotics", domain: "kestrel.example" };
  const report = (key: string, amountUsd: number) => round(key, KESTREL, { amountUsd });

  it("are shown where they differ, each with its sources", async () => {
    await importFrom("wire", report("w", 2_000_000));
    await importFrom("daily", report("d", 2_100_000));
    await importFrom("digest", report("g", 2_000_000));
    const [event] = await rounds();
    const { disagreements } = await describeOrigin(database.pool, event?.id ?? "");
    expect(disagreements).toEqual([
      {
        fact: "Amount",
        values: [
          { value: "USD 2,100,000", sources: ["daily"] },
          { value: "USD 2,000,000", sources: ["digest", "wire"] },
        ],
      },
    ]);
    expect((await describeOrigin(database.pool, event?.company.id ?? "")).disagreements).toEqual([]);
  });
});

it("an investor that an undo removed and another source brought back is one", async () => {
  const osprey = { investors: [{ name: "Osprey Ventures" }] };
  const first = await importFrom("wire", round("w", { name: "Kestrel", domain: "kestrel.example" }, osprey));
  await undoImport(database.pool, first.id, new Date());
  await importFrom("daily", round("d", { name: "Abacus", domain: "abacus.example" }, osprey));
  await importFrom("wire", round("w", { name: "Kestrel", domain: "kestrel.example" }, osprey));
  expect((await storedRecords(database.pool, "investors", names)).map(({ name }) => name)).toEqual(["Osprey Ventures"]);
});
