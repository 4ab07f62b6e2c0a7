import { expect, it } from "vitest";
import { cookieIn, readOwnedOnly, serializeOwnedOnly } from "./owned-only-cookie";

it("reads the setting as it was saved", () => {
  for (const on of [true, false]) {
    const text = `theme=dark; ${serializeOwnedOnly(on).split("; ")[0]}`;
    expect(readOwnedOnly((name) => cookieIn(text, name))).toBe(on);
  }
  expect(readOwnedOnly(() => undefined)).toBe(false);
  expect(readOwnedOnly(() => "perhaps")).toBe(false);
});

it("saves the setting for a year, and the default by removing the cookie", () => {
  expect(serializeOwnedOnly(true)).toBe("owned-only=on; Path=/; Max-Age=31536000; SameSite=Lax");
  expect(serializeOwnedOnly(false)).toBe("owned-only=; Path=/; Max-Age=0; SameSite=Lax");
});
