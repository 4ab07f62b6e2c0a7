import { WORKSPACE_LIMITS } from "@dealflow/contract/account/people";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { setDisabled } from "../administration/person-access";
import {
  acceptInvitation,
  deleteOldInvitations,
  invite,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from "./invitations";
import { listMembers, removeMember, updateRole } from "./members";
import { addPerson, insertOwnedWorkspace, join } from "./testing";

const NOW = new Date("2026-11-01T12:00:00.000Z");
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function setting() {
  const { pool } = database;
  const [owner, guest] = [
    await addPerson(pool, "Olga"),
    await addPerson(pool, "Gus", `Gus+${++guests}@guests.example`),
  ];
  const workspaceId = await insertOwnedWorkspace(pool, owner, "Ostermark");
  const wanted = { email: guest.email.toLowerCase(), role: "member" as const, invitedBy: owner.id };
  return { pool, owner, guest, workspaceId, wanted };
}
let guests = 0;

const ENDED = "This invitation was already accepted or withdrawn, or replaced by a newer one. Ask for a new one.";
const FOREIGN = /^This invitation is for gus\+\d+@guests\.example\. Sign in with that address to accept it\.$/;

describe("an invitation", () => {
  it("shows its content to holders of the link, and admits the invited person, once", async () => {
    const { pool, guest, workspaceId, wanted } = await setting();
    const { invitation, mailedToken: token } = await invite(pool, workspaceId, wanted, NOW);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await listInvitations(pool, workspaceId, NOW)).toEqual([invitation]);
    expect(invitation).toMatchObject({ email: wanted.email, role: "member", invitedBy: "Olga" });
    expect(await readInvitation(pool, token, NOW)).toEqual({
      workspace: "Ostermark",
      invitedBy: "Olga",
      email: wanted.email,
      role: "member",
    });
    expect(await acceptInvitation(pool, token, guest.id, NOW)).toBe(workspaceId);
    expect((await listMembers(pool, workspaceId)).map(({ name, role }) => [name, role])).toEqual([
      ["Gus", "member"],
      ["Olga", "owner"],
    ]);
    expect(await listInvitations(pool, workspaceId, NOW)).toEqual([]);
    for (const again of [() => readInvitation(pool, token, NOW), () => acceptInvitation(pool, token, guest.id, NOW)])
      await expect(again()).rejects.toMatchObject({ code: "CONFLICT", message: ENDED });
  });

  it("stores no text of its link", async () => {
    const { pool, workspaceId, wanted } = await setting();
    const { mailedToken: token } = await invite(pool, workspaceId, wanted, NOW);
    const { rows } = await pool.query("select i::text as row from invitations i where workspace_id = $1", [
      workspaceId,
    ]);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token).toString("hex"));
  });

  it("is invalid for someone else, after a week, and with a changed link", async () => {
    const { pool, owner, guest, workspaceId, wanted } = await setting();
    const { mailedToken: token } = await invite(pool, workspaceId, wanted, NOW);
    const stranger = await addPerson(pool, "Stranger");
    for (const other of [stranger, owner])
      await expect(acceptInvitation(pool, token, other.id, NOW)).rejects.toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringMatching(FOREIGN),
      });
    await expect(acceptInvitation(pool, token, guest.id, inDays(7))).rejects.toThrow(
      "This invitation expired after 7 days. Ask for a new one.",
    );
    expect(await listInvitations(pool, workspaceId, inDays(7))).toEqual([]);
    for (const wrong of ["", token.slice(0, -1), `${token}=`, token.toUpperCase()])
      await expect(readInvitation(pool, wrong, NOW)).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: "This invitation link is incomplete or wrong. Open it exactly as it was sent.",
      });
    expect(await acceptInvitation(pool, token, guest.id, inDays(6.9))).toBe(workspaceId);
  });

  it("ends when it is withdrawn, when the address is invited again, and when its sender loses the owner role", async () => {
    const { pool, owner, workspaceId, wanted } = await setting();
    const first = await invite(pool, workspaceId, wanted, NOW);
    const second = await invite(pool, workspaceId, { ...wanted, email: wanted.email.toUpperCase() }, NOW);
    await expect(readInvitation(pool, first.mailedToken, NOW)).rejects.toThrow(ENDED);
    expect(await withdrawInvitation(pool, workspaceId, second.invitation.id, NOW)).toBe(true);
    expect(await withdrawInvitation(pool, workspaceId, second.invitation.id, NOW)).toBe(false);
    await expect(readInvitation(pool, second.mailedToken, NOW)).rejects.toThrow(ENDED);
    const other = await addPerson(pool, "Otto");
    await join(pool, workspaceId, other, "owner");
    for (const end of [
      () => updateRole(pool, workspaceId, owner.id, "member"),
      () => removeMember(pool, workspaceId, owner.id),
    ]) {
      await updateRole(pool, workspaceId, owner.id, "owner");
      const { mailedToken: token } = await invite(pool, workspaceId, wanted, NOW);
      await end();
      await expect(readInvitation(pool, token, NOW)).rejects.toThrow(ENDED);
    }
  });

  it("admits nobody while its sender is disabled", async () => {
    const { pool, owner, guest, workspaceId, wanted } = await setting();
    const { mailedToken: token } = await invite(pool, workspaceId, wanted, NOW);
    await setDisabled(pool, owner.id, true, NOW);
    for (const use of [() => readInvitation(pool, token, NOW), () => acceptInvitation(pool, token, guest.id, NOW)])
      await expect(use()).rejects.toMatchObject({ code: "CONFLICT", message: ENDED });
    await setDisabled(pool, owner.id, false, NOW);
    expect(await acceptInvitation(pool, token, guest.id, NOW)).toBe(workspaceId);
  });

  it("belongs to its own workspace", async () => {
    const { pool, workspaceId, wanted } = await setting();
    const other = await setting();
    const { invitation, mailedToken: token } = await invite(pool, workspaceId, wanted, NOW);
    expect(await listInvitations(pool, other.workspaceId, NOW)).toEqual([]);
    expect(await withdrawInvitation(pool, other.workspaceId, invitation.id, NOW)).toBe(false);
    expect(await readInvitation(pool, token, NOW)).toMatchObject({ workspace: "Ostermark" });
  });

  it("admits once of two concurrent attempts", async () => {
    const { pool, guest, workspaceId, wanted } = await setting();
    const { mailedToken: token } = await invite(pool, workspaceId, wanted, NOW);
    const two = await Promise.allSettled([1, 2].map(() => acceptInvitation(pool, token, guest.id, NOW)));
    expect(two.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await listMembers(pool, workspaceId)).toHaveLength(2);
  });

  it("is either withdrawn or accepted, not both", async () => {
    for (let times = 0; times < 10; times++) {
      const { pool, guest, workspaceId, wanted } = await setting();
      const { mailedToken: token, invitation } = await invite(pool, workspaceId, wanted, NOW);
      const [withdrawn, accepted] = await Promise.allSettled([
        withdrawInvitation(pool, workspaceId, invitation.id, NOW),
        acceptInvitation(pool, token, guest.id, NOW),
      ]);
      const members = await listMembers(pool, workspaceId);
      const out = withdrawn.status === "fulfilled" && withdrawn.value;
      expect(accepted.status).toBe(out ? "rejected" : "fulfilled");
      expect(members).toHaveLength(out ? 1 : 2);
    }
  });
});

it("is deleted 30 days after its end, and until then distinguished from an unknown one", async () => {
  const { pool, workspaceId, wanted } = await setting();
  const { mailedToken: token, invitation } = await invite(pool, workspaceId, wanted, NOW);
  await withdrawInvitation(pool, workspaceId, invitation.id, NOW);
  await deleteOldInvitations(pool, inDays(29.9));
  await expect(readInvitation(pool, token, NOW)).rejects.toMatchObject({ code: "CONFLICT" });
  await deleteOldInvitations(pool, inDays(30));
  await expect(readInvitation(pool, token, NOW)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

describe("a rejected invitation", () => {
  it("is one of someone who was demoted or removed while the request waited", async () => {
    const { pool, owner, workspaceId, wanted } = await setting();
    await join(pool, workspaceId, await addPerson(pool, "Otto"), "owner");
    for (const end of [
      () => updateRole(pool, workspaceId, owner.id, "member"),
      () => removeMember(pool, workspaceId, owner.id),
    ]) {
      await end();
      await expect(invite(pool, workspaceId, wanted, NOW)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await listInvitations(pool, workspaceId, NOW)).toEqual([]);
  });

  it("is one of a member, with the address in any case", async () => {
    const { pool, guest, workspaceId, wanted } = await setting();
    await join(pool, workspaceId, guest, "member");
    for (const email of [wanted.email, wanted.email.toUpperCase()])
      await expect(invite(pool, workspaceId, { ...wanted, email }, NOW)).rejects.toThrow(
        `${email} is already a member of this workspace.`,
      );
  });

  it("exceeds the limit of open ones, or of those a day", async () => {
    const { pool, owner, workspaceId, wanted } = await setting();
    const send = (name: string, at = NOW) =>
      invite(pool, workspaceId, { ...wanted, email: `${name}@many.example` }, at);
    const { invitations, invitationsPerDay: invitationsADay } = WORKSPACE_LIMITS;
    for (let index = 0; index < invitations; index++) await send(`guest-${index}`);
    await expect(send("another")).rejects.toThrow(
      "This workspace already has 50 pending invitations. Withdraw some first.",
    );
    // Inviting the same address again ends the earlier link, so no more of them wait.
    for (let index = invitations; index < invitationsADay; index++) await send("guest-0");
    await expect(send("guest-0")).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      message: "You sent 100 invitations within a day. Try again tomorrow.",
    });
    // The limit also holds in another workspace of the same person.
    const other = await insertOwnedWorkspace(pool, owner, "Other");
    await expect(invite(pool, other, wanted, NOW)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await listInvitations(pool, workspaceId, NOW)).toHaveLength(invitations);
    await send("guest-0", inDays(1.1));
  });

  it("exceeds the member limit", async () => {
    const { pool, guest, workspaceId, wanted } = await setting();
    const { mailedToken: token } = await invite(pool, workspaceId, wanted, NOW);
    for (let index = 1; index < WORKSPACE_LIMITS.members; index++)
      await join(pool, workspaceId, await addPerson(pool, `Member ${index}`), "member");
    await expect(acceptInvitation(pool, token, guest.id, NOW)).rejects.toThrow(
      "This workspace is full: the maximum is 100 members.",
    );
  });
});
