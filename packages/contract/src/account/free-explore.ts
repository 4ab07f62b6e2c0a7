import { ACCOUNT_PATH } from "./endpoint";

/**
 * People of our own dashboard see this much of a result without paying (`FREE_EXPLORE`): previews of its rows with
 * counts, counts alone, or nothing.
 */
export const FREE_EXPLORE = ["rows", "counts", "off"] as const;
/** Serves a feed's rows with previews; `:id` is the feed's name. */
export const EXPLORE_PATH = `${ACCOUNT_PATH}/explore/:id`;
/** A page of free rows begins at this place in its list, counted from 0. */
export const OFFSET_PARAMETER = "offset";
/** Serves everything that the workspace has purchased of a feed; `:id` is the feed's name. */
export const PURCHASED_PATH = `${ACCOUNT_PATH}/purchased/:id`;
/** The response streams all records of a purchase, one line of JSON each. */
export const PURCHASED_FILE_PATH = `${ACCOUNT_PATH}/purchased/:id/file`;
/** `ownedNames` takes words of which each begins a word of the name, or the ids of companies. */
export const OWNED_NAMES_SEARCH = "search";
export const OWNED_NAMES_ID = "id";
/** A search returns at most this many names of one kind, and takes at least this many letters. */
export const OWNED_NAMES = { most: 8, minLetters: 2 } as const;
/** `purchasedRecords` takes this parameter. */
export const RECORD_ID = "record";
/** Buys records of a feed; `:id` is the feed's name. */
export const RECORDS_PATH = `${ACCOUNT_PATH}/records/:id`;

export const TIMELINE_PURCHASE_PATH = `${ACCOUNT_PATH}/timeline`;
export const TIMELINES_PURCHASE_PATH = `${ACCOUNT_PATH}/timelines`;

export type FreeExplore = (typeof FREE_EXPLORE)[number];
