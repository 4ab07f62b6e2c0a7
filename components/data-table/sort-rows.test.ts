import { describe, expect, it } from "vitest";
import { NO_ORDER, readOrder, sortingAfter, sortRows, writeOrder } from "./sort-rows";

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

describe("sorted rows", () => {
  const rows = [{ n: "b" }, { n: "Élan" }, { n: null }, { n: "Delta" }, { n: "B" }, { n: "" }, { n: "fox" }];
  const byName = [{ id: "n", accessorFn: (row: { n: string | null }) => row.n }];
  const names = (desc: boolean) => sortRows(rows, byName, [{ id: "n", desc }]).map(({ n }) => n);

  it("go by text without case and accents, equal ones as they came, unknown ones last", () => {
    expect(names(false)).toEqual(["b", "B", "Delta", "Élan", "fox", null, ""]);
    expect(names(true)).toEqual(["fox", "Élan", "Delta", "b", "B", null, ""]);
  });

  it("go by numbers as numbers", () => {
    const itself = [{ id: "n", accessorFn: (row: number) => row }];
    expect(sortRows([10, 9, 0, 100], itself, [{ id: "n", desc: false }])).toEqual([0, 9, 10, 100]);
  });

  it("go by the next column where the first one is equal", () => {
    const pairs = [
      [1, "b"],
      [2, "a"],
      [1, "a"],
    ] as const;
    const columns = [
      { id: "n", accessorFn: (row: readonly [number, string]) => row[0] },
      { id: "t", accessorFn: (row: readonly [number, string]) => row[1] },
    ];
    const sorting = [
      { id: "n", desc: true },
      { id: "t", desc: false },
    ];
    expect(sortRows(pairs, columns, sorting)).toEqual([
      [2, "a"],
      [1, "a"],
      [1, "b"],
    ]);
    expect(sortRows(pairs, columns, [])).toBe(pairs);
  });

  it("read every value once, and leave the rows that were given as they are", () => {
    let read = 0;
    const many = Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 5_000);
    const before = [...many];
    const counted = [
      {
        id: "n",
        accessorFn: (row: number) => {
          read++;
          return row;
        },
      },
    ];
    const sorted = sortRows(many, counted, [{ id: "n", desc: true }]);
    expect(read).toBe(5_000);
    expect(sorted[0]).toBe(4_999);
    expect(sorted.at(-1)).toBe(0);
    expect(many).toEqual(before);
  });
});
