import { WORKSPACE_LIMITS } from "@dealflow/contract/account/people";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/service/store/new-id";
import { RuleError } from "@/service/store/rule-error";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { hashToken } from "../token";
import { createWorkspace } from "../workspaces";
import { createOwnWorkspace, leaveWorkspace, listMembers, removeMember, updateRole } from "./members";
import { addPerson, insertOwnedWorkspace, join, type TestPerson } from "./testing";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Creates a workspace of one owner and one member, each of whom has another workspace too. */
async function team() {
  const { pool } = database;
  const [owner, member] = [await addPerson(pool, "Olga"), await addPerson(pool, "mika")];
  const [homeOfOwner, homeOfMember] = [
    await insertOwnedWorkspace(pool, owner, "Own"),
    await insertOwnedWorkspace(pool, member, "Own"),
  ];
  const workspaceId = await insertOwnedWorkspace(pool, owner);
  await join(pool, workspaceId, member, "member");
  return { pool, owner, member, workspaceId, homeOfOwner, homeOfMember };
}

const rolesIn = async (workspaceId: string) =>
  (await listMembers(database.pool, workspaceId)).map(({ name, role }) => [name, role]);

async function outcomes(...work: Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(work);
  return results
    .map((one) => {
      if (one.status === "fulfilled") return "done";
      return one.reason instanceof RuleError ? one.reason.message : String(one.reason);
    })
    .sort();
}

const LAST_OWNER = "A workspace needs at least one owner. Make someone else an owner first.";

describe("a workspace that a person creates", () => {
  it("belongs to them, has no credits and a dashboard key without a text", async () => {
    const { pool } = database;
    const person = await addPerson(pool, "Pia");
    const id = await createOwnWorkspace(pool, person.id, "Second", new Date());
    const { rows } = await pool.query(
      `select w.name, w.balance, k.name as key, k.hash, k.dashboard from workspaces w
       join api_keys k on k.workspace_id = w.id where w.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ name: "Second", balance: 0, key: "Dashboard", hash: null, dashboard: true }]);
    expect(await rolesIn(id)).toEqual([["Pia", "owner"]]);
  });

  it("counts against their limit, also when several are created at once, and may share a name", async () => {
    const { pool } = database;
    const person = await addPerson(pool, "Quinn");
    const most = WORKSPACE_LIMITS.perPerson;
    for (let index = 0; index < most - 1; index++) await createOwnWorkspace(pool, person.id, "Same", new Date());
    const two = [1, 2].map(() => createOwnWorkspace(pool, person.id, "Same", new Date()));
    expect(await outcomes(...two)).toEqual([`You can be in at most ${most} workspaces. Leave one first.`, "done"]);
  });
});

describe("a workspace that an operator creates", () => {
  it("has a unique name, also when two programs create it at once", async () => {
    const { pool } = database;
    const created = await Promise.all([1, 2, 3].map(() => createWorkspace(pool, "Operator's", 10, new Date())));
    expect(created.filter((one) => one !== undefined)).toHaveLength(1);
  });
});

describe("the members of a workspace", () => {
  it("are listed by date of joining, and get another role", async () => {
    const { pool, owner, member, workspaceId } = await team();
    expect(await rolesIn(workspaceId)).toEqual([
      ["Olga", "owner"],
      ["mika", "member"],
    ]);
    await updateRole(pool, workspaceId, member.id, "owner");
    await updateRole(pool, workspaceId, owner.id, "member");
    expect(await rolesIn(workspaceId)).toEqual([
      ["Olga", "member"],
      ["mika", "owner"],
    ]);
  });

  it("keep one owner, also when the last two are changed or removed at once", async () => {
    const change = (id: string, person: TestPerson) => updateRole(database.pool, id, person.id, "member");
    const remove = (id: string, person: TestPerson) => removeMember(database.pool, id, person.id);
    const leave = (id: string, person: TestPerson) => leaveWorkspace(database.pool, id, person.id);
    for (const first of [change, remove, leave])
      for (const second of [change, remove, leave]) {
        const { pool, owner, member, workspaceId } = await team();
        await updateRole(pool, workspaceId, member.id, "owner");
        expect(await outcomes(first(workspaceId, owner), second(workspaceId, member))).toEqual([LAST_OWNER, "done"]);
        expect((await rolesIn(workspaceId)).filter(([, role]) => role === "owner")).toHaveLength(1);
      }
  });

  it("are not distinguished from unknown people", async () => {
    const { pool, workspaceId } = await team();
    const stranger = await addPerson(pool, "Stranger");
    for (const id of [stranger.id, newId()]) {
      const failures = await outcomes(updateRole(pool, workspaceId, id, "owner"), removeMember(pool, workspaceId, id));
      expect(new Set(failures)).toEqual(new Set(["This person is not a member of the workspace."]));
    }
  });
});

describe("a removed member", () => {
  async function leaveTraces(workspaceId: string, { id }: TestPerson) {
    const { pool } = database;
    await pool.query(
      `insert into user_sessions (id, user_id, workspace_id, token_hash, expires_at, created_at, updated_at)
       values ($1, $2, $3, $4, now() + interval '1 day', now(), now())`,
      [newId(), id, workspaceId, hashToken(newId())],
    );
    for (const shared of [true, false])
      await pool.query(
        `insert into saved_views (workspace_id, id, name, feed, query, shared, last_seen_at, created_at, user_id)
         values ($1, $2, $3, 'funding', '', $4, now(), now(), $5)`,
        [workspaceId, newId(), `shared: ${shared}`, shared, id],
      );
    await pool.query("insert into budgets (workspace_id, user_id, day) values ($1, $2, 5)", [workspaceId, id]);
  }

  it("has no session there any more and no data; what they shared stays shared", async () => {
    const { pool, member, workspaceId, homeOfMember } = await team();
    await leaveTraces(workspaceId, member);
    await leaveTraces(homeOfMember, member);
    await removeMember(pool, workspaceId, member.id);
    expect(await rolesIn(workspaceId)).toEqual([["Olga", "owner"]]);
    const { rows } = await pool.query(
      `select (select count(*) from user_sessions where workspace_id = $1) as sessions,
         (select count(*) from budgets where workspace_id = $1) as budgets,
         (select json_agg(json_build_array(name, user_id)) from saved_views where workspace_id = $1) as views`,
      [workspaceId],
    );
    expect(rows).toEqual([{ sessions: 0, budgets: 0, views: [["shared: true", null]] }]);
    const { rows: own } = await pool.query(
      "select (select count(*) from user_sessions s where s.user_id = $1) as sessions, count(*) as views from saved_views where user_id = $1",
      [member.id],
    );
    expect(own).toEqual([{ sessions: 1, views: 2 }]);
  });
});

describe("a member who leaves", () => {
  it("continues in the workspace that they joined first", async () => {
    const { pool, member, workspaceId, homeOfMember } = await team();
    expect(await leaveWorkspace(pool, workspaceId, member.id)).toBe(homeOfMember);
    expect(await rolesIn(workspaceId)).toEqual([["Olga", "owner"]]);
  });

  it("does not leave their only one, also when they leave the last two at once", async () => {
    const { pool, member, workspaceId, homeOfMember } = await team();
    await join(pool, homeOfMember, await addPerson(pool, "Heir"), "owner");
    const both = [workspaceId, homeOfMember].map((id) => leaveWorkspace(pool, id, member.id));
    expect(await outcomes(...both)).toEqual(["This is your only workspace. Create another one first.", "done"]);
  });
});
