import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { isApiKeyShaped, makeApiKey } from "./api-key";
import { createKey, openKeyCheck, revokeKey } from "./keys";
import { ensureLocalAccount } from "./local";
import { createWorkspace } from "./workspaces";

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), "dealflow-accounts-"));
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true });
  await database.drop();
});

describe("an API key", () => {
  it("is told from any text with one character changed, without a database", () => {
    const key = makeApiKey();
    expect(isApiKeyShaped(key)).toBe(true);
    for (let index = 0; index < key.length; index++) {
      const changed = `${key.slice(0, index)}${key[index] === "a" ? "b" : "a"}${key.slice(index + 1)}`;
      expect(isApiKeyShaped(changed), changed).toBe(false);
    }
  });
});

describe("a key that was checked", () => {
  it("is known for a second, then asked for again, so that revoking it ends it everywhere", async () => {
    const workspace = await createWorkspace(database.pool, "Checked", 1, new Date());
    const { id, key } = await createKey(database.pool, workspace?.id ?? "", "laptop", new Date());
    let now = 1_000_000;
    const check = openKeyCheck(database.pool, () => now);
    expect(await check.callerOf(key)).toEqual({
      keyId: id,
      workspaceId: workspace?.id,
      blocked: false,
      limit: { perMinute: 60, burst: 20 },
    });
    expect(await revokeKey(database.pool, workspace?.id ?? "", id, new Date())).toBe(true);
    now += 999;
    expect(await check.callerOf(key)).toBeDefined();
    now += 1;
    expect(await check.callerOf(key)).toBeUndefined();
    expect(await openKeyCheck(database.pool, Date.now).callerOf(key)).toBeUndefined();
  });
});

describe("the account of the person at this machine", () => {
  it("is made once: a demo key shown once, and a key for the dashboard that only its owner can read", async () => {
    const first = await ensureLocalAccount(database.pool, dataDir, true, new Date());
    expect(first.demoKey).toSatisfy(isApiKeyShaped);
    const file = path.join(dataDir, "dashboard.key");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = readFileSync(file, "utf8").trim();
    expect(key).not.toBe(first.demoKey);
    expect(await openKeyCheck(database.pool, Date.now).callerOf(key)).toBeDefined();

    expect(await ensureLocalAccount(database.pool, dataDir, true, new Date())).toEqual({
      workspace: "Demo",
      demoKey: undefined,
    });
    expect(readFileSync(file, "utf8").trim()).toBe(key);
    const { rows } = await database.pool.query(
      "select balance, (select count(*) from api_keys k where k.workspace_id = w.id) as keys from workspaces w where name = 'Demo'",
    );
    expect(rows).toEqual([{ balance: 25_000, keys: 3 }]);
  });

  it("gets a new dashboard key when the file is lost or is another database's", async () => {
    const file = path.join(dataDir, "dashboard.key");
    writeFileSync(file, `${makeApiKey()}\n`);
    await ensureLocalAccount(database.pool, dataDir, true, new Date());
    const key = readFileSync(file, "utf8").trim();
    expect(await openKeyCheck(database.pool, Date.now).callerOf(key)).toBeDefined();
  });

  it("has no demo credits and no demo key without the demo", async () => {
    const account = await ensureLocalAccount(database.pool, dataDir, false, new Date());
    expect(account).toEqual({ workspace: "Local", demoKey: undefined });
    const { rows } = await database.pool.query("select balance from workspaces where name = 'Local'");
    expect(rows).toEqual([{ balance: 0 }]);
  });
});
