/** This cookie holds a feed's own columns, so that the server's first paint has them. */
import type { FeedName } from "@dealflow/contract/feeds";
import { YEAR_S } from "./preferences";

export function columnCookieName(feed: FeedName): string {
  return `cols-${feed}`;
}

/** Returns the text to assign to `document.cookie`; an empty text removes the cookie. */
export function columnCookie(feed: FeedName, text: string): string {
  return `${columnCookieName(feed)}=${text}; Path=/; Max-Age=${text === "" ? 0 : YEAR_S}; SameSite=Lax`;
}
