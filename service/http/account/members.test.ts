import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import type { AccountKey, NewKey } from "@dealflow/contract/account/keys";
import type { ListPage } from "@dealflow/contract/account/lists";
import type { Identity, Member } from "@dealflow/contract/account/people";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renameWorkspace } from "@/service/accounts/members/members";
import { toCookieHeader } from "@/service/accounts/people/testing";
import { newId } from "@/service/store/new-id";
import { type AccountRequest, requestAccount } from "../testing/account";
import { expectErrorMessage, expectResponse } from "../testing/expect-response";
import { type TestService, testService } from "../testing/service";

let service: TestService;
/** This is another process over the same database. */
let second: TestService;
beforeAll(async () => {
  service = await testService();
  second = await testService(service);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

/** The response, and the cookie that came with it. */
async function moved(endpoint: AccountEndpoint, request: AccountRequest, status = 200) {
  const response = await requestAccount(service, endpoint, request);
  expect(response.status).toBe(status);
  const identity: Identity = await response.json();
  return { identity, cookie: toCookieHeader(response.headers.get("Set-Cookie") ?? "") };
}

/** A workspace with an owner and a member, both signed in. */
async function team(name = "Ostermark") {
  const owner = await service.account(100, { name: `${name} ${newId()}` });
  const member = await service.person(owner.workspaceId, "member", "Mika");
  return { owner, member };
}

const getStatus = async (cookie: string, at = service) => (await requestAccount(at, ACCOUNT.me, { cookie })).status;

describe("workspaces of a person", () => {
  it("are created without credits, and the session moves there: the old one ends", async () => {
    const { owner } = await team();
    const { identity, cookie } = await moved(
      ACCOUNT.addWorkspace,
      { cookie: owner.cookie, body: { name: "  Second " } },
      201,
    );
    expect(identity.workspace).toMatchObject({ name: "Second", role: "owner" });
    expect(identity.workspaces.map(({ id }) => id).sort()).toEqual([owner.workspaceId, identity.workspace.id].sort());
    expect(await expectResponse(service, ACCOUNT.credits, { cookie }, 200)).toMatchObject({
      workspace: "Second",
      balance: 0,
      granted: 0,
    });
    await expect.poll(() => getStatus(owner.cookie), { timeout: 5_000 }).toBe(401);
    const back = await moved(ACCOUNT.openWorkspace, { cookie, id: owner.workspaceId });
    expect(back.identity.workspace.id).toBe(owner.workspaceId);
    expect(back.cookie).not.toBe(owner.cookie);
    const { rows } = await service.database.pool.query("select workspace_id from user_sessions where user_id = $1", [
      owner.personId,
    ]);
    expect(rows).toEqual([{ workspace_id: owner.workspaceId }]);
  });

  it("are opened by their members only; others look like unknown ones", async () => {
    const [{ owner }, other] = [await team(), await team()];
    const responses = await Promise.all(
      [other.owner.workspaceId, newId()].map((id) =>
        expectErrorMessage(service, ACCOUNT.openWorkspace, { cookie: owner.cookie, id }, 404),
      ),
    );
    expect(new Set(responses)).toEqual(new Set(["You aren't a member of a workspace with this id."]));
    expect(await getStatus(owner.cookie)).toBe(200);
  });

  it("are renamed by owners, also to an existing name", async () => {
    const [{ owner, member }, other] = [await team(), await team()];
    await expectResponse(service, ACCOUNT.renameWorkspace, { cookie: owner.cookie, body: { name: "Same" } }, 200);
    const { workspace } = await expectResponse<Identity>(
      service,
      ACCOUNT.renameWorkspace,
      { cookie: other.owner.cookie, body: { name: "Same" } },
      200,
    );
    expect(workspace.name).toBe("Same");
    expect(
      await expectErrorMessage(
        service,
        ACCOUNT.renameWorkspace,
        { cookie: member.cookie, body: { name: "Mine" } },
        403,
      ),
    ).toBe("Only owners of this workspace can do that.");
    for (const name of ["", " ", "x".repeat(81), "a\nb", "a\u0000b"])
      await expectErrorMessage(service, ACCOUNT.renameWorkspace, { cookie: owner.cookie, body: { name } }, 400);
  });
});

describe("the members", () => {
  it("see each other; invitations are for owners", async () => {
    const { owner, member } = await team();
    const page = await expectResponse<ListPage<Member>>(service, ACCOUNT.members, { cookie: member.cookie }, 200);
    expect(page.items.map(({ id, name, email, role }) => ({ id, name, email, role }))).toEqual([
      { id: owner.personId, name: "Ada Quill", email: owner.email, role: "owner" },
      { id: member.personId, name: "Mika", email: member.email, role: "member" },
    ]);
    await expectErrorMessage(service, ACCOUNT.invitations, { cookie: member.cookie }, 403);
  });

  it("get another role, which applies in every process within a second", async () => {
    const { owner, member } = await team();
    const rename = async (at: TestService) =>
      (await requestAccount(at, ACCOUNT.renameWorkspace, { cookie: member.cookie, body: { name: "By Mika" } })).status;
    for (const at of [service, second]) expect(await rename(at)).toBe(403);
    const change = { cookie: owner.cookie, id: member.personId, body: { role: "owner" } };
    await expectResponse(service, ACCOUNT.changeMember, change, 204);
    const { items } = await expectResponse<ListPage<Member>>(service, ACCOUNT.members, { cookie: owner.cookie });
    expect(items.map(({ role }) => role)).toEqual(["owner", "owner"]);
    for (const at of [service, second]) await expect.poll(() => rename(at), { timeout: 5_000 }).toBe(200);
    await expectErrorMessage(
      service,
      ACCOUNT.changeMember,
      { cookie: owner.cookie, id: member.personId, body: { role: "king" } },
      400,
    );
  });

  it("have no access in any process within a second of being removed, and keep their own workspaces", async () => {
    const { owner, member } = await team();
    const home = await moved(ACCOUNT.addWorkspace, { cookie: member.cookie, body: { name: "Home" } }, 201);
    const { cookie } = await moved(ACCOUNT.openWorkspace, { cookie: home.cookie, id: owner.workspaceId });
    for (const at of [service, second]) expect(await getStatus(cookie, at)).toBe(200);
    await expectResponse(
      service,
      ACCOUNT.removeMember,
      { cookie: owner.cookie, id: member.personId, body: { revokeKeys: true } },
      204,
    );
    const removedAt = performance.now();
    for (const at of [service, second]) await expect.poll(() => getStatus(cookie, at), { interval: 20 }).toBe(401);
    expect(performance.now() - removedAt).toBeLessThan(1_500);
    expect(
      await expectErrorMessage(
        service,
        ACCOUNT.removeMember,
        { cookie: owner.cookie, id: member.personId, body: { revokeKeys: true } },
        404,
      ),
    ).toBe("This person is not a member of the workspace.");
  });

  it("leave no working key behind when they are removed, demoted or leave, if that is wanted; others' keys stay", async () => {
    const owner = await service.account(100);
    const create = async (cookie: string) =>
      expectResponse<NewKey>(service, ACCOUNT.addKey, { cookie, body: { name: "laptop" } }, 201);
    const bob = await service.person(owner.workspaceId, "owner", "Bob");
    const [own, bobs] = [await create(owner.cookie), await create(bob.cookie)];
    const works = async ({ text }: NewKey) =>
      (await fetch(`${service.url}/v1/funding-events`, { headers: { "X-API-Key": text } })).status;
    const getCreator = async ({ key }: NewKey) => {
      const { items } = await expectResponse<ListPage<AccountKey>>(service, ACCOUNT.keys, { cookie: owner.cookie });
      return items.find(({ id }) => id === key.id)?.createdBy;
    };
    expect(bobs.key.createdBy).toEqual({ id: bob.personId, name: "Bob" });
    expect(await getCreator(bobs)).toEqual({ id: bob.personId, name: "Bob" });
    const { cookie } = owner;
    const demote = { cookie, id: bob.personId, body: { role: "member" } };
    await expectResponse(service, ACCOUNT.changeMember, demote, 204);
    expect(await works(bobs)).toBe(200);
    const remove = { cookie, id: bob.personId, body: { revokeKeys: true } };
    await expectResponse(service, ACCOUNT.removeMember, remove, 204);
    expect(await service.later(1_000, () => works(bobs))).toBe(401);
    expect(await getCreator(bobs)).toEqual({ id: bob.personId, name: null });
    expect(await works(own)).toBe(200);

    const cleo = await service.person(owner.workspaceId, "owner", "Cleo");
    const [first, second] = [await create(cleo.cookie), await create(cleo.cookie)];
    await expectResponse(service, ACCOUNT.revokeKey, { cookie, id: first.key.id }, 204);
    const demoteToo = { cookie, id: cleo.personId, body: { role: "member", revokeKeys: true } };
    await expectResponse(service, ACCOUNT.changeMember, demoteToo, 204);
    expect(await service.later(1_000, () => works(second))).toBe(401);

    const dora = await service.person(owner.workspaceId, "owner", "Dora");
    const kept = await create(dora.cookie);
    const home = await moved(ACCOUNT.addWorkspace, { cookie: dora.cookie, body: { name: "Home" } }, 201);
    const back = await moved(ACCOUNT.openWorkspace, { cookie: home.cookie, id: owner.workspaceId });
    await moved(ACCOUNT.leaveWorkspace, { cookie: back.cookie, body: { revokeKeys: false } });
    expect(await works(kept)).toBe(200);
  });

  it("change nothing once they are removed or lose the owner role, in any process", async () => {
    const { owner, member } = await team();
    const change = (to: "owner" | "member") =>
      expectResponse(
        service,
        ACCOUNT.changeMember,
        { cookie: owner.cookie, id: member.personId, body: { role: to } },
        204,
      );
    const addKey = async (at: TestService) =>
      (await requestAccount(at, ACCOUNT.addKey, { cookie: member.cookie, body: { name: "left behind" } })).status;
    await change("owner");
    for (const at of [service, second]) expect(await addKey(at)).toBe(201);
    await change("member");
    for (const at of [service, second]) expect(await addKey(at)).toBe(403);
    await change("owner");
    for (const at of [service, second]) expect(await addKey(at)).toBe(201);
    await expectResponse(
      service,
      ACCOUNT.removeMember,
      { cookie: owner.cookie, id: member.personId, body: { revokeKeys: true } },
      204,
    );
    for (const at of [service, second]) expect(await addKey(at)).toBe(401);
  });

  it("leave for another workspace, but not as the last owner, and cannot remove themselves", async () => {
    const { owner, member } = await team();
    expect(await expectErrorMessage(service, ACCOUNT.leaveWorkspace, { cookie: owner.cookie, body: {} }, 409)).toBe(
      "A workspace needs at least one owner. Make someone else an owner first.",
    );
    expect(await expectErrorMessage(service, ACCOUNT.leaveWorkspace, { cookie: member.cookie, body: {} }, 409)).toBe(
      "This is your only workspace. Create another one first.",
    );
    expect(
      await expectErrorMessage(service, ACCOUNT.removeMember, { cookie: owner.cookie, id: owner.personId }, 409),
    ).toBe("You can't remove yourself. Leave the workspace instead.");
    const home = await moved(ACCOUNT.addWorkspace, { cookie: member.cookie, body: { name: "Home" } }, 201);
    const { cookie } = await moved(ACCOUNT.openWorkspace, { cookie: home.cookie, id: owner.workspaceId });
    const left = await moved(ACCOUNT.leaveWorkspace, { cookie, body: {} });
    expect(left.identity).toMatchObject({ workspace: home.identity.workspace, workspaces: [{ name: "Home" }] });
    expect(await getStatus(left.cookie)).toBe(200);
    await expect.poll(() => getStatus(cookie), { timeout: 5_000 }).toBe(401);
  });

  it("delete a workspace in which nobody else is, by its name, and continue in another one", async () => {
    const { owner, member } = await team("Shared");
    const remove = (cookie: string, name: string) =>
      expectErrorMessage(service, ACCOUNT.deleteWorkspace, { cookie, body: { name } }, 409);
    const { name: shared } = (await moved(ACCOUNT.me, { cookie: owner.cookie })).identity.workspace;
    expect(await remove(owner.cookie, shared)).toBe("Others are in this workspace. Leave it, or remove them first.");
    await expectResponse(
      service,
      ACCOUNT.removeMember,
      { cookie: owner.cookie, id: member.personId, body: { revokeKeys: true } },
      204,
    );
    expect(await remove(owner.cookie, shared)).toBe("This is your only workspace. Create another one first.");
    const second = await moved(ACCOUNT.addWorkspace, { cookie: owner.cookie, body: { name: "Second" } }, 201);
    expect(
      await expectErrorMessage(
        service,
        ACCOUNT.deleteWorkspace,
        { cookie: second.cookie, body: { name: shared } },
        400,
      ),
    ).toBe("The name is not that of this workspace, Second.");
    // Operators may give names that people cannot.
    await renameWorkspace(service.database.pool, second.identity.workspace.id, "www.second.example ");
    const { identity, cookie } = await moved(ACCOUNT.deleteWorkspace, {
      cookie: second.cookie,
      body: { name: "www.second.example" },
    });
    expect(identity.workspaces.map(({ name }) => name)).toEqual([shared]);
    expect(await getStatus(cookie)).toBe(200);
    await expect.poll(() => getStatus(second.cookie), { timeout: 5_000 }).toBe(401);
  });
});
