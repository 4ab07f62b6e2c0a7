/** Names pages of the dashboard by their addresses. */

import { FEEDS, type Feed } from "@dealflow/contract/feeds";
import { isLong, shortList } from "@/components/filters/lists/value-lists";
import { chipText, type Words } from "@/components/filters/summaries";
import { REFERENCE_LINKS, WORKSPACE_LINKS } from "@/components/shell/pages";
import { parseAddress } from "@/lib/filters/address";
import { activeFilters } from "@/lib/filters/edit";
import { feedAtPage, PAGES } from "@/lib/filters/pages";

/** Returns `Funding: Seed, US` for an address of the dashboard, and any other text unchanged. */
export function viewTitle(address: string, now: Date): string {
  const [path = "", search = ""] = address.split("?");
  const feed = feedAtPage(path);
  if (feed !== undefined) {
    const words = activeWords(FEEDS[feed], new URLSearchParams(search), now);
    return words === "" ? FEEDS[feed].title : `${FEEDS[feed].title}: ${words}`;
  }
  if (path.startsWith(`${PAGES.companies}/`)) return "Company";
  return [...WORKSPACE_LINKS, ...REFERENCE_LINKS].find(({ href }) => href === path)?.title ?? address;
}

/** The result looks like `Seed, US, from $5m`; values of the long lists are shown by their codes. */
function activeWords(feed: Feed, search: URLSearchParams, now: Date): string {
  const words: Words = {
    today: now.toISOString().slice(0, 10),
    findTitle: (list, value) =>
      isLong(list) ? value : (shortList(list).find((item) => item.value === value)?.title ?? value),
  };
  const { query } = parseAddress(feed, search);
  return activeFilters(feed, query)
    .map((filter) => chipText(filter, query, words))
    .join(", ");
}
