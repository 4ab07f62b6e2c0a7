/** Reads what costs nothing of a view for the page that is rendered with it: its first rows, and its numbers. */
import "server-only";
import { parseJson } from "@dealflow/client/list-page";
import type { ExplorePageResponse } from "@dealflow/contract/account/explore";
import { PURCHASES } from "@dealflow/contract/account/spending/purchases";
import { SUMMARIES, type Summary } from "@dealflow/contract/account/summaries";
import { VIEW_HEADER } from "@dealflow/contract/headers";
import { isExplorePage } from "@/lib/api/dashboard";
import { freeRowsPath, type RowList } from "@/lib/filters/address";
import { pageAddress } from "@/lib/filters/pages";
import type { DashboardContext } from "../dashboard-context";
import { readBoughtPages } from "../foreign/explore";
import { fetchAccount, requestAccount } from "../proxy/account";
import type { Caller } from "../proxy/caller";
import { withTimeout } from "./with-timeout";

/** A page waits this many ms for its rows; after that the browser fetches them. */
const WAIT_MS = 400;

/** Returns undefined when they are late. */
export async function loadRows(
  context: DashboardContext,
  caller: Caller,
  list: RowList,
): Promise<ExplorePageResponse | undefined> {
  const { feed, canonical } = list;
  if (context.foreign !== undefined) return readBoughtPages(context.foreign, caller, { feed, canonical }, null);
  const response = await fetchAccount(context, caller, {
    method: "GET",
    pathAndSearch: freeRowsPath(list),
    timeoutMs: WAIT_MS,
    headers: { [VIEW_HEADER]: pageAddress(feed, canonical) },
  });
  if ("failure" in response || !response.ok) return undefined;
  const page = parseJson(await response.text());
  return isExplorePage(page) ? page : undefined;
}

/** Returns undefined when they are late, or not free here. */
export async function loadSummary(
  context: DashboardContext,
  caller: Caller,
  { feed, canonical, scope }: Omit<RowList, "order">,
  waitMs: number,
): Promise<Summary | undefined> {
  const endpoint = scope === "owned" ? PURCHASES.purchasedSummary : SUMMARIES.summary;
  const request = requestAccount(context, caller, endpoint, { id: feed, search: new URLSearchParams(canonical) });
  const result = await withTimeout(request, waitMs);
  return result === undefined || "failure" in result ? undefined : result.value;
}
