/** How many saved views the app shell shows: a module of its own, since every page needs it at once. */

/** Maximum views in the sidebar. */
export const SHELF_VIEWS = 8;

/** New events are counted up to this number; one more means "more". */
export const MAX_COUNTED = 100;
