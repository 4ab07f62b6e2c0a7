/** Requests the summary of a query. */
import { SUMMARIES, type Summary } from "@dealflow/contract/account-summaries";
import type { FeedName } from "@dealflow/contract/feeds";
import { requestAccount } from "./request-account";

/** Throws an `Error` whose message is a sentence. */
export async function fetchSummary(feed: FeedName, canonical: string): Promise<Summary> {
  const reply = await requestAccount(SUMMARIES.summary, { id: feed, search: new URLSearchParams(canonical) });
  if (!reply.ok) throw new Error(reply.message);
  return reply.value;
}
