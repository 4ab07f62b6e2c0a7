/** Requests the summary of a query. */
import { PURCHASES } from "@dealflow/contract/account/purchases";
import { SUMMARIES, type Summary } from "@dealflow/contract/account/summaries";
import type { FeedName } from "@dealflow/contract/feeds";
import type { RowScope } from "@/lib/api/explore";
import { requestAccount } from "./request-account";

/** Throws an `Error` whose message is a sentence. */
export async function fetchSummary(feed: FeedName, scope: RowScope, canonical: string): Promise<Summary> {
  const endpoint = scope === "owned" ? PURCHASES.purchasedSummary : SUMMARIES.summary;
  const reply = await requestAccount(endpoint, { id: feed, search: new URLSearchParams(canonical) });
  if (!reply.ok) throw new Error(reply.message);
  return reply.value;
}
