import { PURCHASES } from "@dealflow/contract/account/spending/purchases";
import { SUMMARIES, type Summary } from "@dealflow/contract/account/summaries";
import type { FeedName } from "@dealflow/contract/feeds";
import type { RowScope } from "@/lib/filters/address";
import { callAccount } from "@/lib/queries/account";

/** Throws an `AccountRequestError`. */
export function fetchSummary(feed: FeedName, scope: RowScope, canonical: string): Promise<Summary> {
  const endpoint = scope === "owned" ? PURCHASES.purchasedSummary : SUMMARIES.summary;
  return callAccount(endpoint, { id: feed, search: new URLSearchParams(canonical) });
}
