import { describe, expect, it } from "vitest";
import { FEED_NAMES, FEEDS } from "../feeds";
import { type Filter, filterParameters } from "../filters";
import { FEED_ORDERS, NO_ORDER, orderKeys, readOrder, writeOrder } from "./feed-orders";

describe("an order as text", () => {
  const isKnown = (id: string) => ["amount", "announced", "country"].includes(id);

  it("is read as it was written", () => {
    for (const text of [
      "amount.descending",
      "amount.ascending~announced.descending",
      "country.grouped~amount.descending",
    ]) {
      const order = readOrder(isKnown, text);
      expect(order && writeOrder(order)).toBe(text);
    }
    expect(writeOrder(NO_ORDER)).toBe("");
    expect(readOrder(isKnown, "")).toBe(NO_ORDER);
  });

  it("is read as far as columns and directions are known", () => {
    for (const text of ["amount", "raised.ascending", "amount.upwards", ".ascending"])
      expect(readOrder(isKnown, text), text).toBeUndefined();
    expect(readOrder(isKnown, "mood.ascending~amount.descending~amount.ascending")).toEqual({
      sorting: [{ id: "amount", desc: true }],
      grouping: [],
    });
  });
});

it("groups come first, in the direction of their own column", () => {
  const sorting = [
    { id: "amount", desc: true },
    { id: "country", desc: true },
  ];
  expect(orderKeys({ sorting, grouping: ["country"] })).toEqual([sorting[1], sorting[0]]);
  expect(orderKeys({ sorting: [], grouping: ["country"] })).toEqual([{ id: "country", desc: false }]);
});

it("rows are ordered by filters that exist", () => {
  for (const feed of FEED_NAMES) {
    const filters: readonly Filter[] = FEEDS[feed].filters;
    const params = filters.flatMap(filterParameters);
    for (const key of Object.values(FEED_ORDERS[feed])) if ("param" in key) expect(params).toContain(key.param);
  }
});
