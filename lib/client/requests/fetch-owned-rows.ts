/** Reads all owned rows of a list from a stream with one line of JSON for each. Costs nothing. */
import { parseJson } from "@dealflow/client/list-page";
import type { ExploreRow } from "@dealflow/contract/account/explore";
import { PURCHASED_FILE_PATH } from "@dealflow/contract/account/free-explore";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { explorePageSearch } from "@/lib/filters/address";
import { fetchDashboard } from "./fetch-dashboard";
import { parseError, RequestFailure, unreachable } from "./send-request";

/** Throws `RequestFailure`, also when the stream ends early. */
export async function fetchOwnedRows(feed: FeedName, canonical: string, order: string): Promise<readonly ExploreRow[]> {
  const search = explorePageSearch(FEEDS[feed], canonical, order, null);
  const path = `${PAGE_ROUTE}${PURCHASED_FILE_PATH.replace(":id", feed)}?${search}`;
  const broken = (): never => {
    throw new RequestFailure(unreachable("check"));
  };
  const response = await fetchDashboard(path).catch(broken);
  if (!response.ok || response.body === null)
    throw new RequestFailure(parseError(response, parseJson(await response.text()), true));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const rows: ExploreRow[] = [];
  let line = "";
  for (;;) {
    const { done, value = "" } = await reader.read().catch(broken);
    const [first = "", ...others] = value.split("\n");
    line += first;
    for (const next of others) {
      // Our own service and its adapter write the lines.
      rows.push(JSON.parse(line));
      line = next;
    }
    if (done) return rows;
  }
}
