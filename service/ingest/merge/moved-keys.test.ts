import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { describeOrigin } from "../imports/how";
import { undoImport } from "../imports/undo";
import { emptyRecords, importLines, readAnswers } from "../testing";
import type { StatedCompany } from "./stated";
import { StatedFacts } from "./stated-facts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => emptyRecords(database.pool));

const company = (key: string, facts: object) => ({ kind: "company", key, record: { name: "Quaicliwi", ...facts } });
const REGISTERED = [
  company("r1", { hqCountry: "US", hqCity: "Atlanta", foundedYear: 2011 }),
  {
    kind: "funding",
    key: "e1",
    record: { company: { id: "r1", name: "Quaicliwi" }, round: "seed", announcedAt: "2015-06-10" },
  },
];
const FIRST = company("s1", { domain: "quaicliwi.test", hqCountry: "US" });
const SECOND = company("s2", { domain: "quaicliwi.example", hqCountry: "US", hqCity: "Atlanta" });

const send = (source: string, ...lines: unknown[]) => importLines(database.pool, lines, { source });

/** Returns each company with its keys, facts and rounds. */
async function companies() {
  const { rows } = await database.pool.query(
    `select domain, hq_city as city, founded_year as year,
       array(select key from external_keys k where k.id = c.id and k.source <> '' and k.key not like 'name:%' order by key) as keys,
       (select count(*)::integer from funding_events e where e.company_id = c.id) as rounds
     from companies c order by domain nulls first`,
  );
  return rows;
}

const TAKEN = [{ domain: "quaicliwi.test", city: "Atlanta", year: 2011, keys: ["r1", "s1"], rounds: 1 }];

it("a key goes to a namesake that agrees more, with its facts and events, and says why", async () => {
  await send("registry", ...REGISTERED);
  await send("site", FIRST);
  expect(await companies()).toEqual(TAKEN);
  await send("site", SECOND);
  expect(await companies()).toEqual([
    { domain: "quaicliwi.example", city: "Atlanta", year: 2011, keys: ["r1", "s2"], rounds: 1 },
    { domain: "quaicliwi.test", city: null, year: null, keys: ["s1"], rounds: 0 },
  ]);
  const { rows } = await database.pool.query<{ id: string }>("select id from companies order by domain");
  const [now, before] = await Promise.all(rows.map(({ id }) => describeOrigin(database.pool, id)));
  expect(now?.joins).toMatchObject([{ source: "registry", key: "r1", rule: "name and city" }]);
  expect(before?.joins).toMatchObject([{ source: "site", key: "s1" }]);
});

it("an undo gives the key back, and a later report of the source means its company", async () => {
  await send("registry", ...REGISTERED);
  await send("site", FIRST);
  const before = await readAnswers(database.pool);
  const { id } = await send("site", SECOND);
  await undoImport(database.pool, id, new Date());
  expect(await companies()).toEqual(TAKEN);
  expect(await readAnswers(database.pool)).toEqual(before);
  await send("registry", company("r1", { hqCountry: "US", hqCity: "Atlanta", foundedYear: 2012 }));
  expect(await companies()).toMatchObject([{ year: 2012, keys: ["r1", "s1"] }]);
});

it("a key stays where the source knows the namesake by another key", async () => {
  await send("registry", ...REGISTERED);
  await send("site", FIRST);
  await send("registry", company("r2", { domain: "quaicliwi.example", hqCountry: "US", hqCity: "Atlanta" }));
  expect(await companies()).toMatchObject([{ keys: ["r2"] }, { keys: ["r1", "s1"] }]);
});

it("a key goes from a company that its source knows by another key", async () => {
  await send("registry", company("r1", { hqCountry: "US" }));
  await send("site", FIRST, company("s3", { domain: "quaicliwi.example" }));
  await send("registry", company("r2", { domain: "quaicliwi.test", hqCountry: "US" }));
  await send("site", company("s3", { domain: "quaicliwi.example", hqCountry: "US" }));
  expect(await companies()).toMatchObject([{ keys: ["r1", "s3"] }, { keys: ["r2", "s1"] }]);
});

it("a site that an event states does not tie the key of another source to a company that has another site", () => {
  const facts = new StatedFacts([
    { source: "registry", key: "r1", id: "one" },
    { source: "", key: "quaicliwi.example", id: "other" },
  ]);
  const stated = (source: string, key: string | null, domain: string | null) =>
    ({ source, key, domain, name: "Quaicliwi" }) as StatedCompany;
  const [registered, heard] = [stated("registry", "r1", null), stated("wire", null, "quaicliwi.example")];
  facts.add("one", "event", [registered, heard]);
  expect(facts.listKeyed("one").map(({ keys }) => keys)).toEqual([[{ source: "registry", key: "r1" }]]);
  expect(facts.findOwner([heard])).toBe("other");
  expect(facts.findOwner([registered, heard])).toBeUndefined();
});

it("a key stays where an event of two identified sources proves it", async () => {
  await send("registry", ...REGISTERED);
  await send("site", FIRST, {
    kind: "funding",
    key: "e2",
    record: { company: { id: "s1", domain: "quaicliwi.test" }, round: "seed", announcedAt: "2015-06-10" },
  });
  await send("site", SECOND);
  expect(await companies()).toMatchObject([{ keys: ["s2"] }, { keys: ["r1", "s1"], rounds: 1 }]);
});
