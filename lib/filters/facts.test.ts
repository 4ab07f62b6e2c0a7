import { FUNDING_FILTERS } from "@dealflow/contract/feed-filters";
import { naicsAncestry } from "@dealflow/contract/query/naics";
import { factsAt } from "@dealflow/contract/records/facts";
import { describe, expect, it } from "vitest";
import { countValues } from "./facts";

const records = [
  { round: "seed", company: { verticals: ["ai", "saas"], naicsCode: "5132", hqCountry: { code: "US" } } },
  { round: "series_a", company: { verticals: ["ai", "ai"], naicsCode: "3254", hqCountry: null } },
  { round: null, company: null },
];

function counts(param: string) {
  const filter = FUNDING_FILTERS.find((candidate) => "param" in candidate && candidate.param === param);
  if (filter === undefined) throw new Error(`there is no filter ${param}`);
  return Object.fromEntries(countValues(filter, records, naicsAncestry));
}

describe("facts", () => {
  it("are found by path, and empty where the path ends early", () => {
    expect(factsAt(records[0], "company.hqCountry.code")).toEqual(["US"]);
    expect(factsAt(records[0], "company.verticals")).toEqual(["ai", "saas"]);
    expect(factsAt(records[1], "company.hqCountry.code")).toEqual([]);
    expect(factsAt("text", "company.id")).toEqual([]);
  });
});

describe("counts next to values", () => {
  it("count each record once for each of its values", () => {
    expect(counts("verticals")).toEqual({ ai: 2, saas: 1, unknown: 1 });
    expect(counts("round")).toEqual({ seed: 1, "series-a": 1 });
    expect(counts("countries")).toEqual({ US: 1, unknown: 2 });
  });

  it("count a code for all of its ancestors", () => {
    expect(counts("naicsCode")).toMatchObject({ "51": 1, "513": 1, "5132": 1, "31-33": 1, "32": 1, unknown: 1 });
  });
});
