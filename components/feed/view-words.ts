/** Writes queries and addresses of the dashboard in words where no long list is loaded: codes are shown as they are. */

import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { WEBHOOK_KEY, WEBHOOKS_PAGE } from "@dealflow/contract/webhook-events";
import { chipText, type Words } from "@/components/filters/filter-text";
import { isLong, shortList } from "@/components/filters/lists/value-lists";
import { REFERENCE_LINKS, WORKSPACE_LINKS } from "@/components/shell/pages";
import { parseAddress } from "@/lib/filters/address";
import { activeFilters } from "@/lib/filters/edit";
import { feedAtPage, PAGES } from "@/lib/filters/pages";
import { listedTitle } from "@/lib/format/listed-title";

/** Returns `Funding: Seed, US` for an address of the dashboard, and any other text unchanged. */
export function viewTitle(address: string, now: Date): string {
  const [path = "", search = ""] = address.split("?");
  const feed = feedAtPage(path);
  if (feed !== undefined) {
    const words = filterWords(feed, search, now).filters.map(({ text }) => text);
    return words.length === 0 ? FEEDS[feed].title : `${FEEDS[feed].title}: ${words.join(", ")}`;
  }
  if (path.startsWith(`${PAGES.companies}/`)) return "Company";
  const webhooks = path === WEBHOOKS_PAGE ? new URLSearchParams(search).getAll(WEBHOOK_KEY) : [];
  if (webhooks.length > 0) return webhooks.join(", ");
  return [...WORKSPACE_LINKS, ...REFERENCE_LINKS].find(({ href }) => href === path)?.title ?? address;
}

/**
 * Writes `Round Seed, Series A · Country US` or `No filters`. A parameter that the feed no longer knows is shown as
 * it is written.
 */
export function queryWords(feed: FeedName, query: string, now: Date): string {
  const { filters, issues } = filterWords(feed, query, now);
  const parts = filters.map(({ label, text }) => `${label} ${text}`);
  const removed = issues.map(({ parameter }) => `${parameter} is no longer supported`);
  return [...parts, ...new Set(removed)].join(" · ") || "No filters";
}

function filterWords(feed: FeedName, search: string, now: Date) {
  const words: Words = {
    today: now.toISOString().slice(0, 10),
    findTitle: (list, value) => (isLong(list) ? value : listedTitle(shortList(list), value)),
  };
  const { query, issues } = parseAddress(FEEDS[feed], search);
  const filters = activeFilters(FEEDS[feed], query).map((filter) => ({
    label: filter.label,
    text: chipText(filter, query, words),
  }));
  return { filters, issues };
}
