/** Error messages of the contract's own validation, so that those in examples are real. */
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { QUERIES, timelineQuery } from "@/lib/contract/queries";
import { readTimelineBatch, readTimelineQuery } from "@/lib/contract/timeline-requests";
import { readQuery } from "@/lib/contract/wire";

/** The first problem of a feed's query. Throws when there is none. */
export function feedErrorMessage(feed: FeedName, search: string): string {
  const { values, problems } = readQuery(new URLSearchParams(search), FEEDS[feed]);
  return firstMessage(problems, QUERIES[feed].safeParse(values).error?.issues);
}

export function timelineErrorMessage(search: string): string {
  const { values, problems } = readTimelineQuery(new URLSearchParams(search));
  return firstMessage(problems, timelineQuery.safeParse(values).error?.issues);
}

export function batchErrorMessage(body: unknown): string {
  const read = readTimelineBatch(body);
  return firstMessage("problems" in read ? read.problems : []);
}

type Messages = readonly { readonly message: string }[];

function firstMessage(problems: Messages, issues: Messages = []): string {
  const found = [...problems, ...issues][0];
  if (found === undefined) throw new Error("An example of a refused request is accepted.");
  return found.message;
}
