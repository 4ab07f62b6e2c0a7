/** Reads all owned rows of a list from a stream with one line of JSON for each. Costs nothing. */
import type { ExploreRow } from "@dealflow/contract/account/explore";
import type { FeedName } from "@dealflow/contract/feeds";
import { freeRowsPath } from "@/lib/filters/address";
import { fetchFree, RequestFailure, unreachable } from "./send-request";

/** Throws `RequestFailure`, also when the stream ends early. */
export async function fetchOwnedRows(feed: FeedName, canonical: string, order: string): Promise<readonly ExploreRow[]> {
  const { body } = await fetchFree(freeRowsPath("file", feed, canonical, order));
  const broken = (): never => {
    throw new RequestFailure(unreachable("check"));
  };
  const reader = (body ?? broken()).pipeThrough(new TextDecoderStream()).getReader();
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
