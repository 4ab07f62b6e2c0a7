import { SAVED_LIMITS } from "@dealflow/contract/account/saved";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/service/store/new-id";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { removeMember } from "./members/members";
import { addPerson, insertOwnedWorkspace, join } from "./members/testing";
import { createViews, deleteView, listFirstViews, listViews, listViewsByQuery, updateView } from "./views";
import type { WorkspaceMember } from "./workspaces";

const NOW = new Date("2026-11-01T12:00:00.000Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Returns one workspace as its two people see it. */
async function team() {
  const { pool } = database;
  const [olga, mika] = [await addPerson(pool, "Olga"), await addPerson(pool, "Mika")];
  const workspaceId = await insertOwnedWorkspace(pool, olga);
  await join(pool, workspaceId, mika, "member");
  return { pool, olga: { workspaceId, personId: olga.id }, mika: { workspaceId, personId: mika.id } };
}

const draft = (name: string, shared: boolean, query = "round=seed") => ({
  name,
  feed: "funding" as const,
  query,
  columns: null,
  sort: null,
  shared,
});

async function add(seeing: WorkspaceMember, name: string, shared: boolean, id?: string) {
  const [created] = await createViews(database.pool, seeing, [{ ...draft(name, shared), ...(id && { id }) }], NOW);
  return created ?? expect.fail("no view was made");
}

const names = async (seeing: WorkspaceMember) => (await listViews(database.pool, seeing)).map(({ name }) => name);

describe("a private view", () => {
  it("is visible to its creator alone", async () => {
    const { pool, olga, mika } = await team();
    const own = await add(olga, "Own", false);
    await add(olga, "Everybody's", true);
    expect([await names(olga), await names(mika)]).toEqual([["Everybody's", "Own"], ["Everybody's"]]);
    expect(await listViewsByQuery(pool, mika, "funding", "round=seed")).toHaveLength(1);
    expect(await listFirstViews(pool, mika)).toMatchObject({ number: 1, views: [{ name: "Everybody's" }] });
    expect(await listViews(pool, mika, [own.id])).toEqual([]);
    const missing = { code: "NOT_FOUND", message: "this view no longer exists" };
    for (const id of [own.id, newId()]) {
      await expect(updateView(pool, mika, id, { name: "Mine" }, 1, NOW)).rejects.toMatchObject(missing);
      await expect(updateView(pool, mika, id, { shared: true }, 1, NOW)).rejects.toMatchObject(missing);
      await expect(deleteView(pool, mika, id)).rejects.toMatchObject(missing);
    }
    expect(await updateView(pool, olga, own.id, { name: "Still own" }, 1, NOW)).toMatchObject({ version: 2 });
  });

  it("does not block names and ids of other people, nor reveal that they are taken", async () => {
    const { olga, mika } = await team();
    const own = await add(olga, "Same", false);
    expect(await add(mika, "Same", false)).toMatchObject({ name: "Same" });
    const other = await add(mika, "By its id", true, own.id);
    expect(other.id).not.toBe(own.id);
    await expect(add(olga, "SAME", false)).rejects.toMatchObject({
      code: "CONFLICT",
      message: 'a view named "SAME" already exists',
    });
    expect(await names(olga)).toEqual(["By its id", "Same"]);
  });

  it("is shared by its creator, under a name that is free among the visible ones", async () => {
    const { pool, olga, mika } = await team();
    const own = await add(olga, "Seed", false);
    await add(mika, "seed", true);
    const share = (name: string) => updateView(pool, olga, own.id, { shared: true, name }, 1, NOW);
    await expect(share("Seed")).rejects.toMatchObject({
      code: "CONFLICT",
      message: 'a view named "Seed" already exists',
    });
    expect(await share("Seed of Olga")).toMatchObject({ shared: true, version: 2 });
    expect(await names(mika)).toEqual(["seed", "Seed of Olga"]);
  });
});

describe("a shared view", () => {
  it("is changed and deleted by its creator and by owners, and made private by its creator alone", async () => {
    const { pool, olga, mika } = await team();
    const view = await add(mika, "Seed", true);
    await updateView(pool, olga, view.id, { query: "round=growth" }, 1, NOW);
    await expect(updateView(pool, olga, view.id, { shared: false }, 2, NOW)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: 'only the creator of "Seed" can stop sharing it',
    });
    await expect(updateView(pool, olga, view.id, { shared: false }, 1, NOW)).rejects.toMatchObject({
      code: "CONFLICT",
      message: '"Seed" was changed elsewhere; reload it',
    });
    expect(await updateView(pool, mika, view.id, { shared: false }, 2, NOW)).toMatchObject({ shared: false });
    expect(await names(olga)).toEqual([]);
    const other = await add(mika, "Growth", true);
    await deleteView(pool, olga, other.id);
    expect(await names(mika)).toEqual(["Seed"]);
  });

  it("of someone else is opened by members, but neither changed nor deleted", async () => {
    const { pool, olga, mika } = await team();
    const view = await add(olga, "Seed", true);
    const theirs = { code: "FORBIDDEN", message: 'only the creator of "Seed" and owners can change or delete it' };
    for (const change of [{ name: "Mine" }, { query: "" }, { columns: "x" }, { shared: true }])
      await expect(updateView(pool, mika, view.id, change, 1, NOW)).rejects.toMatchObject(theirs);
    await expect(deleteView(pool, mika, view.id)).rejects.toMatchObject(theirs);
    const seen = await updateView(pool, mika, view.id, { seen: true }, undefined, new Date(NOW.getTime() + 1_000));
    expect(seen).toEqual({ ...view, lastSeenAt: "2026-11-01T12:00:01.000Z" });
  });

  it("without a creator becomes the view of the person who makes it private", async () => {
    const { pool, olga, mika } = await team();
    const view = await add(mika, "Of Mika", true);
    await add(mika, "Own of Mika", false);
    await removeMember(pool, olga.workspaceId, mika.personId);
    expect(await names(olga)).toEqual(["Of Mika"]);
    expect(await updateView(pool, olga, view.id, { shared: false }, 1, NOW)).toMatchObject({ shared: false });
    expect(await names(olga)).toEqual(["Of Mika"]);
    await join(pool, olga.workspaceId, { id: mika.personId, email: "" }, "member");
    expect(await names(mika)).toEqual([]);
  });

  it("counts against the limit, also when the last ones are created at once", async () => {
    const { pool, olga, mika } = await team();
    const many = (from: number, to: number) =>
      createViews(
        pool,
        olga,
        Array.from({ length: to - from }, (_, at) => draft(`View ${from + at}`, true)),
        NOW,
      );
    const own = [await add(mika, "First", false), await add(mika, "Second", false)];
    await many(0, SAVED_LIMITS.views - 1);
    const both = own.map(({ id }) => updateView(pool, mika, id, { shared: true }, 1, NOW));
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(many(500, 501)).rejects.toMatchObject({
      code: "CONFLICT",
      message: `a workspace can have at most ${SAVED_LIMITS.views} of these; remove some first`,
    });
  });
});
