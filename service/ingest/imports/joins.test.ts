/** Tests the sample of joins that a person reads. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { importLines } from "../testing";
import { sampleJoins } from "./how";
import { undoImport } from "./undo";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it("has the joins in force with their reasons, and none that was undone", async () => {
  const { pool } = database;
  const company = (name: string) => [{ kind: "company", key: "1", record: { name, hqCity: "Kiel" } }];
  await importLines(pool, company("Kestrel Robotics"), { source: "wire" });
  const { id } = await importLines(pool, company("Kestrel Robotics GmbH"), { source: "registry" });
  const { all, joins } = await sampleJoins(pool, 5);
  expect(all).toBe(1);
  expect(joins).toMatchObject([
    { source: "registry", key: "1", rule: "name and city", record: { kind: "company", title: "Kestrel Robotics" } },
  ]);
  expect(joins[0]?.because[0]).toBe("the names are the same, and so is the city");
  await undoImport(pool, id, new Date());
  expect(await sampleJoins(pool, 5)).toEqual({ all: 0, joins: [] });
});
