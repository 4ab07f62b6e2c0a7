/** Error messages of the contract's own validation, so that those in examples are real. */
import { parseFeedQuery } from "@dealflow/contract/feed-query";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/list-readers";
import type { Issue } from "@dealflow/contract/parameters";
import { parseTimelineBatch, parseTimelineQuery } from "@dealflow/contract/timeline-requests";

/** The first issue of a feed's query. Throws when there is none. */
export function feedErrorMessage(feed: FeedName, search: string): string {
  return firstMessage(parseFeedQuery(FEEDS[feed], new URLSearchParams(search), getListReader));
}

export function timelineErrorMessage(search: string): string {
  return firstMessage(parseTimelineQuery(new URLSearchParams(search)));
}

export function batchErrorMessage(body: unknown): string {
  return firstMessage(parseTimelineBatch(body));
}

function firstMessage(parsed: object | { readonly issues: readonly Issue[] }): string {
  const found = "issues" in parsed ? parsed.issues[0] : undefined;
  if (found === undefined) throw new Error("An example of a refused request is accepted.");
  return found.message;
}
