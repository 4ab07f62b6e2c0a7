import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { generateApiKey, isWellFormedApiKey } from "./api-key";
import { createKey, createKeyAuthenticator, revokeKey } from "./keys";
import { createWorkspace } from "./workspaces";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

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
