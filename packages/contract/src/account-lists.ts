/** Paginated lists of the account endpoints. */
import * as z from "zod/mini";
import { listOf } from "./account-schemas";

export const LIST_PARAMETERS = { limit: "limit", cursor: "cursor" } as const;
/** Items per page: by default, and at most. */
export const LIST_LIMIT = { default: 50, max: 100 } as const;

/** One page of a list: following the cursors to the end returns every item that stayed in the list meanwhile. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Start of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** The schema of such a page. */
export function listPageOf<Item extends z.core.SomeType>(item: Item) {
  return z.object({
    items: listOf(item),
    nextCursor: z.nullable(z.string()),
  });
}
