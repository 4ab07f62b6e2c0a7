/** The filters of an address in few words. */
import { chipText, type Words } from "@/components/filters/summaries";
import { isLong, shortList } from "@/components/filters/value-lists";
import type { Feed } from "@/lib/contract/feeds";
import { parseAddress } from "@/lib/filters/address";
import { activeFilters } from "@/lib/filters/edit";

/** `Seed, US, from $5m`; values of the long lists by their codes. */
export function activeWords(feed: Feed, search: URLSearchParams, now: Date): string {
  const words: Words = {
    today: now.toISOString().slice(0, 10),
    titleOf: (list, value) =>
      isLong(list) ? value : (shortList(list).find((item) => item.value === value)?.title ?? value),
  };
  const { query } = parseAddress(feed, search);
  return activeFilters(feed, query)
    .map((filter) => chipText(filter, query, words))
    .join(", ");
}
