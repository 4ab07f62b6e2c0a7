import { expect, it } from "vitest";
import { columnCookie } from "./preferences";

it("stores a feed's columns for a year, and their absence by removing the cookie", () => {
  expect(columnCookie("funding", "round~amount.96!")).toBe(
    "cols-funding=round~amount.96!; Path=/; Max-Age=31536000; SameSite=Lax",
  );
  expect(columnCookie("execMoves", "")).toBe("cols-execMoves=; Path=/; Max-Age=0; SameSite=Lax");
});
