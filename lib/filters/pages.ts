/** Names the dashboard page of each feed, and the parts of an address that are not in the query. */
import type { ShelfView } from "@dealflow/contract/account/saved";
import { FEEDS, type Feed, type FeedName } from "@dealflow/contract/feeds";

export const PAGES = {
  funding: "/funding",
  acquisitions: "/acquisitions",
  execMoves: "/exec-moves",
  companies: "/companies",
  investors: "/investors",
} as const satisfies Record<FeedName, string>;

export function pageAddress(feed: FeedName, canonical: string): string {
  return writeAddress(PAGES[feed], canonical);
}

/** Returns the address of a saved view. The page of a feed is nobody's view, so a view without filters has its order in the address. */
export function savedViewAddress({ feed, query, sort }: Pick<ShelfView, "feed" | "query" | "sort">): string {
  return writeAddress(PAGES[feed], query, query === "" && sort !== null ? { order: sort } : {});
}

interface ScreenState {
  readonly open?: string | undefined;
  readonly order?: string | undefined;
}

/**
 * Returns the address of a page with the screen state.
 * @param canonical the text of the query
 */
export function writeAddress(page: string, canonical: string, { open, order }: ScreenState = {}): string {
  const search = [
    canonical,
    ...(order === undefined ? [] : [String(new URLSearchParams({ [ORDER_KEY]: order }))]),
    ...(open === undefined ? [] : [String(new URLSearchParams({ [OPEN_KEY]: open }))]),
  ].filter(Boolean);
  return search.length === 0 ? page : `${page}?${search.join("&")}`;
}

/**
 * This page lists all purchased records of the workspace by feed. It exists with our own service, where records are
 * paid for once.
 */
export const OWNED_PAGE = "/owned";

export function ownedPage(feed: FeedName): string {
  return `${OWNED_PAGE}${PAGES[feed]}`;
}

/** These keys of an address are screen state and never reach the API. */
export const OPEN_KEY = "open";
export const VIEW_KEY = "view";
/** The value of this key tells how the loaded rows are sorted and grouped. */
export const ORDER_KEY = "order";

const NAMES = Object.keys(FEEDS).filter((name): name is FeedName => name in FEEDS);

export function feedName(feed: Feed): FeedName {
  const name = NAMES.find((candidate) => FEEDS[candidate].endpoint === feed.endpoint);
  if (name === undefined) throw new Error(`${feed.endpoint} is no feed of the interface`);
  return name;
}

export function feedAtPage(pathname: string): FeedName | undefined {
  return NAMES.find((name) => PAGES[name] === pathname);
}
