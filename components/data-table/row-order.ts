/** Decides what a press on a column's header sorts by. Everything here is pure. */
import type { ColumnSort, SortingState } from "@tanstack/react-table";

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
