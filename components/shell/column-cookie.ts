/** The cookie with a feed's own columns, so that the server's first paint has them. */
import type { FeedName } from "@dealflow/contract/feeds";
import { YEAR_S } from "./preferences";

export function columnCookieName(feed: FeedName): string {
  return `cols-${feed}`;
}

/** What to hand to `document.cookie`; without a text, which is what an empty one says, it is taken away. */
export function columnCookie(feed: FeedName, text: string): string {
  return `${columnCookieName(feed)}=${text}; Path=/; Max-Age=${text === "" ? 0 : YEAR_S}; SameSite=Lax`;
}
