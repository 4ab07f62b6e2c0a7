import { describe, expect, it } from "vitest";
import { sortingAfter } from "./row-order";

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
