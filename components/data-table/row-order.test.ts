import { describe, expect, it } from "vitest";
import { NO_ORDER, readOrder, sortingAfter, writeOrder } from "./row-order";

describe("an order as text", () => {
  const columns = [{ id: "amount" }, { id: "announced" }, { id: "country" }];

  it("is read as it was written", () => {
    for (const text of [
      "amount.descending",
      "amount.ascending~announced.descending",
      "country.grouped~amount.descending",
    ]) {
      const order = readOrder(columns, text);
      expect(order && writeOrder(order)).toBe(text);
    }
    expect(writeOrder(NO_ORDER)).toBe("");
    expect(readOrder(columns, "")).toBe(NO_ORDER);
  });

  it("is read as far as columns and directions are known", () => {
    for (const text of ["amount", "raised.ascending", "amount.upwards", ".ascending"])
      expect(readOrder(columns, text), text).toBeUndefined();
    expect(readOrder(columns, "mood.ascending~amount.descending~amount.ascending")).toEqual({
      sorting: [{ id: "amount", desc: true }],
      grouping: [],
    });
  });
});

describe("the sorting after a press on a header", () => {
  const list = { id: "announced", desc: true };

  it("is as requested", () => {
    const next = [{ id: "amount", desc: true }];
    expect(sortingAfter(next, [list], list)).toBe(next);
    expect(sortingAfter([], next, undefined)).toEqual([]);
  });

  it("is none where that is the list's own order", () => {
    expect(sortingAfter([list], [{ id: "announced", desc: false }], list)).toEqual([]);
  });

  it("turns the list's own order around where its column would be sorted no longer", () => {
    expect(sortingAfter([], [list], list)).toEqual([{ id: "announced", desc: false }]);
  });
});
