import type { FeedName } from "./feeds";

/**
 * What people of our own dashboard see of a result without paying (`FREE_EXPLORE`): previews of its rows with counts,
 * counts alone, or nothing.
 */
export const FREE_EXPLORE = ["rows", "counts", "off"] as const;
/** Of a feed's rows with previews; `:id` is the feed's name. */
export const EXPLORE_PATH = "/account/v1/explore/:id";
/** Of everything that the workspace has purchased of a feed, likewise. */
export const PURCHASED_PATH = "/account/v1/purchased/:id";
/** Of the purchase of previewed records, likewise. */
export const RECORDS_PATH = "/account/v1/records/:id";

/** Where the dashboard's own pages send such a purchase, below its route for the API. */
export function recordsPath(feed: FeedName): string {
  return `/v1/records/${feed}`;
}

export type FreeExplore = (typeof FREE_EXPLORE)[number];
