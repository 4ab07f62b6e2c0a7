/** The dashboard page of each feed, and the parts of an address beside the query. */
import { FEEDS, type Feed, type FeedName } from "@dealflow/contract/feeds";

export const PAGES = {
  funding: "/funding",
  acquisitions: "/acquisitions",
  execMoves: "/exec-moves",
  companies: "/companies",
  investors: "/investors",
} as const satisfies Record<FeedName, string>;

/** The dashboard's address of a view, path and query. */
export function pageAddress(feed: FeedName, canonical: string): string {
  return canonical === "" ? PAGES[feed] : `${PAGES[feed]}?${canonical}`;
}

/** Everything that the workspace has purchased, by feed; with our own service, where records are paid for once. */
export const OWNED_PAGE = "/owned";

export function ownedPage(feed: FeedName): string {
  return `${OWNED_PAGE}${PAGES[feed]}`;
}

/** Keys of an address that are screen state and never reach the API. */
export const OPEN_KEY = "open";
export const VIEW_KEY = "view";
/** How the loaded rows are sorted and grouped. */
export const ORDER_KEY = "order";

const NAMES = Object.keys(FEEDS).filter((name): name is FeedName => name in FEEDS);

export function feedName(feed: Feed): FeedName {
  const name = NAMES.find((candidate) => FEEDS[candidate].endpoint === feed.endpoint);
  if (name === undefined) throw new Error(`${feed.endpoint} is no feed of the interface`);
  return name;
}

/** The feed of a page, by its path. */
export function feedAtPage(pathname: string): FeedName | undefined {
  return NAMES.find((name) => PAGES[name] === pathname);
}
