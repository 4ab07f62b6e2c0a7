import { KEY_LIMITS } from "@dealflow/contract/account/keys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { createKeyAuthenticator, listKeys, revokeKey } from "./keys";
import { removeMember, updateRole } from "./members/members";
import { addPerson, insertOwnedWorkspace, join } from "./members/testing";
import { addKey, restoreDashboardKey, rotateKey } from "./workspace-keys";
import type { WorkspaceMember } from "./workspaces";

const NOW = new Date("2026-11-01T12:00:00.000Z");
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function newWorkspace(): Promise<WorkspaceMember> {
  const olga = await addPerson(database.pool, "Olga");
  return { personId: olga.id, workspaceId: await insertOwnedWorkspace(database.pool, olga) };
}

/** Tells whether a key is accepted at that moment by a process that has not seen it before. */
async function works(text: string, at: Date): Promise<boolean> {
  return (await createKeyAuthenticator(database.pools, () => at.getTime()).authenticate(text)) !== undefined;
}

describe("a new key", () => {
  it("is shown once, then identified by its last four characters", async () => {
    const owner = await newWorkspace();
    const { workspaceId } = owner;
    const { key, text } = await addKey(database.pool, owner, "laptop", NOW);
    expect(key).toMatchObject({ name: "laptop", lastFour: text.slice(-4), dashboard: false, revokedAt: null });
    const listed = await listKeys(database.pool, workspaceId, NOW);
    expect(listed[0]).toEqual(key);
    expect(listed[1]).toMatchObject({ name: "Dashboard", lastFour: null, dashboard: true });
    expect(JSON.stringify(listed)).not.toContain(text);
    expect(await works(text, NOW)).toBe(true);
  });

  it("counts against the limit of active keys, also when several are created at once", async () => {
    const owner = await newWorkspace();
    const { perWorkspace } = KEY_LIMITS;
    const first = await addKey(database.pool, owner, "1", NOW);
    for (let index = 2; index < perWorkspace; index++) await addKey(database.pool, owner, `${index}`, NOW);
    const three = await Promise.allSettled([1, 2, 3].map(() => addKey(database.pool, owner, "more", NOW)));
    expect(three.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    // An overlap would be one key too many; replacing a key is not.
    await expect(rotateKey(database.pool, owner, first.key.id, 1, NOW)).rejects.toThrow(
      "A workspace can have at most 50 active keys. Revoke one first.",
    );
    expect(await works(first.text, inDays(3))).toBe(true);
    await rotateKey(database.pool, owner, first.key.id, 0, NOW);
    expect(await works(first.text, NOW)).toBe(false);
  });
});

/** Such a request was authorized before, and waited for the lock under which its person lost the role. */
it.each(["removed", "demoted"])("someone who was %s meanwhile neither adds nor rotates a key", async (how) => {
  const { pool } = database;
  const owner = await newWorkspace();
  const { key, text } = await addKey(pool, owner, "server", NOW);
  await join(pool, owner.workspaceId, await addPerson(pool, "Otto"), "owner");
  if (how === "removed") await removeMember(pool, owner.workspaceId, owner.personId);
  else await updateRole(pool, owner.workspaceId, owner.personId, "member");
  const before = await listKeys(pool, owner.workspaceId, NOW);
  for (const attempt of [() => addKey(pool, owner, "laptop", NOW), () => rotateKey(pool, owner, key.id, 0, NOW)])
    await expect(attempt()).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "Only owners of this workspace can do that.",
    });
  expect(await listKeys(pool, owner.workspaceId, NOW)).toEqual(before);
  expect(await works(text, NOW)).toBe(true);
});

describe("the daily limit", () => {
  it("is a hundred keys of a workspace, created and rotated together; the dashboard's are counted separately", async () => {
    const owner = await newWorkspace();
    const { workspaceId } = owner;
    let { key } = await addKey(database.pool, owner, "server", NOW);
    for (let index = 1; index < KEY_LIMITS.perDay; index++)
      ({ key } = await rotateKey(database.pool, owner, key.id, 0, new Date(NOW.getTime() + index * 1_000)));
    const late = inDays(0.5);
    const rejectedRotation = {
      code: "TOO_MANY_REQUESTS",
      message: "A workspace can create at most 100 keys in 24 hours. Try again tomorrow.",
    };
    await expect(rotateKey(database.pool, owner, key.id, 0, late)).rejects.toMatchObject(rejectedRotation);
    await expect(addKey(database.pool, owner, "more", late)).rejects.toMatchObject({
      ...rejectedRotation,
      retryAfterS: 43_200,
    });
    // A rejected change is undone: the old key still works.
    expect((await listKeys(database.pool, workspaceId, late)).find(({ id }) => id === key.id)?.revokedAt).toBeNull();
    const [dashboard] = (await listKeys(database.pool, workspaceId, late)).filter((one) => one.dashboard);
    expect(await revokeKey(database.pool, workspaceId, dashboard?.id ?? "", late)).toBe(true);
    await restoreDashboardKey(database.pool, workspaceId, late);
    // The person may continue after the reported time.
    await rotateKey(database.pool, owner, key.id, 0, new Date(late.getTime() + 43_200_000));
  });
});

describe("a rotated key", () => {
  it("works for a number of days, next to the new one of its name", async () => {
    const owner = await newWorkspace();
    const { workspaceId } = owner;
    const old = await addKey(database.pool, owner, "server", NOW);
    const next = await rotateKey(database.pool, owner, old.key.id, 7, NOW);
    expect(next.key).toMatchObject({ name: "server", expiresAt: null });
    expect([await works(old.text, inDays(6.99)), await works(next.text, inDays(6.99))]).toEqual([true, true]);
    expect([await works(old.text, inDays(7)), await works(next.text, inDays(7))]).toEqual([false, true]);
    const expiredKey = (await listKeys(database.pool, workspaceId, inDays(8))).find(({ id }) => id === old.key.id);
    expect(expiredKey).toMatchObject({ expiresAt: inDays(7).toISOString(), revokedAt: inDays(7).toISOString() });
    const order = async (at: Date) => (await listKeys(database.pool, workspaceId, at)).map(({ id }) => id);
    expect((await order(inDays(8))).at(-1)).toBe(old.key.id);
    expect((await order(NOW)).slice(0, 2)).toEqual([next.key.id, old.key.id]);
  });

  it("expires on time in a process that cached it", async () => {
    const owner = await newWorkspace();
    const old = await addKey(database.pool, owner, "server", NOW);
    await rotateKey(database.pool, owner, old.key.id, 1, NOW);
    let now = inDays(1).getTime() - 1;
    const check = createKeyAuthenticator(database.pools, () => now);
    expect(await check.authenticate(old.text)).toBeDefined();
    now += 1;
    expect(await check.authenticate(old.text)).toBeUndefined();
  });

  it("is rotated once, also by two requests at once, and can be revoked before it expires", async () => {
    const owner = await newWorkspace();
    const { workspaceId } = owner;
    const old = await addKey(database.pool, owner, "server", NOW);
    const two = await Promise.allSettled([1, 2].map(() => rotateKey(database.pool, owner, old.key.id, 3, NOW)));
    expect(two.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(rotateKey(database.pool, owner, old.key.id, 0, NOW)).rejects.toThrow("This key was already rotated.");
    expect(await revokeKey(database.pool, workspaceId, old.key.id, NOW)).toBe(true);
    expect(await works(old.text, NOW)).toBe(false);
    await expect(rotateKey(database.pool, owner, old.key.id, 0, NOW)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("belongs to its own workspace", async () => {
    const [owner, other] = [await newWorkspace(), await newWorkspace()];
    const { key, text } = await addKey(database.pool, owner, "server", NOW);
    for (const id of [key.id, newId()])
      await expect(rotateKey(database.pool, other, id, 0, NOW)).rejects.toThrow(
        "This key doesn't exist or is no longer active.",
      );
    expect(await revokeKey(database.pool, other.workspaceId, key.id, NOW)).toBe(false);
    expect(await works(text, NOW)).toBe(true);
  });
});

describe("the dashboard's key", () => {
  it("is revoked and restored, never rotated, and there is only one", async () => {
    const owner = await newWorkspace();
    const { workspaceId } = owner;
    const [first] = await listKeys(database.pool, workspaceId, NOW);
    const id = first?.id ?? "";
    await expect(rotateKey(database.pool, owner, id, 0, NOW)).rejects.toThrow(
      "The Dashboard key can't be rotated. Revoke and restore it instead.",
    );
    await expect(restoreDashboardKey(database.pool, workspaceId, NOW)).rejects.toThrow(
      "The Dashboard key is already active.",
    );
    expect(await revokeKey(database.pool, workspaceId, id, NOW)).toBe(true);
    const two = await Promise.allSettled([1, 2].map(() => restoreDashboardKey(database.pool, workspaceId, NOW)));
    expect(two.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const states = (await listKeys(database.pool, workspaceId, NOW)).map((key) => [key.dashboard, key.revokedAt]);
    expect(states).toEqual([
      [true, null],
      [true, NOW.toISOString()],
    ]);
  });
});
