/** Reads and writes the order of the loaded rows as text. Everything here is pure. */
import type { ColumnSort, GroupingState, SortingState } from "@tanstack/react-table";

export interface RowOrder {
  readonly sorting: SortingState;
  /** The rows are grouped by this column. */
  readonly grouping: GroupingState;
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
