/** A search finds the texts in which every word occurs, by whatever index it is looked up. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "@/service/http/long/testing";
import { insertCompanies } from "@/service/http/testing/fixtures";
import { Chance } from "@/service/ingest/demo/random";
import { foldText } from "@/service/records/company";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { searchClauses } from "./search";
import { Values } from "./statement";

/** What stands around two letters: nothing, ASCII of all kinds, and what is beyond it. */
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
  "ß",
  "é",
  "中",
  "한",
  "😀",
];

let database: TestDatabase;
let texts: { text: string; name: string }[];
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
  texts = given.map(({ name, description }) => ({ name: foldText(name), text: foldText(`${name} ${description}`) }));
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
        const [folded, words] = [foldText(searched), foldText(searched).split(" ")];
        const isShort = [...searched.normalize("NFC")].length < 3;
        const matches = texts.filter(({ text, name }) =>
          isShort ? name.startsWith(folded) : words.every((one) => text.includes(one)),
        );
        expect(await found(searched, planner)).toEqual(matches.map(({ text }) => text).sort());
        matched += Math.min(matches.length, 1);
      }),
      { numRuns: scaled(4_000), seed: 9 },
    );
    expect(matched).toBeGreaterThan(scaled(4_000) / 4);
  });
});

it("looks two letters up by their neighbours, or among the texts in which they have none", async () => {
  const marked = await database.pool.query<{ search_text: string }>(
    "select search_text from companies where search_alone",
  );
  const alone = /\P{ASCII}[a-z0-9]{2}(\P{ASCII}|$)/u;
  expect(marked.rows.length).toBeGreaterThan(5);
  expect(marked.rows.map((row) => row.search_text).sort()).toEqual(
    texts
      .map(({ text }) => text)
      .filter((text) => alone.test(text))
      .sort(),
  );
});
