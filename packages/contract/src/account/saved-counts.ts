/**
 * Every page needs these numbers about saved views and the inbox. They are apart from the schemas, which would be 22 kB
 * of each first load.
 */

/** The sidebar shows at most this many views. */
export const SHELF_VIEWS = 8;

/** New events are counted up to this number; one more means "more". */
export const MAX_COUNTED = 100;

/** Events of the days before the last look are included too, because some are found late. */
export const OVERLAP_DAYS = { default: 7, max: 90 } as const;

export const INBOX_LIMITS = {
  /** Each workspace caches counts for this long, and at most this many. */
  days: 90,
  items: 2_000,
  /** More unread items than these are not counted. */
  counted: 99,
} as const;

/** New events are counted by the values of these filters. */
export const KIND_PARAMETERS = { funding: "round", acquisitions: "verticals", execMoves: "moveType" } as const;
