import { RATE_LIMITS } from "@dealflow/contract/limits";
import { DEFAULT_DAILY_ALLOWANCE, SCOPE_NAMES } from "@dealflow/contract/scopes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { inTransaction } from "@/service/store/transaction";
import { findConnection, isLiveConnection } from "./connections";
import { setPassword } from "./people/password-reset";
import { createSignedInPerson, type TestPerson } from "./people/testing";
import { insertConnection } from "./testing/connections";
import { createWorkspace } from "./workspaces";

const RESOURCE = "http://127.0.0.1:4000/mcp";
const NOW = new Date("2026-11-15T12:00:00.000Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

let database: TestDatabase;
let owner: TestPerson & { readonly workspaceId: string };
beforeAll(async () => {
  database = await testDatabase();
  const workspace = await createWorkspace(database.pool, "Research", 0, NOW);
  const workspaceId = workspace?.id ?? expect.fail();
  owner = { workspaceId, ...(await createSignedInPerson(database.pool, "secret", workspaceId, "owner")) };
});
afterAll(() => database.drop());

describe("a connection", () => {
  it("is found by its access token, with what it allows", async () => {
    const { pool } = database;
    const { id, accessToken } = await insertConnection(pool, owner, RESOURCE, { clientName: "Claude", now: NOW });
    const found = await findConnection(pool, accessToken, RESOURCE, NOW);
    expect(found).toEqual({
      id,
      workspaceId: owner.workspaceId,
      personId: owner.personId,
      clientName: "Claude",
      scopes: expect.any(Array),
      dailyAllowance: DEFAULT_DAILY_ALLOWANCE,
      blocked: false,
      limit: RATE_LIMITS.free,
    });
    expect(new Set(found?.scopes)).toEqual(new Set(SCOPE_NAMES));
  });

  it("is not found by an unknown token, or one for another resource, nor by an expired one, also when it was cached", async () => {
    const { pool } = database;
    const { accessToken } = await insertConnection(pool, owner, RESOURCE, { now: NOW, lifetimeS: 60 });
    expect(await findConnection(pool, "unknown", RESOURCE, NOW)).toBeNull();
    expect(await findConnection(pool, accessToken, "http://127.0.0.1:4000/other", NOW)).toBeNull();
    expect(await findConnection(pool, accessToken, RESOURCE, later(59_500))).not.toBeNull();
    expect(await findConnection(pool, accessToken, RESOURCE, later(60_000))).toBeNull();
  });

  it("is not found a second after it was revoked", async () => {
    const { pool } = database;
    const { id, accessToken } = await insertConnection(pool, owner, RESOURCE, { now: NOW });
    expect(await findConnection(pool, accessToken, RESOURCE, NOW)).not.toBeNull();
    await pool.query("update mcp_connections set revoked_at = $2 where id = $1", [id, NOW]);
    expect(await findConnection(pool, accessToken, RESOURCE, later(1_000))).toBeNull();
  });

  it("ends with the membership of the person who approved it", async () => {
    const { pool } = database;
    const member = await createSignedInPerson(pool, "secret", owner.workspaceId, "member");
    const { accessToken } = await insertConnection(pool, { ...owner, personId: member.personId }, RESOURCE, {
      now: NOW,
    });
    expect(await findConnection(pool, accessToken, RESOURCE, NOW)).not.toBeNull();
    await pool.query("delete from members where user_id = $1", [member.personId]);
    expect(await findConnection(pool, accessToken, RESOURCE, later(1_000))).toBeNull();
  });

  it("ends with the password of the person who approved it", async () => {
    const { pool } = database;
    const person = await createSignedInPerson(pool, "secret", owner.workspaceId, "member");
    const { id, accessToken } = await insertConnection(pool, { ...owner, personId: person.personId }, RESOURCE, {
      now: NOW,
    });
    const { accessToken: another } = await insertConnection(pool, owner, RESOURCE, { now: NOW });
    await inTransaction(pool, (client) => setPassword(client, person.personId, "hash", NOW));
    expect(await findConnection(pool, accessToken, RESOURCE, later(1_000))).toBeNull();
    expect(await isLiveConnection(pool, id)).toBe(false);
    expect(await findConnection(pool, another, RESOURCE, later(1_000))).not.toBeNull();
  });

  it("keeps when it was last used", async () => {
    const { pool } = database;
    const { id, accessToken } = await insertConnection(pool, owner, RESOURCE, { now: NOW });
    await findConnection(pool, accessToken, RESOURCE, NOW);
    const lastUse = async () =>
      (await pool.query("select last_used_at from mcp_connections where id = $1", [id])).rows[0]?.last_used_at;
    await expect.poll(lastUse).toEqual(NOW);
  });
});
