import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isWellFormedApiKey } from "@/service/accounts/api-key";
import { createKeyAuthenticator } from "@/service/accounts/keys";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { ensureDemoAccount, findDemoAccount } from "./demo";

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

const now = new Date();

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
});
