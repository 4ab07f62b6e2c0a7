import { describe, expect, it } from "vitest";
import type { DataTableColumn } from "./columns/columns";
import { groupRows, isGroup } from "./group-rows";

interface Deal {
  readonly country: string | null;
  readonly usd: number | null;
}

const COLUMNS: readonly DataTableColumn<Deal>[] = [
  { id: "country", header: "Country", size: 1, meta: {}, accessorFn: ({ country }) => country, cell: () => null },
  {
    id: "amount",
    header: "Amount",
    size: 1,
    meta: { subtotal: (sum) => `$${sum}` },
    accessorFn: ({ usd }) => usd,
    cell: () => null,
  },
];
const ROWS: readonly Deal[] = [
  { country: "US", usd: 5 },
  { country: null, usd: 1 },
  { country: "DE", usd: null },
  { country: "US", usd: 7 },
];

const lines = (collapsed: readonly string[] = [], descending = false) =>
  groupRows(ROWS, COLUMNS, "country", new Set(collapsed), descending).map((item) =>
    isGroup(item) ? `${item.group || "-"} ${item.count} ${item.subtotals.map(({ text }) => text)}`.trim() : item.usd,
  );

describe("grouped rows", () => {
  it("are below their group with its subtotal, what is not known at the end", () => {
    expect(lines()).toEqual(["DE 1", null, "US 2 $12", 5, 7, "- 1 $1", 1]);
    expect(lines([], true)).toEqual(["US 2 $12", 5, 7, "DE 1", null, "- 1 $1", 1]);
  });

  it("are not shown while their group is collapsed", () => {
    expect(lines(["US", ""])).toEqual(["DE 1", null, "US 2 $12", "- 1 $1"]);
  });

  it("stay as they are where the column is not known", () => {
    expect(groupRows(ROWS, COLUMNS, "gone", new Set(), false)).toBe(ROWS);
  });
});
