import { foldText } from "@dealflow/contract/query/fold-text";
import { indexedTerms } from "@dealflow/contract/query/search-text";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "@/service/http/long/testing";
import { insertCompanies } from "@/service/http/testing/fixtures";
import { Chance } from "@/service/ingest/demo/random";
import { sql as foldedLetters } from "@/service/store/migrations/0026-folded-letters";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { companySearchClauses } from "./sources/directory-sources";
import { joinClauses, Values } from "./sources/source";

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
/** Every fourth company has one, at the place of its text. */
let formerNames: string[];
beforeAll(async () => {
  database = await testDatabase();
  const chance = new Chance(8);
  const odd = () => Array.from({ length: chance.between(1, 9) }, () => chance.pick(PARTS)).join("");
  const given = Array.from({ length: 400 }, () => ({
    name: `${chance.pick(PARTS)}${odd()}`,
    domain: null,
    description: odd(),
  }));
  const companies = await insertCompanies(database.pool, given);
  texts = given.map(({ name, description }) => foldText(`${name} ${description}`));
  const renamed = companies.filter((_, at) => at % 4 === 0).map(({ id }) => ({ id, name: `É${odd()}` }));
  formerNames = given.map((_, at) => foldText(renamed[at / 4]?.name ?? ""));
  await database.pool.query(
    "insert into company_former_names select id, name, now() from unnest($1::uuid[], $2::text[]) as f (id, name)",
    [renamed.map(({ id }) => id), renamed.map(({ name }) => name)],
  );
});
afterAll(() => database.drop());

async function found(search: string, planner: string): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    const values = new Values();
    const where = joinClauses(companySearchClauses(search), values);
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

/** Such a word alone also finds the beginning of a name. */
const BEGINNING = /^[a-z0-9]{1,2}$/;

function occurs(word: string, text: string): boolean {
  return SHORT.test(word) ? text.split(/[^a-z0-9жиß]+/).includes(word) : text.includes(word);
}

const word = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const twoLetters = fc
  .tuple(fc.constantFrom("a", "i", "x", "5", "g"), fc.constantFrom("a", "i", "x"))
  .map((two) => two.join(""));
const search = fc.array(fc.oneof(word, twoLetters), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));

describe.each([
  ["any plan", "select 1"],
  ["indexes only", "set enable_seqscan = off"],
])("by %s", (_, planner) => {
  it("finds what occurs, and nothing else", async () => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(search, async (searched) => {
        const words = foldText(searched).split(" ");
        const matches = texts.filter((text, at) => {
          const former = formerNames[at] ?? "";
          if (BEGINNING.test(searched) && (text.startsWith(searched) || former.startsWith(searched))) return true;
          return words.every((one) => occurs(one, text) || occurs(one, former));
        });
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
  ["quaelm", "companies_search"],
])("looks %s up in the index %s", async (searched, index) => {
  const values = new Values();
  const where = joinClauses(companySearchClauses(searched), values);
  const client = await database.pool.connect();
  await client.query("set enable_seqscan = off");
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    `explain select from companies where ${where}`,
    values.list,
  );
  client.release(true);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain(`Bitmap Index Scan on ${index} `);
  expect(plan).toContain(`Bitmap Index Scan on ${index.replace("companies", "company_former_names")} `);
  expect(plan).not.toContain("Seq Scan");
});

it("reads former names in SQL as the other texts of a search are read", async () => {
  const odd = fc.array(
    fc.constantFrom(...PARTS, "Ø", "Æ", "Łó", "œ", "Đ", "ı", "ẞ", "İ", "Ж", "ǅ", "ệ", "ไทยกำ", "हिन्दी", "ελ", "ﬁ", "𝔸"),
    {
      maxLength: 12,
    },
  );
  const given = fc.sample(odd, { numRuns: 500, seed: 4 }).map((parts) => parts.join(""));
  const { rows } = await database.pool.query<{ text: string; terms: string[] }>(
    `select folded_text(name) as text, search_terms_of(folded_text(name)) as terms
     from unnest($1::text[]) with ordinality as given (name, place) order by place`,
    [given],
  );
  expect(rows.map(({ text, terms }) => ({ text, terms: terms.sort() }))).toEqual(
    given.map(foldText).map((text) => ({ text, terms: indexedTerms(text).sort() })),
  );
});

it.each([
  ["WEISSENBURGER STRASSENBAU", "Weißenburger Straßenbau"],
  ["orsted", "Ørsted"],
  ["øl", "Ol Bryggeri"],
  ["lodz", "Łódź Œuvre"],
  ["mueller", "Bäckerei Müller"],
  ["koeln baecker", "Bäcker Köln"],
  ["oel", "Öl-Handel"],
  ["mueller", "Mueller Stoffe"],
])("finds %j in %j, also where an earlier version stored the name", async (searched, name) => {
  const [{ id } = expect.fail()] = await insertCompanies(database.pool, [{ name, domain: null }]);
  const search = async () => {
    const values = new Values();
    const where = joinClauses(companySearchClauses(searched), values);
    const found = await database.pool.query<{ id: string }>(`select id from companies where ${where}`, values.list);
    return found.rows.map((row) => row.id);
  };
  expect(await search()).toContain(id);
  await database.pool.query(`update companies set search_text = $2, search_terms = search_terms_of($2) where id = $1`, [
    id,
    name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(),
  ]);
  await database.pool.query(foldedLetters);
  expect(await search()).toContain(id);
});
