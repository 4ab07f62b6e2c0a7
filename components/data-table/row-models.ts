/**
 * Prepares columns for the row models of TanStack Table, and reads what these return: groups, and what a press on a
 * header sorts by. Everything here is pure.
 */
import type { ColumnSort, SortingState } from "@tanstack/react-table";
import type { CellValue, DataTableColumn, DataTableColumnMeta, TableItem } from "./columns/columns";

/** The rows of this group have no value. */
export const UNKNOWN = "";

interface Comparable {
  getValue(id: string): unknown;
}

interface Summed {
  readonly id: string;
  readonly columnDef: { readonly header?: unknown; readonly meta?: DataTableColumnMeta | undefined };
}

/** The table keeps the value of each row, so that it is read and normalized once and not in each comparison. */
export function sortableColumns<Row>(
  columns: readonly DataTableColumn<Row>[],
  isSortable: (id: string) => boolean = () => true,
) {
  return columns.map(({ accessorFn, getGroupingValue = accessorFn, ...column }) => ({
    ...column,
    enableSorting: isSortable(column.id),
    enableGrouping: isSortable(column.id),
    accessorFn: (row: Row) => normalize(accessorFn(row)),
    getGroupingValue: (row: Row) => getGroupingValue(row) || UNKNOWN,
    sortFn: compareRows,
    // Unknown values come last in either direction.
    sortUndefined: "last" as const,
  }));
}

const PLAIN = /^[\x20-\x7e]*$/;

/** Case and accents are ignored, as people look for names. */
function normalize(value: CellValue): string | number | undefined {
  if (value === null || value === "" || Number.isNaN(value)) return undefined;
  if (typeof value !== "string") return value;
  const text = value.toLowerCase();
  return PLAIN.test(text) ? text : text.normalize("NFD").replace(/\p{M}/gu, "");
}

function compareRows(one: Comparable, other: Comparable, id: string): number {
  const [a, b] = [one.getValue(id), other.getValue(id)];
  if ((typeof a !== "string" && typeof a !== "number") || (typeof b !== "string" && typeof b !== "number")) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Lists groups, each above its rows unless it is collapsed.
 * @param descending the order of their values, with the unknown one last; undefined where they come in their order
 */
export function listGroups<Row>(
  groups: readonly TableItem<Row>[],
  descending: boolean | undefined,
  collapsed: ReadonlySet<string>,
): readonly TableItem<Row>[] {
  const sorted = descending === undefined ? groups : sortGroups(groups, descending);
  return sorted.flatMap((group) => (collapsed.has(group.id) ? [group] : [group, ...group.subRows]));
}

function sortGroups<Row>(groups: readonly TableItem<Row>[], descending: boolean): readonly TableItem<Row>[] {
  const sign = descending ? -1 : 1;
  return groups.toSorted(({ groupingValue: one }, { groupingValue: other }) => {
    if (one === UNKNOWN || other === UNKNOWN) return Number(one === UNKNOWN) - Number(other === UNKNOWN);
    const isNumber = typeof one === "number" && typeof other === "number";
    return sign * (isNumber ? one - other : `${one}`.localeCompare(`${other}`, "en"));
  });
}

/**
 * Returns the sorting that a press requests. The list's own order is no sorting; pressing its column in the direction
 * that it already has requests the other one.
 */
export function sortingAfter(next: SortingState, shown: SortingState, list: ColumnSort | undefined): SortingState {
  if (list === undefined) return next;
  const isList = (sorting: SortingState) =>
    sorting.length === 1 && sorting[0]?.id === list.id && sorting[0].desc === list.desc;
  if (next.length === 0 && isList(shown)) return [{ id: list.id, desc: !list.desc }];
  return isList(next) ? [] : next;
}

/** Formats the sum of a group for each column that has one, as far as its values are known. */
export function formatSubtotals<Row extends object>({ subRows }: TableItem<Row>, columns: readonly Summed[]) {
  const about = subRows.some(({ original }) => "preview" in original);
  return columns.flatMap(({ id, columnDef: { header, meta } }) => {
    if (meta?.subtotal === undefined) return [];
    const known = subRows.map((row) => row.getValue(id)).filter((value) => typeof value === "number");
    if (known.length === 0) return [];
    return [
      {
        header: `${header}`,
        text: meta.subtotal(
          known.reduce((sum, value) => sum + value, 0),
          about,
        ),
      },
    ];
  });
}

/** Returns the keys of the rows, without the lines above groups. */
export function rowKeys(items: readonly TableItem<unknown>[]): string[] {
  return items.flatMap((item) => (item.getIsGrouped() ? [] : [item.id]));
}
