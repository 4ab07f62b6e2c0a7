/** Tests what is said of two records: one, two, or doubtful. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { emptyRecords, importLines } from "../testing";
import { compareRecords } from "./compare";
import { mergeByHand } from "./merge";
import { decideDuplicate, listDuplicates } from "./review";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

/** Imports each record as the only row of a source of its own. */
async function store(...records: readonly { readonly kind: string; readonly record: unknown }[]): Promise<void> {
  for (const [index, line] of records.entries())
    await importLines(database.pool, [{ ...line, key: `k${index}` }], { source: `source${index}` });
}

const company = (record: Record<string, unknown>) => ({ kind: "company", record });

async function readIds(table: string): Promise<[string, string]> {
  const { rows } = await database.pool.query<{ id: string }>(`select id from ${table} order by id`);
  const [one, other] = rows;
  return [one?.id ?? "", other?.id ?? ""];
}

describe("two companies", () => {
  it.each([
    [
      { domain: "kestrel.example" },
      { domain: "other.example" },
      /^the domains belong to two sites: kestrel.example and/,
    ],
    [{ hqCountry: "DE" }, { hqCountry: "FR" }, "the countries differ: DE and FR"],
    [{ foundedYear: 1999 }, { foundedYear: 2014 }, /too far apart: 1999 and 2014$/],
    [{ name: "Kestrel Fund 1" }, { name: "Kestrel Fund 2" }, "the names state different numbers"],
    [{ name: "Kestrel" }, { name: "Ambleside Foods" }, /^the names are too different: score 0\.\d\d of at least 0\.\d/],
  ])("with %j and %j are different", async (one, other, reason) => {
    await store(company({ name: "Kestrel Robotics", ...one }), company({ name: "Kestrel Robotics", ...other }));
    const { verdict, because } = await compareRecords(database.pool, await readIds("companies"));
    expect(verdict).toBe("different");
    expect(because[0]).toMatch(reason);
  });

  it("alike by name alone leave doubt, until a person decides", async () => {
    await store(company({ name: "Kestrel Robotics" }), company({ name: "Kestrel Robotics" }));
    const ids = await readIds("companies");
    expect((await compareRecords(database.pool, ids)).verdict).toBe("unsure");
    const { pairs } = await listDuplicates(database.pool, { state: "open", limit: 1 });
    const now = new Date("2026-03-04T00:00:00Z");
    await decideDuplicate(database.pool, Number(pairs[0]?.id), { verdict: "different", person: null, now });
    const { verdict, because } = await compareRecords(database.pool, ids);
    expect(verdict).toBe("different");
    expect(because[0]).toBe("a person decided on 2026-03-04 that they are different");
  });

  it("of one source with a key for each are different", async () => {
    const lines = ["a", "b"].map((key) => ({ ...company({ name: "Kestrel Robotics", hqCountry: "DE" }), key }));
    await importLines(database.pool, lines, { source: "registry" });
    const { verdict, because } = await compareRecords(database.pool, await readIds("companies"));
    expect([verdict, because[0]]).toEqual([
      "different",
      expect.stringMatching(/^registry has a key for each: [ab] and [ab]$/),
    ]);
  });

  it("that were merged are one, by either id", async () => {
    await store(company({ name: "Kestrel Robotics" }), company({ name: "Kestrel Labs" }));
    const ids = await readIds("companies");
    await mergeByHand(database.pool, ids, new Date());
    expect(await compareRecords(database.pool, ids)).toMatchObject({ verdict: "one", left: { kind: "company" } });
  });
});

it("two investors are one by name unless a fact contradicts", async () => {
  const investor = (record: Record<string, unknown>) => ({ kind: "investor", record });
  await store(
    investor({ name: "Alder Ventures", domain: "a.example" }),
    investor({ name: "Alder Ventures", domain: "b.example" }),
  );
  const { verdict, because } = await compareRecords(database.pool, await readIds("investors"));
  expect([verdict, because[0]]).toEqual(["different", "the domains belong to two sites: a.example and b.example"]);
});

it("two rounds of one company say what keeps them apart", async () => {
  const round = (record: Record<string, unknown>) => ({
    kind: "funding",
    record: { company: { name: "Kestrel", domain: "kestrel.example" }, sources: [], investors: [], ...record },
  });
  await store(
    round({ round: "seed", amountUsd: 2_000_000, announcedAt: "2026-01-01" }),
    round({ round: "series-b", amountUsd: 9_000_000, announcedAt: "2026-03-02" }),
  );
  const { verdict, because } = await compareRecords(database.pool, await readIds("funding_events"));
  expect(verdict).toBe("different");
  expect(because.toSorted()).toEqual([
    "the amounts differ by more than 10 %",
    "the dates lie 60 days apart",
    expect.stringMatching(/^the stages do not go together: (seed and series-b|series-b and seed)$/),
  ]);
});

it("records of two kinds are different, and one that is not there is said", async () => {
  await store(company({ name: "Alder Ventures" }), { kind: "investor", record: { name: "Alder Ventures" } });
  const [one] = await readIds("companies");
  const [other] = await readIds("investors");
  expect((await compareRecords(database.pool, [one, other])).because).toEqual([
    "they are records of different kinds: company and investor",
  ]);
  await expect(compareRecords(database.pool, [one, "nothing"])).rejects.toThrow('"nothing" has no id of a record.');
});
