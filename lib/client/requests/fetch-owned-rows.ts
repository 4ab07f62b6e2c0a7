/** Reads all owned rows of a list from a stream with one line of JSON for each. Costs nothing. */
import type { ExploreRow } from "@dealflow/contract/account/explore";
import { freeRowsPath, type RowList } from "@/lib/filters/address";
import { fetchFree, RequestFailure, unreachable } from "./send-request";

/** Throws `RequestFailure`, also when the stream ends early. */
export async function fetchOwnedRows(list: RowList): Promise<readonly ExploreRow[]> {
  const { body } = await fetchFree(freeRowsPath({ ...list, scope: "file" }));
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
