import { describe, expect, it } from "vitest";
import {
  type ColumnInfo,
  clampWidth,
  columnsOfLayout,
  defaultColumns,
  moveColumn,
  readColumns,
  writeColumns,
} from "./column-state";

const COLUMNS: readonly ColumnInfo[] = [
  { id: "round", size: 92, meta: { widths: { large: "88px", huge: "92px" } } },
  { id: "amount", size: 104, meta: { widths: { large: "104px" } } },
  { id: "company", size: 160, meta: { grow: 1, widths: { large: "minmax(130px, 1fr)" } } },
  { id: "city", size: 140, meta: {} },
];

const rewrite = (text: string) => {
  const state = readColumns(COLUMNS, text);
  return state && writeColumns(state);
};

describe("columns as text", () => {
  it("are read as they were written", () => {
    const text = "company.240!~amount~city.96";
    expect(readColumns(COLUMNS, text)).toEqual({
      columnOrder: ["company", "amount", "city", "round"],
      columnVisibility: { round: false },
      columnSizing: { company: 240, city: 96 },
      columnPinning: { start: ["company"], end: [] },
    });
    expect(rewrite(text)).toBe(text);
  });

  it("are read as far as they can be", () => {
    for (const text of [undefined, "", "nothing~%20;~.96"]) expect(readColumns(COLUMNS, text)).toBeUndefined();
    expect(rewrite("gone~amount.x~amount.7~amount.9~city.9999")).toBe("amount.48~city.640");
    expect(rewrite("amount~city!")).toBe("city!~amount");
  });

  it("fit into a cookie however many are chosen", () => {
    const many = Array.from({ length: 60 }, (_, index) => `a-long-name-${index}`);
    const text = writeColumns({
      columnOrder: many,
      columnVisibility: {},
      columnSizing: Object.fromEntries(many.map((id) => [id, 100])),
      columnPinning: { start: [], end: [] },
    });
    expect(text.length).toBeLessThanOrEqual(400);
    expect(text).toMatch(/^a-long-name-0\.100~.*\d$/);
  });

  it("begin with what the layout shows, at the widths that it has", () => {
    expect(writeColumns(columnsOfLayout(COLUMNS, "large"))).toBe("round.88~amount~company");
    expect(writeColumns(columnsOfLayout(COLUMNS, "huge"))).toBe("round");
    expect(writeColumns(defaultColumns(COLUMNS))).toBe("round~amount~company");
  });

  it("have pinned ones first, in the order of the columns", () => {
    const state = columnsOfLayout(COLUMNS, "large");
    expect(writeColumns({ ...state, columnPinning: { start: ["company"], end: [] } })).toBe("company!~round.88~amount");
  });
});

describe("a moved column", () => {
  it("takes the place of another one", () => {
    expect(moveColumn(["a", "b", "c", "d"], "a", "c")).toEqual(["b", "c", "a", "d"]);
    expect(moveColumn(["a", "b", "c", "d"], "d", "b")).toEqual(["a", "d", "b", "c"]);
    expect(moveColumn(["a", "b"], "a", "gone")).toEqual(["a", "b"]);
  });
});

describe("a width", () => {
  it("stays between the narrowest and the widest", () => {
    expect([12, 133.4, 9_000].map(clampWidth)).toEqual([48, 133, 640]);
  });
});
