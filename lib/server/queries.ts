/** Parses requests for a page of a feed. */
import "server-only";
import { canonicalizeQuery, parseFeedQuery } from "@/lib/contract/feed-query";
import { CURSOR_PARAMETER, FEEDS, type FeedName, LIMIT, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@/lib/contract/feeds";
import { getListReader } from "@/lib/contract/list-readers";
import type { Issue } from "@/lib/contract/parameters";

export interface PageQuery {
  /** The filters alone, in canonical form: the identity of the view. */
  readonly canonical: string;
  /** With paging: the query that is sent. */
  readonly text: string;
  readonly limit: number;
}

/** Parses a page request into canonical form, or returns its issues. */
export function parsePageQuery(
  name: FeedName,
  search: URLSearchParams,
): PageQuery | { readonly issues: readonly Issue[] } {
  const feed = FEEDS[name];
  const { query, paging, issues } = parseFeedQuery(feed, search, getListReader);
  if (issues.length > 0) return { issues };
  const { cursor, limit, includeTotal } = paging;
  const { text: canonical } = canonicalizeQuery(feed, query);
  const text = new URLSearchParams(canonical);
  if (cursor !== undefined) text.set(CURSOR_PARAMETER, cursor);
  if (limit !== LIMIT.default) text.set(LIMIT_PARAMETER, String(limit));
  if (includeTotal === true) text.set(TOTAL_PARAMETER, "true");
  return { canonical, text: text.toString(), limit };
}
