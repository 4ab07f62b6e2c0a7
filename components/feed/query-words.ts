/** Writes a query in words where no long list is loaded: codes are shown as they are. */

import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { isLong, shortList } from "@/components/filters/lists/value-lists";
import { chipText } from "@/components/filters/summaries";
import { parseAddress } from "@/lib/filters/address";
import { activeFilters } from "@/lib/filters/edit";
import { listedTitle } from "./record/company";

/**
 * Writes `Round Seed, Series A · Country US` or `No filters`. A parameter that the feed no longer knows is shown as
 * it is written.
 */
export function queryWords(feed: FeedName, query: string, now: Date): string {
  const address = parseAddress(FEEDS[feed], new URLSearchParams(query));
  const words = {
    today: now.toISOString().slice(0, 10),
    findTitle: (list: Parameters<typeof isLong>[0], value: string) =>
      isLong(list) ? value : listedTitle(shortList(list), value),
  };
  const parts = activeFilters(FEEDS[feed], address.query).map(
    (filter) => `${filter.label} ${chipText(filter, address.query, words)}`,
  );
  const removed = address.issues.map(({ parameter }) => `${parameter} is no longer supported`);
  return [...parts, ...new Set(removed)].join(" · ") || "No filters";
}
