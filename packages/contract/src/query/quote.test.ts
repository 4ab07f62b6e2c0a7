import { describe, expect, it } from "vitest";
import { quote, shown } from "./quote";

describe("a value in a message", () => {
  it("is quoted, and cut after 60 characters", () => {
    expect(quote("seedy")).toBe('"seedy"');
    expect(quote("x".repeat(60))).toBe(`"${"x".repeat(60)}"`);
    expect(quote("x".repeat(61))).toBe(`"${"x".repeat(60)}…"`);
    expect(quote("x".repeat(65_000))).toBe(`"${"x".repeat(60)}…"`);
  });

  it("is never cut within a character", () => {
    expect(quote("😀".repeat(60))).toBe(`"${"😀".repeat(60)}"`);
    expect(quote(`x${"😀".repeat(70)}`)).toBe(`"x${"😀".repeat(59)}…"`);
    expect(quote(`x${"😀".repeat(70)}`).isWellFormed()).toBe(true);
  });

  it("shows nothing that would break a line or is not text", () => {
    expect(quote("a\0b\nc\ud800")).toBe('"a\uFFFDb\uFFFDc\uFFFD"');
  });

  it.each([
    [5, "5"],
    [true, "true"],
    [null, "null"],
    [undefined, "nothing"],
    ["x", '"x"'],
    [["x"], "a list"],
    [{ x: 1 }, "an object"],
  ])("%j in JSON is shown as %s", (value, expected) => expect(shown(value)).toBe(expected));
});
