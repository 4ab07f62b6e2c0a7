import { describe, expect, it } from "vitest";
import { nextOrder, type RowOrder, readOrder, sortRows, writeOrder } from "./row-order";

describe("an order as text", () => {
  const columns = [{ id: "amount" }, { id: "announced" }];

  it("is read as it was written", () => {
    for (const direction of ["ascending", "descending"] as const) {
      const order = { column: "amount", direction };
      expect(readOrder(columns, writeOrder(order))).toEqual(order);
    }
    expect(writeOrder(undefined)).toBe("");
  });

  it("is none where the column or the direction is not known", () => {
    for (const text of ["", "amount", "raised.ascending", "amount.upwards", ".ascending"])
      expect(readOrder(columns, text), text).toBeUndefined();
  });
});

describe("the order after a press on a head", () => {
  const walk = (column: { id: string; first?: "descending" }, list: RowOrder | undefined) => {
    const seen: (string | undefined)[] = [];
    let now: RowOrder | undefined;
    for (let press = 0; press < 3; press++) {
      now = nextOrder(now, column, list);
      seen.push(now?.direction);
    }
    return seen;
  };

  it("is the first direction, the other one, then the list's own again", () => {
    expect(walk({ id: "company" }, undefined)).toEqual(["ascending", "descending", undefined]);
    expect(walk({ id: "amount", first: "descending" }, undefined)).toEqual(["descending", "ascending", undefined]);
  });

  it("leaves out the direction that the list has already", () => {
    const list = { column: "announced", direction: "descending" } as const;
    expect(walk({ id: "announced", first: "descending" }, list)).toEqual(["ascending", undefined, "ascending"]);
  });

  it("starts again in another column", () => {
    expect(nextOrder({ column: "amount", direction: "ascending" }, { id: "company" }, undefined)).toEqual({
      column: "company",
      direction: "ascending",
    });
  });
});

describe("sorted rows", () => {
  const rows = [{ n: "b" }, { n: "Élan" }, { n: null }, { n: "Delta" }, { n: "B" }, { n: "" }, { n: "fox" }];
  const names = (direction: RowOrder["direction"]) => sortRows(rows, (row) => row.n, direction).map(({ n }) => n);

  it("go by text without case and accents, equal ones as they came, unknown ones last", () => {
    expect(names("ascending")).toEqual(["b", "B", "Delta", "Élan", "fox", null, ""]);
    expect(names("descending")).toEqual(["fox", "Élan", "Delta", "b", "B", null, ""]);
  });

  it("go by numbers as numbers", () => {
    expect(sortRows([10, 9, 0, 100], (row) => row, "ascending")).toEqual([0, 9, 10, 100]);
  });

  it("read every value once, and leave the rows that were given as they are", () => {
    let read = 0;
    const many = Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 5_000);
    const before = [...many];
    const sorted = sortRows(
      many,
      (row) => {
        read++;
        return row;
      },
      "descending",
    );
    expect(read).toBe(5_000);
    expect(sorted[0]).toBe(4_999);
    expect(sorted.at(-1)).toBe(0);
    expect(many).toEqual(before);
  });
});
