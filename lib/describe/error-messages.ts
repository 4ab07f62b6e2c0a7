/** What the contract's own checks say of a wrong request: the messages in examples are never made up. */
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { QUERIES, timelineQuery } from "@/lib/contract/queries";
import { readTimelineBatch, readTimelineQuery } from "@/lib/contract/timeline-requests";
import { readQuery } from "@/lib/contract/wire";

/** The first thing that is wrong with a query of a feed. Throws when nothing is. */
export function feedErrorMessage(feed: FeedName, search: string): string {
  const { values, problems } = readQuery(new URLSearchParams(search), FEEDS[feed]);
  return first(problems, QUERIES[feed].safeParse(values).error?.issues);
}

export function timelineErrorMessage(search: string): string {
  const { values, problems } = readTimelineQuery(new URLSearchParams(search));
  return first(problems, timelineQuery.safeParse(values).error?.issues);
}

export function batchErrorMessage(body: unknown): string {
  const read = readTimelineBatch(body);
  return first("problems" in read ? read.problems : []);
}

type Messages = readonly { readonly message: string }[];

function first(problems: Messages, issues: Messages = []): string {
  const found = [...problems, ...issues][0];
  if (found === undefined) throw new Error("An example of a refused request is accepted.");
  return found.message;
}
