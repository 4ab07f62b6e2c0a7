import { describe, expect, it } from "vitest";
import { INDUSTRY_SPELLINGS } from "../query/list-readers";
import { INDUSTRIES } from "./industries";
import { INDUSTRY_SHORT_FORMS, OLDER_INDUSTRY_NAMES } from "./industry-names";

const names = [...OLDER_INDUSTRY_NAMES, ...INDUSTRY_SHORT_FORMS];
const labels: ReadonlySet<string> = new Set(INDUSTRIES);
const lowerCase = new Set(INDUSTRIES.map((label) => label.toLowerCase()));

describe("other names of industry groups", () => {
  it("are complete: 99 older names that changed, 51 short forms that are none of them", () => {
    expect(OLDER_INDUSTRY_NAMES).toHaveLength(99);
    expect(INDUSTRY_SHORT_FORMS).toHaveLength(51);
    expect(new Set(names.map(({ name }) => name.toLowerCase())).size).toBe(150);
  });

  it("all map to an allowed label", () => {
    expect(names.filter(({ label }) => !labels.has(label))).toEqual([]);
  });

  it("are never a current label themselves, which would be ambiguous", () => {
    expect(names.filter(({ name }) => lowerCase.has(name.toLowerCase()))).toEqual([]);
  });

  it.each([
    ["computer software", "Software Development"],
    ["defense & space", "Defense and Space Manufacturing"],
    ["saas", "Software Development"],
    ["renewables & environment", "Renewable Energy Semiconductor Manufacturing"],
    ["renewables", "Renewable Energy Power Generation"],
    ["software development", "Software Development"],
  ])("%s is now %s", (name, label) => expect(INDUSTRY_SPELLINGS.get(name)).toBe(label));

  it("keep every current label", () => {
    expect(INDUSTRIES.filter((label) => INDUSTRY_SPELLINGS.get(label.toLowerCase()) !== label)).toEqual([]);
    expect(INDUSTRY_SPELLINGS.size).toBe(INDUSTRIES.length + names.length);
  });
});
