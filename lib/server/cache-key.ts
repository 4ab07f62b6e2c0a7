/** Under which keys responses are cached and used credits are counted. */
import "server-only";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { Upstream } from "./upstream";

export function viewKey(feed: FeedName, canonical: string): string {
  return `${FEEDS[feed].path}?${canonical}`;
}

/** `request`: canonical path and query, and the body when there is one. */
export function cacheKey(upstream: Upstream, request: string): string {
  return `${upstream.account} ${request}`;
}
