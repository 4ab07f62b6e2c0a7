/** Endpoints and views have these titles on the Credits page. */

import type { UsedBy } from "@dealflow/contract/account/credits";
import { FEEDS, type Feed } from "@dealflow/contract/feeds";
import { isLong, shortList } from "@/components/filters/lists/value-lists";
import { chipText, type Words } from "@/components/filters/summaries";
import { ENDPOINT_TITLES } from "@/components/shell/endpoint-titles";
import { REFERENCE_LINKS, WORKSPACE_LINKS } from "@/components/shell/pages";
import { parseAddress } from "@/lib/filters/address";
import { activeFilters } from "@/lib/filters/edit";
import { feedAtPage, PAGES } from "@/lib/filters/pages";

export function inEndpointOrder(used: readonly UsedBy[]): UsedBy[] {
  const known = ENDPOINT_TITLES.map(({ endpoint }): string => endpoint);
  // Unknown names and the remainder are last.
  const position = ({ name }: UsedBy) => (known.includes(name) ? known.indexOf(name) : known.length);
  return [...used].sort((a, b) => position(a) - position(b));
}

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

/** Names a series of a chart; `none` has no name. */
export function usedTitle({ kind, name }: UsedBy, title: (name: string) => string, none: string): string {
  if (kind === "named") return title(name);
  return kind === "none" ? none : "Others";
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
