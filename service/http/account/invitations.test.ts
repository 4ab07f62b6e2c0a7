import { ACCOUNT } from "@dealflow/contract/account/account";
import type { ListPage } from "@dealflow/contract/account/lists";
import type { Identity, Invitation, Invited, Member } from "@dealflow/contract/account/people";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertMember, insertPerson } from "@/service/accounts/people/register";
import { signIn, toCookieHeader } from "@/service/accounts/people/testing";
import { insertWorkspace } from "@/service/accounts/workspaces";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { requestAccount } from "../testing/account";
import { expectErrorMessage, expectResponse } from "../testing/expect-response";
import { TEST_SECRET, type TestAccount, type TestService, testService } from "../testing/service";

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

/** Creates a person with this address, in another workspace. */
async function guest(email: string): Promise<{ cookie: string; home: string }> {
  const { pool } = service.database;
  const person = await inTransaction(pool, async (client) => {
    const personId = (await insertPerson(client, { email, name: "Gus", confirmed: true }, new Date())) ?? expect.fail();
    const { id } = await insertWorkspace(client, { name: "Home", credits: 0, at: new Date() });
    await insertMember(client, id, personId, "owner", new Date());
    return { personId, home: id };
  });
  const member = { personId: person.personId, workspaceId: person.home };
  return { cookie: await signIn(pool, TEST_SECRET, member), home: person.home };
}

/** Sends one; the token is in the log, since there is no mail server. */
async function invited(owner: TestAccount, email: string, role = "member") {
  const before = service.logged.length;
  const result = await expectResponse<Invited>(
    service,
    ACCOUNT.invite,
    { cookie: owner.cookie, body: { email, role } },
    201,
  );
  const lines = service.logged.slice(before).filter((line) => line.includes("#token="));
  expect(lines).toHaveLength(1);
  const { link, to } = JSON.parse(lines[0] ?? "");
  const token = /^http:\/\/127\.0\.0\.1\/invitation#token=([\w-]{43})$/.exec(link)?.[1] ?? expect.fail(link);
  return { ...result, to, token };
}

const address = () => `gus+${newId()}@guests.example`;

describe("an invitation", () => {
  it("is sent to an address, shows its content to holders of the link, and moves the person to the workspace", async () => {
    const owner = await service.account(100, { name: "Ostermark" });
    const email = address();
    const { invitation, mail, token, to } = await invited(owner, ` ${email.toUpperCase()} `);
    expect({ mail, to, email: invitation.email }).toEqual({ mail: false, to: email, email });
    expect(await expectResponse(service, ACCOUNT.readInvitation, { body: { token } })).toEqual({
      workspace: "Ostermark",
      invitedBy: "Ada Quill",
      email,
      role: "member",
    });
    const { cookie, home } = await guest(email);
    const response = await requestAccount(service, ACCOUNT.acceptInvitation, { cookie, body: { token } });
    expect(response.status).toBe(200);
    const identity: Identity = await response.json();
    expect(identity.workspace).toEqual({ id: owner.workspaceId, name: "Ostermark", role: "member" });
    expect(identity.workspaces.map(({ id }) => id).sort()).toEqual([home, owner.workspaceId].sort());
    const moved = toCookieHeader(response.headers.get("Set-Cookie") ?? "");
    expect(await expectResponse(service, ACCOUNT.workspace, { cookie: moved })).toMatchObject({ name: "Ostermark" });
    const members = await expectResponse<ListPage<Member>>(service, ACCOUNT.members, { cookie: owner.cookie });
    const open = await expectResponse<ListPage<Invitation>>(service, ACCOUNT.invitations, { cookie: owner.cookie });
    expect([members.items.length, open.items]).toEqual([2, []]);
  });

  it("is rejected with one sentence when its link is wrong, used, withdrawn or someone else's", async () => {
    const owner = await service.account(100);
    const email = address();
    const { cookie } = await guest(email);
    const stranger = await guest(address());
    const first = await invited(owner, email);
    const accept = (token: string, by = cookie, status = 409) =>
      expectErrorMessage(service, ACCOUNT.acceptInvitation, { cookie: by, body: { token } }, status);
    expect(await accept(first.token, stranger.cookie, 403)).toBe(
      `This invitation is for ${email}. Sign in with that address to accept it.`,
    );
    for (const wrong of ["", "x", `${first.token}A`])
      expect(await accept(wrong, cookie, 404)).toBe(
        "This invitation link is incomplete or wrong. Open it exactly as it was sent.",
      );
    expect(await accept("x".repeat(201), cookie, 400)).toBe("token: is too long");
    await expectResponse(service, ACCOUNT.withdrawInvitation, { cookie: owner.cookie, id: first.invitation.id }, 204);
    const endedMessage =
      "This invitation was already accepted or withdrawn, or replaced by a newer one. Ask for a new one.";
    expect(await accept(first.token)).toBe(endedMessage);
    expect(await expectErrorMessage(service, ACCOUNT.readInvitation, { body: { token: first.token } }, 409)).toBe(
      endedMessage,
    );
    expect(
      await expectErrorMessage(
        service,
        ACCOUNT.withdrawInvitation,
        { cookie: owner.cookie, id: first.invitation.id },
        404,
      ),
    ).toBe("This invitation doesn't exist or is no longer valid.");
    const second = await invited(owner, email);
    await service.database.pool.query("update invitations set expires_at = now() where id = $1", [
      second.invitation.id,
    ]);
    expect(await accept(second.token)).toBe("This invitation expired after 7 days. Ask for a new one.");
  });

  it("is sent by owners, to valid addresses", async () => {
    const owner = await service.account(100);
    const { cookie } = await service.person(owner.workspaceId, "member");
    const body = { email: address(), role: "member" };
    expect(await expectErrorMessage(service, ACCOUNT.invite, { cookie, body }, 403)).toMatch("Only owners");
    for (const wrong of [
      { email: "gus" },
      { email: "" },
      { role: "admin" },
      { email: "a@b.example\nBcc: c@d.example" },
    ])
      await expectErrorMessage(service, ACCOUNT.invite, { cookie: owner.cookie, body: { ...body, ...wrong } }, 400);
  });

  it("leaves its token in no log line but the one that replaces the mail", async () => {
    const owner = await service.account(100);
    const email = address();
    const { token } = await invited(owner, email);
    const { cookie } = await guest(email);
    await expectResponse(service, ACCOUNT.readInvitation, { body: { token } });
    await expectResponse(service, ACCOUNT.acceptInvitation, { cookie, body: { token } });
    await expectErrorMessage(service, ACCOUNT.readInvitation, { body: { token } }, 409);
    expect(service.logged.filter((line) => line.includes(token))).toHaveLength(1);
  });
});
