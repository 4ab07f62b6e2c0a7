import { foldText } from "@dealflow/contract/query/search-text";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "@/service/http/long/testing";
import { insertCompanies } from "@/service/http/testing/fixtures";
import { Chance } from "@/service/ingest/demo/random";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { searchClauses } from "./sources/directory-sources";
import { Values } from "./sources/source";

/** Letters are next to nothing, ASCII of all kinds, letters of other scripts, or other characters. */
const PARTS = [
  "a",
  "i",
  "x",
  "5",
  "g",
  " ",
  "\n",
  ".",
  "%",
  "_",
  "\\",
  "'",
  "“",
  "’",
  "–",
  "ж",
  "и",
  "ß",
  "é",
  "中",
  "한",
  "😀",
];

let database: TestDatabase;
let texts: string[];
beforeAll(async () => {
  database = await testDatabase();
  const chance = new Chance(8);
  const odd = () => Array.from({ length: chance.between(1, 9) }, () => chance.pick(PARTS)).join("");
  const given = Array.from({ length: 400 }, () => ({
    name: `${chance.pick(PARTS)}${odd()}`,
    domain: null,
    description: odd(),
  }));
  await insertCompanies(database.pool, given);
  texts = given.map(({ name, description }) => foldText(`${name} ${description}`));
});
afterAll(() => database.drop());

async function found(search: string, planner: string): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    const values = new Values();
    const where = searchClauses(search)
      .map((clause) => clause(values))
      .join(" and ");
    await client.query(planner);
    const { rows } = await client.query<{ search_text: string }>(
      `select search_text from companies where ${where}`,
      values.list,
    );
    return rows.map((row) => row.search_text).sort();
  } finally {
    await client.query("reset all");
    client.release();
  }
}

const part = fc.constantFrom(...PARTS.filter((one) => !/\s/.test(one)));
/** A word of up to two letters of these is found as a whole word. */
const SHORT = /^[a-z0-9жиß]{1,2}$/;

function occurs(word: string, text: string): boolean {
  return SHORT.test(word) ? text.split(/[^a-z0-9жиß]+/).includes(word) : text.includes(word);
}

const word = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const twoLetters = fc
  .tuple(fc.constantFrom("a", "i", "x", "5", "g"), fc.constantFrom("a", "i", "x"))
  .map((two) => two.join(""));
const search = fc.array(fc.oneof(word, twoLetters), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));

describe.each([
  ["whatever the planner likes", "select 1"],
  ["indexes only", "set enable_seqscan = off"],
])("by %s", (_, planner) => {
  it("finds what occurs, and nothing else", async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(search, async (searched) => {
        const words = foldText(searched).split(" ");
        const matches = texts.filter((text) => words.every((one) => occurs(one, text)));
        expect(await found(searched, planner)).toEqual(matches.sort());
        matched += Math.min(matches.length, 1);
      }),
      { numRuns: scaled(4_000), seed: 9 },
    );
    expect(matched).toBeGreaterThan(scaled(4_000) / 4);
  });
});

it.each([
  ["ai", "companies_search_terms"],
  ["x", "companies_search_terms"],
  ["жи", "companies_search_terms"],
  ["жижи", "companies_search_terms"],
  ["中", "companies_search_terms"],
  ["한국", "companies_search_terms"],
  ["quorvane", "companies_search"],
])("looks %s up in the index %s", async (searched, index) => {
  const values = new Values();
  const where = searchClauses(searched)
    .map((clause) => clause(values))
    .join(" and ");
  const client = await database.pool.connect();
  await client.query("set enable_seqscan = off");
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    `explain select from companies where ${where}`,
    values.list,
  );
  client.release(true);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(`Bitmap Index Scan on ${index} `);
});
