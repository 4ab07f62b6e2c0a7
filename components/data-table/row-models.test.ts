import { type GroupingState, type RowData, type SortingState, useTable } from "@tanstack/react-table";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { type CellValue, type DataTableColumn, features, type TableItem } from "./columns/columns";
import { formatSubtotals, listGroups, sortableColumns, sortingAfter } from "./row-models";

function column<Row>(id: string, accessorFn: (row: Row) => CellValue, meta = {}): DataTableColumn<Row> {
  return { id, header: id, size: 1, meta, accessorFn, cell: () => null };
}

interface Order {
  readonly sorting?: SortingState;
  readonly grouping?: GroupingState;
}

type Table<Row extends RowData> = ReturnType<typeof useTable<typeof features, Row>>;
type Options<Row extends RowData> = Parameters<typeof useTable<typeof features, Row>>[0];

function Probe<Row extends RowData>({ options, tables }: { options: Options<Row>; tables: Table<Row>[] }) {
  tables.push(useTable(options));
  return null;
}

function createTable<Row extends RowData>(
  data: readonly Row[],
  columns: readonly DataTableColumn<Row>[],
  { sorting = [], grouping = [] }: Order,
) {
  const tables: Table<Row>[] = [];
  const manualSorting = sorting.length === 0;
  const options = { features, columns: sortableColumns(columns), data, state: { sorting, grouping }, manualSorting };
  renderToStaticMarkup(createElement(Probe<Row>, { options, tables }));
  const [table] = tables;
  if (table === undefined) throw new Error("nothing was rendered");
  return { table, rows: table.getRowModel().rows };
}

describe("sorted rows", () => {
  const rows = [{ n: "b" }, { n: "Élan" }, { n: null }, { n: "Delta" }, { n: "B" }, { n: "" }, { n: "fox" }];
  const byName = [column("n", (row: { n: string | null }) => row.n)];
  const sort = <Row extends RowData>(
    ...[data, columns, sorting]: [readonly Row[], readonly DataTableColumn<Row>[], SortingState]
  ) => createTable(data, columns, { sorting }).rows.map(({ original }) => original);
  const names = (desc: boolean) => sort(rows, byName, [{ id: "n", desc }]).map(({ n }) => n);

  it("go by text without case and accents, equal ones as they came, unknown ones last", () => {
    expect(names(false)).toEqual(["b", "B", "Delta", "Élan", "fox", null, ""]);
    expect(names(true)).toEqual(["fox", "Élan", "Delta", "b", "B", null, ""]);
  });

  it("go by numbers as numbers, with those that are none last", () => {
    const itself = [column("n", (row: { n: number }) => row.n)];
    const numbers = [10, Number.NaN, 9, 0, 100].map((n) => ({ n }));
    const sorted = (desc: boolean) => sort(numbers, itself, [{ id: "n", desc }]).map(({ n }) => n);
    expect(sorted(false)).toEqual([0, 9, 10, 100, Number.NaN]);
    expect(sorted(true)).toEqual([100, 10, 9, 0, Number.NaN]);
  });

  it("go by the next column where the first one is equal", () => {
    const pairs: readonly (readonly [number, string])[] = [
      [1, "b"],
      [2, "a"],
      [1, "a"],
    ];
    const columns = [
      column("n", (row: readonly [number, string]) => row[0]),
      column("t", (row: readonly [number, string]) => row[1]),
    ];
    const sorting = [
      { id: "n", desc: true },
      { id: "t", desc: false },
    ];
    expect(sort(pairs, columns, sorting)).toEqual([
      [2, "a"],
      [1, "a"],
      [1, "b"],
    ]);
    expect(sort(pairs, columns, [])).toEqual(pairs);
  });

  it("read every value once, and leave the rows that were given as they are", () => {
    let read = 0;
    const many = Array.from({ length: 5_000 }, (_, index) => ({ n: (index * 7919) % 5_000 }));
    const before = [...many];
    const counted = [
      column("n", (row: { n: number }) => {
        read++;
        return row.n;
      }),
    ];
    const sorted = sort(many, counted, [{ id: "n", desc: true }]);
    expect(read).toBe(5_000);
    expect(sorted[0]?.n).toBe(4_999);
    expect(sorted.at(-1)?.n).toBe(0);
    expect(many).toEqual(before);
  });
});

interface Deal {
  readonly country: string | null;
  readonly usd: number | null;
  readonly day?: string;
}

describe("grouped rows", () => {
  const columns = [
    column<Deal>("country", ({ country }) => country),
    column<Deal>("amount", ({ usd }) => usd, { subtotal: (sum: number) => `$${sum}` }),
    { ...column<Deal>("day", ({ day }) => day), getGroupingValue: ({ day }: Deal) => day?.slice(0, 7) },
  ];
  const deals: readonly Deal[] = [
    { country: "US", usd: 5 },
    { country: null, usd: 1 },
    { country: "DE", usd: null },
    { country: "US", usd: 7 },
  ];

  function lines(order: Order, collapsed: readonly string[] = [], data = deals) {
    const { table, rows } = createTable(data, columns, { grouping: ["country"], ...order });
    const descending = order.sorting?.[0]?.desc === true && order.sorting[0].id !== "amount";
    return listGroups<Deal>(rows, descending, new Set(collapsed)).map((item: TableItem<Deal>) =>
      item.getIsGrouped()
        ? [
            item.groupingValue || "-",
            item.subRows.length,
            ...formatSubtotals<Deal>(item, table.getAllLeafColumns()).map(({ text }) => text),
          ].join(" ")
        : item.original.usd,
    );
  }

  it("are below their group with its subtotal, what is not known at the end", () => {
    expect(lines({})).toEqual(["DE 1", null, "US 2 $12", 5, 7, "- 1 $1", 1]);
    expect(lines({ sorting: [{ id: "country", desc: true }] })).toEqual(["US 2 $12", 5, 7, "DE 1", null, "- 1 $1", 1]);
  });

  it("are sorted within their groups, which keep their order", () => {
    expect(lines({ sorting: [{ id: "amount", desc: true }] })).toEqual(["DE 1", null, "US 2 $12", 7, 5, "- 1 $1", 1]);
  });

  it("are grouped by a coarser value than they are sorted by", () => {
    const dated = [
      { country: "US", usd: 1, day: "2026-02-01" },
      { country: "US", usd: 2, day: "2026-01-05" },
      { country: "US", usd: 3, day: "2026-02-09" },
    ];
    expect(lines({ grouping: ["day"] }, [], dated)).toEqual(["2026-01 1 $2", 2, "2026-02 2 $4", 1, 3]);
    const sorting = [{ id: "day", desc: true }];
    expect(lines({ grouping: ["day"], sorting }, [], dated)).toEqual(["2026-02 2 $4", 3, 1, "2026-01 1 $2", 2]);
  });

  it("are not shown while their group is collapsed", () => {
    expect(lines({}, ["country:US", "country:"])).toEqual(["DE 1", null, "US 2 $12", "- 1 $1"]);
  });

  it("stay as they are where the column is not known", () => {
    const { rows } = createTable(deals, columns, { grouping: ["gone"] });
    expect(rows.map(({ original }) => original)).toEqual(deals);
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
