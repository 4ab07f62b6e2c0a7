import * as z from "zod/mini";
import { readonlyList } from "./schemas";

export const LIST_PARAMETERS = { limit: "limit", cursor: "cursor" } as const;
/** A page has this many items by default, and at most. */
export const LIST_LIMIT = { default: 50, max: 100 } as const;

/** Following the cursors of a list to the end returns every item that stayed in the list meanwhile. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The cursor starts the next page; it is null on the last one. */
  readonly nextCursor: string | null;
}

export function listPage<Item extends z.core.SomeType>(item: Item) {
  return z.object({ items: readonlyList(item), nextCursor: z.nullable(z.string()) });
}
