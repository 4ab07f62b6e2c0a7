import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { generateApiKey, isWellFormedApiKey } from "./api-key";
import { createKey, createKeyAuthenticator, revokeKey } from "./keys";
import { retireLocalKey } from "./local-key";
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
  it("is distinguished from any text with one character changed, without a database", () => {
    const key = generateApiKey();
    expect(isWellFormedApiKey(key)).toBe(true);
    for (let index = 0; index < key.length; index++) {
      const changed = `${key.slice(0, index)}${key[index] === "a" ? "b" : "a"}${key.slice(index + 1)}`;
      expect(isWellFormedApiKey(changed), changed).toBe(false);
    }
  });
});

describe("an authenticated key", () => {
  it("is cached for a second, then read again, so that revoking it ends it everywhere", async () => {
    const workspace = await createWorkspace(database.pool, "Checked", 1, new Date());
    const { id, key } = await createKey(database.pool, workspace?.id ?? "", "laptop", new Date());
    let now = 1_000_000;
    const check = createKeyAuthenticator(database.pools, () => now);
    expect(await check.authenticate(key)).toEqual({
      keyId: id,
      workspaceId: workspace?.id,
      blocked: false,
      limit: { perMinute: 60, burst: 20 },
    });
    expect(await revokeKey(database.pool, workspace?.id ?? "", id, new Date())).toBe(true);
    now += 999;
    expect(await check.authenticate(key)).toBeDefined();
    now += 1;
    expect(await check.authenticate(key)).toBeUndefined();
    expect(await createKeyAuthenticator(database.pools, Date.now).authenticate(key)).toBeUndefined();
  });
});

describe("the key that the dashboard had in a file", () => {
  it("is revoked and removed, once", async () => {
    const workspace = await createWorkspace(database.pool, "Local", 1, new Date());
    const { key } = await createKey(database.pool, workspace?.id ?? "", "Dashboard", new Date());
    writeFileSync(path.join(dataDir, "dashboard.key"), `${key}\n`);
    expect(await retireLocalKey(database.pool, dataDir, new Date())).toBe(true);
    expect(existsSync(path.join(dataDir, "dashboard.key"))).toBe(false);
    expect(await createKeyAuthenticator(database.pools, Date.now).authenticate(key)).toBeUndefined();
    expect(await retireLocalKey(database.pool, dataDir, new Date())).toBe(false);
  });
});
