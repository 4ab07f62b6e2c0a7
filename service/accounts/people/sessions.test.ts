import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertWorkspace } from "@/service/accounts/workspaces";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { createResetEmail } from "./password-reset";
import { createPeople } from "./people";
import { insertMember, insertPerson } from "./register";
import { createSession, deleteExpiredSessions } from "./sessions";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const DAY_MS = 86_400_000;
const dashboardUrl = "http://localhost:3000";
const settings = {
  dashboardUrl,
  secret: "a secret that is long enough for it",
  demo: false,
  local: true,
  smtpUrl: undefined,
};

it("expired sessions and links are deleted, and no others", async () => {
  const { pool } = database;
  const now = Date.now();
  const [personId, workspaceId] = await inTransaction(pool, async (client) => {
    const at = new Date(now);
    const person = await insertPerson(client, { email: "ada@firm.example", name: "Ada", confirmed: true }, at);
    const workspace = await insertWorkspace(client, { name: "Own", credits: 0, at });
    await insertMember(client, workspace.id, person ?? "", "owner", at);
    return [person ?? "", workspace.id];
  });
  const { sessions } = createPeople(database.pools, settings, pino({ level: "silent" }), () => now);
  const client = { address: null, userAgent: null };
  const token = await createSession(pool, { personId, workspaceId }, client, new Date(now));
  expect((await createResetEmail(pool, { email: "ada@firm.example", dashboardUrl }, new Date(now)))?.to).toBe(
    "ada@firm.example",
  );
  const left = async () =>
    (
      await pool.query(
        "select (select count(*) from user_sessions) as sessions, (select count(*) from user_verifications) as links",
      )
    ).rows[0];

  expect((await sessions.getSession(token))?.viewer).toMatchObject({ personId, role: "owner" });
  await deleteExpiredSessions(pool, new Date(now + 3_600_000 - 1));
  expect(await left()).toEqual({ sessions: 1, links: 1 });
  await deleteExpiredSessions(pool, new Date(now + 3_600_000 + 1));
  expect(await left()).toEqual({ sessions: 1, links: 0 });
  await deleteExpiredSessions(pool, new Date(now + 30 * DAY_MS + 60_000));
  expect(await left()).toEqual({ sessions: 0, links: 0 });
});
