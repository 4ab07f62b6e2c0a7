/** What endpoints and views are called on the Credits page. */

import { REFERENCE_LINKS, WORKSPACE_LINKS } from "@/components/shell/pages";
import type { UsedBy } from "@/lib/contract/account-credits";
import { FEED_NAMES, FEEDS } from "@/lib/contract/feeds";
import { TIMELINE_ENDPOINT } from "@/lib/contract/timeline";
import { feedAtPage, PAGES } from "@/lib/filters/pages";
import { activeWords } from "./view-words";

const TIMELINES = { endpoint: TIMELINE_ENDPOINT, title: "Timelines" };
const GRANT = { endpoint: "credits.grant", title: "Grant" };

/** In the order of the sidebar. */
const ENDPOINTS = [...FEED_NAMES.map((name) => FEEDS[name]), TIMELINES, GRANT];

export function endpointTitle(name: string): string {
  return ENDPOINTS.find(({ endpoint }) => endpoint === name)?.title ?? name;
}

export function inEndpointOrder(used: readonly UsedBy[]): UsedBy[] {
  const known = ENDPOINTS.map(({ endpoint }): string => endpoint);
  // Unknown names, and the rest, are last.
  const position = ({ name }: UsedBy) => (known.includes(name) ? known.indexOf(name) : known.length);
  return [...used].sort((a, b) => position(a) - position(b));
}

/** `Funding: Seed, US` for an address of ours; what is none of ours as it is. */
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

/** Of what a chart tells apart; `none` is what has no name. */
export function usedTitle({ kind, name }: UsedBy, title: (name: string) => string, none: string): string {
  if (kind === "named") return title(name);
  return kind === "none" ? none : "Others";
}
