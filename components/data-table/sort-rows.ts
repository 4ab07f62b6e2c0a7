/** Sorts and groups the loaded rows by their columns. Everything here is pure. */
import type { ColumnSort, SortingState } from "@tanstack/react-table";
import type { CellValue, DataTableColumn } from "./columns/columns";

export interface RowOrder {
  readonly sorting: SortingState;
  /** The rows are grouped by this column. */
  readonly grouping: readonly string[];
}

export const NO_ORDER: RowOrder = { sorting: [], grouping: [] };
const DIRECTIONS = { ascending: false, descending: true } as const;
const MAX_SORTS = 4;

/** Writes `country.grouped~amount.descending~company.ascending`; an empty text is the list's own order. */
export function writeOrder({ sorting, grouping }: RowOrder): string {
  const parts = sorting.map(({ id, desc }) => `${id}.${desc ? "descending" : "ascending"}`);
  return [...grouping.map((id) => `${id}.grouped`), ...parts].join("~");
}

/** Reads the known parts of a text; undefined when there are none and the text is not empty. */
export function readOrder(columns: readonly { readonly id: string }[], text: string): RowOrder | undefined {
  if (text === "") return NO_ORDER;
  const sorting: ColumnSort[] = [];
  const grouping: string[] = [];
  for (const part of text.split("~")) {
    const [, id = "", how = ""] = /^([a-z0-9-]+)\.(ascending|descending|grouped)$/i.exec(part) ?? [];
    if (!columns.some((column) => column.id === id)) continue;
    if (how === "grouped") {
      if (grouping.length === 0) grouping.push(id);
    } else if (sorting.length < MAX_SORTS && !sorting.some((one) => one.id === id))
      sorting.push({ id, desc: DIRECTIONS[how === "descending" ? "descending" : "ascending"] });
  }
  return sorting.length + grouping.length === 0 ? undefined : { sorting, grouping };
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

type Comparable = string | number | null;

/** Equal rows keep the order in which they came; unknown values come last in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<DataTableColumn<Row>, "id" | "accessorFn">[],
  sorting: SortingState,
): readonly Row[] {
  const keys = sorting.flatMap(({ id, desc }) => {
    const column = columns.find((one) => one.id === id);
    // Every value is read and normalized once, because sorting 100,000 rows compares 1.7 million times.
    return column === undefined
      ? []
      : [{ values: rows.map((row) => normalize(column.accessorFn(row))), sign: desc ? -1 : 1 }];
  });
  if (keys.length === 0) return rows;
  const indexes = Uint32Array.from(rows, (_, index) => index);
  indexes.sort((a, b) => {
    for (const { values, sign } of keys) {
      const order = compare(values[a] ?? null, values[b] ?? null, sign);
      if (order !== 0) return order;
    }
    return a - b;
  });
  const sorted: Row[] = [];
  for (const index of indexes) {
    const row = rows[index];
    if (row !== undefined) sorted.push(row);
  }
  return sorted;
}

function compare(one: Comparable, other: Comparable, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -sign : one > other ? sign : 0;
}

const PLAIN = /^[\x20-\x7e]*$/;

/** Case and accents are ignored, as people look for names. */
function normalize(value: CellValue): Comparable {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "number") return value;
  const text = value.toLowerCase();
  return PLAIN.test(text) ? text : text.normalize("NFD").replace(/\p{M}/gu, "");
}
