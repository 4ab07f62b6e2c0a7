import { FEEDS } from "@dealflow/contract/feeds";
import { describe, expect, it } from "vitest";
import { activeFilters, clearAll, clearFilter, withValue } from "./edit";

const query = { since: "2026-01-01", minAmountUsd: 5, countries: ["US"] };

describe("edits of a query", () => {
  it("finds the filters that are set, in descriptor order", () => {
    expect(activeFilters(FEEDS.funding, query).map((filter) => filter.label)).toEqual([
      "Announced",
      "Country",
      "Amount",
    ]);
    expect(activeFilters(FEEDS.funding, clearAll(FEEDS.funding, query))).toEqual([]);
  });

  it("clears all filters and keeps the order", () => {
    const ordered = { countries: ["US"], minKnownPeople: 2, sort: "prominence", sortDirection: "asc" };
    expect(clearAll(FEEDS.companies, ordered)).toEqual({ sort: "prominence", sortDirection: "asc" });
  });

  it("clears every parameter of a filter and no other", () => {
    const [announced] = activeFilters(FEEDS.funding, query);
    if (announced === undefined) throw new Error("no filter is active");
    expect(clearFilter({ ...query, until: "2026-02-01" }, announced)).toEqual({ minAmountUsd: 5, countries: ["US"] });
  });

  it("sets and removes single parameters without changing the given query", () => {
    expect(withValue(query, "minAmountUsd", 7)).toEqual({ ...query, minAmountUsd: 7 });
    expect(withValue(query, "countries", [])).toEqual({ since: "2026-01-01", minAmountUsd: 5 });
    expect(withValue(query, "since", undefined)).not.toHaveProperty("since");
    expect(query.countries).toEqual(["US"]);
  });
});
