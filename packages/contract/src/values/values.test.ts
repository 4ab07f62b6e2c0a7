import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { COUNTRIES } from "./countries";
import { MOVE_TYPES, PAYMENT_TYPES, ROLE_SENIORITIES, ROUNDS, TIMELINE_INCLUDES } from "./events";
import { INDUSTRIES } from "./industries";
import { LISTS } from "./lists";
import { NAICS, NAICS_PARENTS } from "./naics";
import { EMPLOYEE_BUCKETS, INVESTOR_TYPES, VERTICALS } from "./organisations";

/** Returns the first 16 hex digits of the SHA-256 of the sorted values, joined by line feeds. */
function digest(values: readonly string[]): string {
  return createHash("sha256").update(values.toSorted().join("\n")).digest("hex").slice(0, 16);
}

const listValues = (list: readonly { value: string }[]) => list.map((item) => item.value);

describe("lists of allowed values", () => {
  it.each([
    ["countries", listValues(COUNTRIES), 237, "ee26b4a0c3224d46"],
    ["NAICS codes", listValues(NAICS), 182, "2f14cb82b2764e0b"],
    ["industries", [...INDUSTRIES], 434, "d1c4e682ddaf0af9"],
    ["rounds", listValues(ROUNDS), 24, "c3070cd1ef57a36c"],
    ["verticals", listValues(VERTICALS), 20, "5d32488cc1e13448"],
    ["employee buckets", listValues(EMPLOYEE_BUCKETS), 8, "3d0038cc07f806d5"],
    ["payment types", listValues(PAYMENT_TYPES), 4, "8cfe5b119e314b3f"],
    ["role seniorities", listValues(ROLE_SENIORITIES), 6, "337205bd83e326ad"],
    ["move types", listValues(MOVE_TYPES), 4, "2b0fa5032a829570"],
    ["investor types", listValues(INVESTOR_TYPES), 8, "18152c763d9b5393"],
    ["timeline includes", listValues(TIMELINE_INCLUDES), 3, "35f4816d2821b872"],
  ])("%s are complete", (_, values, count, expected) => {
    expect(new Set(values).size).toBe(values.length);
    expect(values).toHaveLength(count);
    expect(digest(values)).toBe(expected);
  });

  it("give every value a title", () => {
    for (const list of [...Object.values(LISTS), NAICS_PARENTS])
      for (const item of list) expect(item.title.trim(), item.value).not.toBe("");
  });

  it("keep parents of the tree apart from listed codes", () => {
    const listed = new Set(listValues(NAICS));
    expect(NAICS_PARENTS.filter((parent) => listed.has(parent.value))).toEqual([]);
    expect(listValues(NAICS_PARENTS)).toEqual(expect.arrayContaining(["55", "61", "62", "72"]));
  });
});
