import type { AccountKey } from "@dealflow/contract/account/keys";
import { expect, it } from "vitest";
import { keyState } from "./key-columns";

const KEY: AccountKey = {
  id: "k1",
  name: "CRM",
  lastFour: "9f2c",
  dashboard: false,
  createdBy: null,
  createdAt: "2026-11-01T00:00:00Z",
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};
const NOW = Date.parse("2026-11-21T12:00:00Z");

it("determines whether a key works, and whether it expires", () => {
  expect(keyState(KEY, NOW)).toBe("works");
  expect(keyState({ ...KEY, expiresAt: "2026-11-21T12:00:01Z" }, NOW)).toBe("ending");
  expect(keyState({ ...KEY, expiresAt: "2026-11-21T12:00:00Z" }, NOW)).toBe("ended");
  expect(keyState({ ...KEY, revokedAt: "2026-11-20T00:00:00Z", expiresAt: "2026-11-28T00:00:00Z" }, NOW)).toBe("ended");
});
