/** What a feed's page is rendered from: its address as judged, and what is held. Rendering never buys. */
import "server-only";
import { cookies, headers } from "next/headers";
import { addressKey, type FeedInitial } from "@/lib/api/dashboard";
import type { FeedName } from "@/lib/contract/feeds";
import { type Dashboard, dashboard } from "./dashboard";
import { heldPages, viewKey } from "./held-pages";
import { judgeAddress } from "./queries";
import { SESSION_COOKIE } from "./sessions";
import { NoKey, upstream } from "./upstream";

/** The query of an address as Next hands it to a page. */
export type PageSearch = Readonly<Record<string, string | string[] | undefined>>;

export async function heldView(feed: FeedName, search: PageSearch | URLSearchParams): Promise<FeedInitial> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const site = head.get("sec-fetch-site");
  return viewOf(dashboard(), feed, paramsOf(search), jar.get(SESSION_COOKIE)?.value, site);
}

/**
 * `site` is `Sec-Fetch-Site` of the request for the document: a person typed or pasted the address (`none`), or came
 * from within. A link on somebody else's page shows what is held and a price, but does not spend.
 */
export async function viewOf(
  board: Dashboard,
  feed: FeedName,
  search: URLSearchParams,
  session: string | undefined,
  site: string | null,
): Promise<FeedInitial> {
  const address = judgeAddress(feed, search);
  const used = board.sessions.used(session, viewKey(feed, address.canonical)).view;
  const source = await upstream(board.settings).catch((error: unknown) => {
    if (error instanceof NoKey) return undefined;
    throw error;
  });
  return {
    feed,
    search: addressKey(search),
    ...address,
    pages: source === undefined ? [] : heldPages(board, source, feed, address.canonical, used),
    mayOpen: address.problems.length === 0 && (site === "none" || site === "same-origin"),
    creditsInView: used,
  };
}

/** The parameters of a page, as Next hands them to it. */
export function paramsOf(search: PageSearch | URLSearchParams): URLSearchParams {
  if (search instanceof URLSearchParams) return search;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const text of typeof value === "string" ? [value] : (value ?? [])) params.append(name, text);
  return params;
}
