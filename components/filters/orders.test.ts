import { FEEDS } from "@dealflow/contract/feeds";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { describe, expect, it } from "vitest";
import { inOrder, ORDERS, orderIndex } from "./orders";

describe("orders of the company directory", () => {
  it("are each recovered from the query that they make, which keeps its filters", () => {
    for (const index of ORDERS.keys()) {
      const query = inOrder({ countries: ["US"], sort: "prominence", sortDirection: "asc" }, index);
      expect(orderIndex(query)).toBe(index);
      expect(query.countries).toEqual(["US"]);
    }
  });

  it("are written as the API expects them", () => {
    expect(ORDERS.map((_, index) => serializeFeedQuery(FEEDS.companies, inOrder({}, index)))).toEqual([
      "",
      "sort=prominence",
      "sort=prominence&sortDirection=asc",
    ]);
  });

  it("accepts an explicit direction, and one without a meaning", () => {
    expect(orderIndex({ sort: "prominence", sortDirection: "desc" })).toBe(1);
    expect(orderIndex({ sortDirection: "asc" })).toBe(0);
  });
});
