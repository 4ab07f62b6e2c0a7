/** Lists of the account pages that come in pages. */

export const LIST_PARAMETERS = { limit: "limit", cursor: "cursor" } as const;
/** Items on a page: when nothing is said, and at most. */
export const LIST_LIMIT = { default: 50, max: 100 } as const;

/** One page of a list: whoever follows the cursors to their end has met everything that stayed in the list meanwhile. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null on the last one. */
  readonly nextCursor: string | null;
}
