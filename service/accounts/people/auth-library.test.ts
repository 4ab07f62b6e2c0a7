import { getMigrations } from "better-auth/db/migration";
import pino from "pino";
import { expect, it } from "vitest";
import { testDatabase } from "@/service/store/testing";
import { createPeople } from "./people";

it("the sign-in library finds every table and column that it needs under our names", async () => {
  const database = await testDatabase();
  const settings = {
    dashboardUrl: "http://localhost:3000",
    secret: "a secret that is long enough for it",
    demo: false,
    smtpUrl: undefined,
  };
  const { library } = createPeople(database.pools, settings, pino({ level: "silent" }), Date.now);
  const missing = async () => {
    const { toBeCreated, toBeAdded } = await getMigrations(library.options);
    return [...toBeCreated, ...toBeAdded].map(({ table, fields }) => [table, Object.keys(fields)]);
  };
  expect(await missing()).toEqual([]);
  await database.pool.query("alter table user_sessions drop column user_agent");
  expect(await missing()).toEqual([["user_sessions", ["user_agent"]]]);
  await database.drop();
});
