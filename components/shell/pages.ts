/** The sidebar, the start page and the palette link to these pages. */

import { FEEDS } from "@dealflow/contract/feeds";
import { WEBHOOKS_PAGE } from "@dealflow/contract/webhook-events";
import type { HostState } from "@/lib/api/dashboard";
import { COMPARE_PAGE, PEOPLE_PAGE } from "@/lib/client/timelines/addresses";
import { OWNED_PAGE, PAGES } from "@/lib/filters/pages";

export interface PageLink {
  readonly href: string;
  readonly title: string;
  /** Pages below this path belong to it too. */
  readonly below?: string;
  /** Opening it may buy its first page of rows. */
  readonly feed?: true;
  /** The page exists with our own service alone. */
  readonly ownHost?: true;
  /** The page exists for operators; `or-demo`: and for the demo account, which is on this machine alone. */
  readonly operator?: true | "or-demo";
  /** The page exists where records are paid for once. */
  readonly payOnce?: true;
  /** This number is shown at the entry: of watched companies, or of unread items. */
  readonly number?: "watched" | "unread";
}

export const START_LINK: PageLink = { href: "/", title: "Start" };

export const FEED_LINKS: readonly PageLink[] = [
  { href: PAGES.funding, title: FEEDS.funding.title, feed: true },
  { href: PAGES.acquisitions, title: FEEDS.acquisitions.title, feed: true },
  { href: PAGES.execMoves, title: FEEDS.execMoves.title, below: PEOPLE_PAGE, feed: true },
  { href: PAGES.companies, title: FEEDS.companies.title, feed: true },
  { href: PAGES.investors, title: FEEDS.investors.title, feed: true },
];

export const VIEWS_LINK: PageLink = { href: "/views", title: "All views" };

export const SETTINGS_LINK: PageLink = { href: "/settings", title: "Settings", ownHost: true };

export const SETTINGS_LINKS: readonly PageLink[] = [
  { href: "/settings/profile", title: "Profile", ownHost: true },
  { href: "/settings/members", title: "Members", ownHost: true },
  { href: "/settings/keys", title: "API keys", ownHost: true },
  { href: WEBHOOKS_PAGE, title: "Webhooks", ownHost: true },
  { href: "/settings/connections", title: "MCP connections", ownHost: true },
  { href: "/settings/sessions", title: "Sessions", ownHost: true },
];

export const ADMINISTRATION_PAGES = {
  installation: "/administration",
  ledgers: "/administration/ledgers",
  people: "/administration/people",
  workspaces: "/administration/workspaces",
} as const;

export const INBOX_PAGE = "/inbox";

export const IMPORTS_LINK: PageLink = { href: "/imports", title: "Imports", ownHost: true, operator: "or-demo" };
/** The page of imports opens the correction of the event with this id. */
export const CORRECT_KEY = "correct";

export const WORKSPACE_LINKS: readonly PageLink[] = [
  { href: INBOX_PAGE, title: "Inbox", ownHost: true, number: "unread" },
  { href: OWNED_PAGE, title: "Owned records", ownHost: true, payOnce: true },
  { href: "/watchlist", title: "Watchlist", number: "watched" },
  { href: COMPARE_PAGE, title: "Compare" },
  { href: "/credits", title: "Credits" },
  IMPORTS_LINK,
  { href: ADMINISTRATION_PAGES.installation, title: "Administration", ownHost: true, operator: true },
  SETTINGS_LINK,
];

export const ADMINISTRATION_LINKS: readonly PageLink[] = [
  { href: ADMINISTRATION_PAGES.installation, title: "Installation", ownHost: true, operator: true },
  { href: ADMINISTRATION_PAGES.ledgers, title: "Ledgers", ownHost: true, operator: true },
  { href: ADMINISTRATION_PAGES.people, title: "People", ownHost: true, operator: true },
  {
    ...{ href: ADMINISTRATION_PAGES.workspaces, title: "Workspaces", below: ADMINISTRATION_PAGES.workspaces },
    ...{ ownHost: true, operator: true },
  },
];

export const REFERENCE_LINKS: readonly PageLink[] = [{ href: "/reference", title: "API reference" }];

/** Returns true when the page exists with that host. */
export function isThere(
  { ownHost, payOnce, operator }: PageLink,
  { own, identity }: Pick<HostState, "own" | "identity">,
): boolean {
  const { person } = identity ?? {};
  const isForDemo = operator === "or-demo" && person?.demo === true;
  if (operator && person?.operator !== true && !isForDemo) return false;
  return (own || !ownHost) && (!payOnce || identity?.payOnce === true);
}
