import { expect, it } from "vitest";
import { parseAccountResponse, serializeCall } from "./endpoint";
import { KEYS } from "./keys";
import { PEOPLE, WORKSPACES } from "./people";

const AT = "2026-11-20T10:00:00.000Z";
const ines = { id: "p1", name: "Ines", email: "ines@mail.example", role: "owner", joinedAt: AT };

it("reads a response, and leaves out fields that it does not know", () => {
  const items = [{ ...ines, nickname: "I" }];
  expect(parseAccountResponse(WORKSPACES.members, { items, nextCursor: null, total: 1 })).toEqual({
    value: { items: [ines], nextCursor: null },
  });
});

it("reads no body where the contract has none", () => {
  expect(parseAccountResponse(PEOPLE.signOut, undefined)).toEqual({ value: undefined });
});

it("names the fields that violate the schema", () => {
  const items = [ines, { ...ines, role: "emperor" }];
  const { violation } = { violation: "", ...parseAccountResponse(WORKSPACES.members, { items, nextCursor: 7 }) };
  expect(violation).toMatch(/^items\.1\.role: .*, nextCursor: /);
  expect(parseAccountResponse(WORKSPACES.members, undefined)).toHaveProperty("violation");
  // A key that cannot be shown is useless.
  expect(parseAccountResponse(KEYS.addKey, { key: {} })).toHaveProperty("violation");
});

it("has one sentence for each field of a request", () => {
  const messages = (body: unknown) =>
    KEYS.rotateKey.request.safeParse(body).error?.issues.map(({ message }) => message);
  expect(messages({ days: 8 })).toEqual(["must be a whole number of days from 0 to 7"]);
  expect(messages({ days: "2" })).toEqual(["must be a whole number of days from 0 to 7"]);
  expect(messages({ days: 2, hours: 1 })).toEqual(['Unrecognized key: "hours"']);
  expect(messages([])).toEqual(["Invalid input: expected object, received array"]);
});

it("is sent with its id, query and body", () => {
  expect(serializeCall(KEYS.rotateKey, { id: "a/b", body: { days: 1 } })).toEqual({
    method: "POST",
    pathAndSearch: "/account/v1/keys/a%2Fb/roll",
    body: '{"days":1}',
  });
  const search = new URLSearchParams({ limit: "5" });
  expect(serializeCall(KEYS.keys, { search })).toMatchObject({ pathAndSearch: "/account/v1/keys?limit=5" });
});
