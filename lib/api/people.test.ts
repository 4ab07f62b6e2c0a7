import { expect, it } from "vitest";
import { readAccountBudgets } from "./account-budgets";
import { readKeys, readNewKey } from "./keys";
import { readInvitationPreview, readInvitations, readInvited, readMailed, readMembers, readSessions } from "./people";

const AT = "2026-11-20T10:00:00.000Z";

it("reads sessions, and skips invalid ones", () => {
  const whole = { id: "s1", createdAt: AT, lastUsedAt: AT, address: "::1", userAgent: "curl/8", current: true };
  const items = [whole, { createdAt: AT }, 7, { id: "s2", current: "yes" }];
  expect(readSessions({ items, nextCursor: "1.2" })).toEqual({
    items: [whole, { id: "s2", createdAt: "", lastUsedAt: "", address: null, userAgent: null, current: false }],
    nextCursor: "1.2",
  });
  expect(readSessions({})).toBeUndefined();
  expect(readSessions("sessions")).toBeUndefined();
});

it("reads members, and gives an unknown role the fewest permissions", () => {
  const ines = { id: "p1", name: "Ines", email: "ines@mail.example", role: "owner", joinedAt: AT };
  const invitation = { id: "i1", email: "teo@mail.example", role: "member", invitedBy: "Ines", expiresAt: AT };
  expect(readMembers({ items: [ines, { ...ines, id: "p2", name: null, role: "emperor" }] })).toEqual({
    items: [ines, { ...ines, id: "p2", name: "ines@mail.example", role: "member" }],
    nextCursor: null,
  });
  expect(readMembers({ members: [] })).toBeUndefined();
  expect(readInvitations({ items: [invitation, {}], nextCursor: 7 })).toEqual({
    items: [invitation],
    nextCursor: null,
  });
  expect(readInvited({ invitation, mail: true })).toEqual({ invitation, mail: true });
  expect(readInvited({ mail: true })).toBeUndefined();
});

it("reads what the invitation link shows", () => {
  const shown = { workspace: "Ostermark", invitedBy: "Ines", email: "teo@mail.example", role: "owner" };
  expect(readInvitationPreview(shown)).toEqual(shown);
  expect(readInvitationPreview({ ...shown, email: undefined })).toBeUndefined();
  expect(readMailed({ mail: "yes" })).toEqual({ mail: false });
});

it("reads keys, and a new one only with its text", () => {
  const key = {
    id: "k1",
    name: "CRM",
    lastFour: "9f2c",
    dashboard: false,
    createdAt: AT,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  };
  expect(readKeys({ items: [key, {}], nextCursor: null })).toEqual({ items: [key], nextCursor: null });
  expect(readKeys([key])).toBeUndefined();
  expect(readNewKey({ key, text: "df_live_x" })).toEqual({ key, text: "df_live_x" });
  expect(readNewKey({ key })).toBeUndefined();
});

it("reads budgets, and treats an invalid limit as none", () => {
  const used = { day: 3, month: 40 };
  const limits = { day: 100, month: null };
  const teo = { id: "p2", name: "Teo", email: "teo@mail.example", limits, used };
  expect(
    readAccountBudgets({ workspace: { limits: { day: -1, month: "x" }, used }, members: [teo, { id: "p3" }] }),
  ).toEqual({ workspace: { limits: { day: null, month: null }, used }, members: [teo] });
  expect(readAccountBudgets({ members: [] })).toBeUndefined();
});
