/** Numbers about saved views and the inbox that every page needs at once: apart from the schemas, which would be 22 kB of each first load. */

/** Maximum views in the sidebar. */
export const SHELF_VIEWS = 8;

/** New events are counted up to this number; one more means "more". */
export const MAX_COUNTED = 100;

/** Events of the days before the last look are included too, because some are found late. */
export const OVERLAP_DAYS = { default: 7, max: 90 } as const;

export const INBOX_LIMITS = {
  /** Cached for each workspace: for so long, and at most so many. */
  days: 90,
  items: 2_000,
  /** More unread items than these are not counted. */
  counted: 99,
} as const;
