/** How much of what is saved the frame of a page shows: apart from the rest, since every page needs it at once. */

/** Views that the sidebar has room for. */
export const SHELF_VIEWS = 8;

/** New events are counted up to here; one more stands for "more". */
export const MAX_COUNTED = 100;
