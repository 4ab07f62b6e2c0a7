import { describe, expect, it } from "vitest";
import { inferSelector, parseReference, readReference } from "./company-reference";

describe("what was typed", () => {
  it.each([
    ["019AA000-0000-7000-8000-000000000000", "id"],
    ["wrenfold.example", "domain"],
    ["https://www.wrenfold.example/about?x=1", "domain"],
    ["Wrenfold", "name"],
    ["Wrenfold Inc.", "name"],
    ["A.B.C Holdings", "name"],
    ["@wrenfold", "socialUrl"],
    ["https://social.example/company/wrenfold/", "socialUrl"],
    ["social.example/company/wrenfold", "socialUrl"],
    ["  ", undefined],
  ])("%s is %s", (text, by) => {
    expect(inferSelector(text)).toBe(by);
  });

  it("is normalized for the interface, or rejected", () => {
    expect(parseReference("domain", " https://www.Wrenfold.example/about ")).toEqual({
      by: "domain",
      value: "wrenfold.example",
    });
    expect(parseReference("id", "019AA000-0000-7000-8000-00000000000A")).toEqual({
      by: "id",
      value: "019aa000-0000-7000-8000-00000000000a",
    });
    expect(parseReference("name", " Wren fold ")).toEqual({ by: "name", value: "Wren fold" });
    for (const [by, text] of [
      ["id", "42"],
      ["domain", "localhost"],
      ["name", ""],
      ["name", "x".repeat(301)],
    ] as const)
      expect(parseReference(by, text)).toHaveProperty("problem");
  });

  it("may be in an address", () => {
    expect(readReference(new URLSearchParams("include=funding&domain=a.example"))).toEqual({
      by: "domain",
      text: "a.example",
    });
    expect(readReference(new URLSearchParams("name=%20"))).toBeUndefined();
  });
});
