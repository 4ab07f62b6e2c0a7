import { WORKSPACES } from "@dealflow/contract/account/people";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDocument } from "@/lib/client/requests/testing";
import { AccountRequestError, callAccount, findRejectedField, isUnread } from "./account";

afterEach(() => vi.unstubAllGlobals());

const AT = "2026-11-20T10:00:00.000Z";
const ines = { id: "p1", name: "Ines", email: "ines@mail.example", role: "owner", joinedAt: AT };
const REQUEST_ID = "01999999-0000-7000-8000-000000000001";

async function requestMembers(body: unknown, status = 200) {
  openDocument({ url: "http://localhost:3000/settings/members" });
  const headers = { "X-Request-Id": REQUEST_ID, "Retry-After": "3" };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status, headers }));
  return callAccount(WORKSPACES.members);
}

async function rejected(body: unknown, status?: number): Promise<AccountRequestError> {
  const error = await requestMembers(body, status).catch((thrown: unknown) => thrown);
  return error instanceof AccountRequestError ? error : expect.fail("it was accepted");
}

it("a request without a network says so, and one without a response names the server", async () => {
  for (const [online, message] of [
    [false, "You're offline. Try again when you're connected."],
    [true, "The dashboard's server did not respond. Nothing was charged."],
  ] as const) {
    openDocument({ url: "http://localhost:3000/funding", online });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await expect(callAccount(WORKSPACES.members)).rejects.toMatchObject({ status: 0, message });
  }
});

describe("a response of the account endpoints", () => {
  it("is the value of its schema", async () => {
    const members = await requestMembers({ items: [{ ...ines, later: true }], nextCursor: null });
    expect(members).toEqual({ items: [ines], nextCursor: null });
  });

  it("that violates its schema is an error with its request id", async () => {
    const error = await rejected({ items: [{ ...ines, role: "emperor" }], nextCursor: null });
    const message = `The service's response could not be read. Request id: ${REQUEST_ID}.`;
    expect(error).toMatchObject({ status: 200, message, retryAfterMs: undefined });
    expect(isUnread(error)).toBe(true);
  });

  it("is a refusal with the message of its envelope, and the wait", async () => {
    const error = { code: "TOO_MANY_REQUESTS", message: "too many requests" };
    const thrown = await rejected({ success: false, error, meta: {} }, 429);
    expect(thrown).toMatchObject({ status: 429, message: "Too many requests.", retryAfterMs: 3_000 });
    expect(isUnread(thrown)).toBe(false);
  });
});

const FIELDS = ["name", "email", "password"] as const;
const find = (status: number, message: string) => findRejectedField({ status, message }, FIELDS);

it("finds the field that a refusal names first", () => {
  expect(find(400, "password is one of the most common ones; the email is fine")).toBe("password");
  expect(find(409, "An account with this email address already exists.")).toBe("email");
  expect(find(400, "the body must be JSON")).toBeUndefined();
});

it("blames no field for what is not about an entry", () => {
  expect(find(401, "The email or the password is wrong.")).toBeUndefined();
  expect(find(429, "Too many tries with this email.")).toBeUndefined();
});
