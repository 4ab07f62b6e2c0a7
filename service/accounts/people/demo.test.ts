import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isWellFormedApiKey } from "@/service/accounts/api-key";
import { createKeyAuthenticator } from "@/service/accounts/keys";
import { insertWorkspace } from "@/service/accounts/workspaces";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { ensureDemoAccount, findDemoAccount } from "./demo";
import { insertMember, insertPerson } from "./register";

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

const now = new Date();
const named = (name: string, at: Date) =>
  inTransaction(database.pool, (client) => insertWorkspace(client, { name, credits: 7, at }));

describe("the demo account", () => {
  it("is created once by programs that start together, with credits, an API key and a dashboard key", async () => {
    const created = await Promise.all([1, 2, 3].map(() => ensureDemoAccount(database.pool, now)));
    const [key, ...more] = created.filter((one) => one !== undefined);
    expect([isWellFormedApiKey(key ?? ""), more]).toEqual([true, []]);
    expect(await ensureDemoAccount(database.pool, now)).toBeUndefined();
    const demo = await findDemoAccount(database.pool);
    expect((await createKeyAuthenticator(database.pools, Date.now).authenticate(key ?? ""))?.workspaceId).toBe(
      demo?.workspaceId,
    );
    const { rows } = await database.pool.query(
      `select w.name, w.balance, w.plan, m.role, (select count(*) from api_keys k where k.workspace_id = w.id) as keys,
         (select count(*) from user_credentials) as passwords
       from workspaces w join members m on m.workspace_id = w.id`,
    );
    expect(rows).toEqual([{ name: "Demo", balance: 25_000, plan: "paid", role: "owner", keys: 2, passwords: 0 }]);
  });

  it("takes over the demo workspace of an earlier version, and no other of that name", async () => {
    const theirs = await named("Demo", new Date(now.getTime() - 2_000));
    await inTransaction(database.pool, async (client) => {
      const id = await insertPerson(client, { email: "ada@firm.example", name: "Ada", confirmed: true }, now);
      await insertMember(client, theirs.id, id ?? "", "owner", now);
    });
    const before = await named("Demo", new Date(now.getTime() - 1_000));
    await database.pool.query("delete from api_keys");
    expect(await ensureDemoAccount(database.pool, now)).toBeUndefined();
    expect(await findDemoAccount(database.pool)).toMatchObject({ workspaceId: before.id });
    const { rows } = await database.pool.query("select workspace_id, dashboard from api_keys");
    expect(rows).toEqual([{ workspace_id: before.id, dashboard: true }]);
  });
});
