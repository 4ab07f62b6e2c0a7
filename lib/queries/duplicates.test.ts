import { expect, it } from "vitest";
import { readPairChoice } from "./duplicates";

const rule = (kind: "company" | "funding", open: number) => ({ kind, rule: "name alone", open, same: 0, different: 0 });

it("shows the pairs that the address names, else the first kind with open ones", () => {
  const choice = (search: string, ...rules: Parameters<typeof readPairChoice>[1]) =>
    Object.values(readPairChoice(new URLSearchParams(search), rules)).join(" ");
  expect(choice("", rule("company", 0), rule("funding", 1))).toBe("funding open");
  expect(choice("", rule("company", 0))).toBe("company open");
  expect(choice("kind=investor&state=later", rule("funding", 1))).toBe("investor later");
  expect(choice("kind=planet&state=lost", rule("funding", 1))).toBe("funding open");
});
