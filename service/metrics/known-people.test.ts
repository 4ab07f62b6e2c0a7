/** Known people and founders follow every change of a move in its transaction, as the next refresh would find them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertCompanies, insertMove, insertPerson } from "@/service/http/testing/fixtures";
import { Chance } from "@/service/ingest/demo/random";
import { importLines } from "@/service/ingest/testing";
import { MOVE } from "@/service/ingest/testing-events";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { refreshMetrics } from "./refresh";

/** This is after everything that imports have changed by then. */
const LATER = { domain: null, updatedAt: new Date("2090-01-01T00:00:00.000Z") };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function figures(): Promise<Record<string, [people: number, founder: boolean]>> {
  const { rows } = await database.pool.query<{ name: string; people: number; founder: boolean }>(
    `select name, known_people as people, has_founder as founder from company_figures
     join companies on id = company_id order by name`,
  );
  return Object.fromEntries(rows.map(({ name, people, founder }) => [name, [people, founder]]));
}

async function version(): Promise<number> {
  const { rows } = await database.pool.query<{ version: number }>("select version from feeds where feed = 'companies'");
  return rows[0]?.version ?? expect.fail("there is no such feed");
}

it("are those of an imported move, and of its change", async () => {
  const founder = { ...MOVE.record, roleSeniority: "founder", announcedAt: "2020-05-01" };
  await importLines(database.pool, [{ ...MOVE, key: "m-1", record: founder }]);
  expect(await figures()).toEqual({ Ardholt: [1, true], Brenwick: [0, false] });
  const before = await version();
  await importLines(database.pool, [{ ...MOVE, key: "m-1", record: { ...founder, roleSeniority: "c_level" } }]);
  expect(await figures()).toEqual({ Ardholt: [1, false], Brenwick: [0, false] });
  // Cached pages are invalid, and columns in memory read this company alone.
  const changes = await database.pool.query(
    "select name from feed_changes c join companies using (id) where feed = 'companies' and version > $1",
    [before],
  );
  expect(changes.rows).toEqual([{ name: "Ardholt" }]);
  const departure = { ...founder, moveType: "departure", fromCompany: null, announcedAt: "2021-05-01" };
  await importLines(database.pool, [{ ...MOVE, key: "m-2", record: departure }]);
  expect(await figures()).toEqual({ Ardholt: [0, false], Brenwick: [0, false] });
});

it("ignore a move that is announced later", async () => {
  const [company] = await insertCompanies(database.pool, [{ ...LATER, name: "Later" }]);
  if (company === undefined) throw new Error("one company was inserted");
  await insertMove(database.pool, await insertPerson(database.pool), company, {
    announcedAt: new Date("2300-01-01T00:00:00.000Z"),
  });
  expect((await figures()).Later).toEqual([0, false]);
});

it("are what a refresh finds while moves come, change and go", async () => {
  const chance = new Chance(21);
  const companies = await insertCompanies(
    database.pool,
    Array.from({ length: 6 }, (_, index) => ({ ...LATER, name: `Company ${index}` })),
  );
  const people = await Promise.all(Array.from({ length: 5 }, (_, index) => insertPerson(database.pool, `P ${index}`)));
  const ids: string[] = [];
  for (let index = 0; index < 60; index++) {
    const [company, from] = [chance.pick(companies), chance.pick(companies)];
    const { id } = await insertMove(database.pool, chance.pick(people), company, {
      announcedAt: new Date(Date.UTC(2020, chance.between(0, 11), chance.between(1, 28))),
      moveType: chance.pick(["appointment", "promotion", "departure", "transition"]),
      roleSeniority: chance.pick(["founder", "c_level"]),
      ...(chance.happens(0.5) ? { fromCompany: from } : {}),
    });
    ids.push(id);
    if (chance.happens(0.3))
      await database.pool.query("update exec_moves set company_id = $2, move_type = $3 where id = $1", [
        chance.pick(ids),
        chance.pick(companies).id,
        chance.pick(["appointment", "departure"]),
      ]);
    if (chance.happens(0.2)) await database.pool.query("delete from exec_moves where id = $1", [chance.pick(ids)]);
  }
  const found = await figures();
  expect(new Set(Object.values(found).map(([count]) => count)).size).toBeGreaterThan(2);
  await refreshMetrics(database.pool, new Date("2026-11-20T12:00:00.000Z"));
  expect(await figures()).toEqual(found);
});
