/** Groups the loaded rows by a column, with a subtotal for each column that has one. Everything here is pure. */
import type { CellValue, DataTableColumn, TableRow } from "./columns/columns";

export interface RowGroup<Row> {
  /** The rows have this value in common, as text. */
  readonly group: string;
  readonly value: CellValue;
  readonly first: Row;
  readonly count: number;
  readonly collapsed: boolean;
  readonly subtotals: readonly { readonly header: string; readonly text: string }[];
}

export type Item<Row> = Row | RowGroup<Row>;

export function isGroup<Row extends object>(item: Item<Row>): item is RowGroup<Row> {
  return "subtotals" in item;
}

/** @param descending the order of the groups; unknown values come last in either */
export function groupRows<Row>(
  rows: readonly Row[],
  columns: readonly DataTableColumn<Row>[],
  id: string,
  collapsed: ReadonlySet<string>,
  descending: boolean,
): readonly Item<Row>[] {
  const column = columns.find((one) => one.id === id);
  if (column === undefined) return rows;
  const read = column.getGroupingValue ?? column.accessorFn;
  const groups = new Map<CellValue, Row[]>();
  for (const row of rows) {
    const value = read(row) || null;
    const known = groups.get(value);
    if (known === undefined) groups.set(value, [row]);
    else known.push(row);
  }
  const sign = descending ? -1 : 1;
  const sorted = [...groups].sort(([a], [b]) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return typeof a === "number" && typeof b === "number" ? sign * (a - b) : sign * `${a}`.localeCompare(`${b}`, "en");
  });
  const items: Item<Row>[] = [];
  for (const [value, members] of sorted) {
    const [first] = members;
    if (first === undefined) continue;
    const group = String(value ?? "");
    const isCollapsed = collapsed.has(group);
    items.push({
      group,
      value,
      first,
      count: members.length,
      collapsed: isCollapsed,
      subtotals: columns.flatMap(({ header, accessorFn, meta: { subtotal } }) => {
        if (subtotal === undefined) return [];
        const known = members.map(accessorFn).filter((one) => typeof one === "number");
        return known.length === 0 ? [] : [{ header, text: subtotal(known.reduce((sum, one) => sum + one, 0)) }];
      }),
    });
    if (!isCollapsed) for (const row of members) items.push(row);
  }
  return items;
}

/** Returns -1 where no row has the key. */
export function indexOfRow<Row extends TableRow>(items: readonly Item<Row>[], key: string): number {
  return items.findIndex((item) => !isGroup(item) && item.key === key);
}

/** Returns the keys of the rows, without the lines above groups. */
export function rowKeys<Row extends TableRow>(items: readonly Item<Row>[]): string[] {
  return items.flatMap((item) => (isGroup(item) ? [] : [item.key]));
}
