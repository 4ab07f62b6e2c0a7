/** The pages that the sidebar, the start page and the palette lead to. */

import { FEEDS } from "@dealflow/contract/feeds";
import type { HostState } from "@/lib/api/dashboard";
import { COMPARE_PAGE } from "@/lib/client/timelines/addresses";
import { OWNED_PAGE, PAGES } from "@/lib/filters/pages";

export interface PageLink {
  readonly href: string;
  readonly title: string;
  /** Opening it may buy its first page of rows. */
  readonly feed?: true;
  /** It is there with our own service alone. */
  readonly ownHost?: true;
  /** It is there where records are paid for once. */
  readonly payOnce?: true;
  /** The number beside it is that of the watched companies, or of the unread items. */
  readonly number?: "watched" | "unread";
}

export const FEED_LINKS: readonly PageLink[] = [
  { href: PAGES.funding, title: FEEDS.funding.title, feed: true },
  { href: PAGES.acquisitions, title: FEEDS.acquisitions.title, feed: true },
  { href: PAGES.execMoves, title: FEEDS.execMoves.title, feed: true },
  // By itself the list begins with what was changed longest ago.
  { href: `${PAGES.companies}?sort=prominence`, title: FEEDS.companies.title, feed: true },
  { href: PAGES.investors, title: FEEDS.investors.title, feed: true },
];

export const VIEWS_LINK: PageLink = { href: "/views", title: "All views" };

export const SETTINGS_LINK: PageLink = { href: "/settings", title: "Settings", ownHost: true };

/** The pages within it. */
export const SETTINGS_LINKS: readonly PageLink[] = [
  { href: "/settings/profile", title: "Profile", ownHost: true },
  { href: "/settings/members", title: "Members", ownHost: true },
  { href: "/settings/keys", title: "API keys", ownHost: true },
  { href: "/settings/webhooks", title: "Webhooks", ownHost: true },
  { href: "/settings/connections", title: "MCP connections", ownHost: true },
  { href: "/settings/sessions", title: "Sessions", ownHost: true },
];

export const INBOX_PAGE = "/inbox";

export const WORKSPACE_LINKS: readonly PageLink[] = [
  { href: INBOX_PAGE, title: "Inbox", ownHost: true, number: "unread" },
  { href: OWNED_PAGE, title: "Owned records", ownHost: true, payOnce: true },
  { href: "/watchlist", title: "Watchlist", number: "watched" },
  { href: COMPARE_PAGE, title: "Compare" },
  { href: "/credits", title: "Credits" },
  SETTINGS_LINK,
];

export const REFERENCE_LINKS: readonly PageLink[] = [{ href: "/reference", title: "API reference" }];

/** Whether the page is there with that host. */
export function isThere(
  { ownHost, payOnce }: PageLink,
  { own, identity }: Pick<HostState, "own" | "identity">,
): boolean {
  return (own || !ownHost) && (!payOnce || identity?.payOnce === true);
}
