/**
 * What people of our own dashboard see of a result without paying (`FREE_EXPLORE`): previews of its rows with counts,
 * counts alone, or nothing.
 */
export const FREE_EXPLORE = ["rows", "counts", "off"] as const;
/** Of a feed's rows with previews; `:id` is the feed's name. */
export const EXPLORE_PATH = "/account/v1/explore/:id";
/** Of everything that the workspace has purchased of a feed, likewise. */
export const PURCHASED_PATH = "/account/v1/purchased/:id";
/** Parameters of `ownedNames`: words of which each begins a word of the name, or the ids of companies. */
export const OWNED_NAMES_SEARCH = "search";
export const OWNED_NAMES_ID = "id";
/** Names of one kind that a search returns at most, and letters that it takes at least. */
export const OWNED_NAMES = { most: 8, minLetters: 2 } as const;
/** Parameter of `purchasedRecords`. */
export const RECORD_ID = "record";
/** Of the purchase of records, likewise. */
export const RECORDS_PATH = "/account/v1/records/:id";

/** Of `ownedTimelines`. */
export const OWNED_TIMELINES_PATH = "/account/v1/owned-timelines";
/** Of the purchases of one timeline and of several. */
export const TIMELINE_PURCHASE_PATH = "/account/v1/timeline";
export const TIMELINES_PURCHASE_PATH = "/account/v1/timelines";

export type FreeExplore = (typeof FREE_EXPLORE)[number];
