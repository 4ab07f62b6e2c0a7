/** Reads the numbers of a view, which cost nothing, for the page that is rendered with them. */
import "server-only";
import { PURCHASES } from "@dealflow/contract/account/spending/purchases";
import { SUMMARIES, type Summary } from "@dealflow/contract/account/summaries";
import type { FeedName } from "@dealflow/contract/feeds";
import type { RowScope } from "@/lib/api/explore";
import type { DashboardContext } from "../dashboard-context";
import { withTimeout } from "../http/fetch-with-timeout";
import { requestAccount } from "../proxy/account";
import type { Caller } from "../proxy/caller";

interface View {
  readonly feed: FeedName;
  readonly canonical: string;
  readonly scope: RowScope;
}

/** Undefined when they are late, or not free here. */
export async function loadSummary(
  context: DashboardContext,
  caller: Caller,
  { feed, canonical, scope }: View,
  waitMs: number,
): Promise<Summary | undefined> {
  const endpoint = scope === "owned" ? PURCHASES.purchasedSummary : SUMMARIES.summary;
  const request = requestAccount(context, caller, endpoint, { id: feed, search: new URLSearchParams(canonical) });
  const result = await withTimeout(request, waitMs);
  return result === undefined || "failure" in result ? undefined : result.value;
}
