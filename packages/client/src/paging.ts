/** Pages through cursors to the end of the data, and never silently stops short of it. */
import type { ListPage } from "./list-page";
import { protocolProblem } from "./problem";

interface PageRange {
  readonly cursor?: string | undefined;
  readonly maxRecords?: number | undefined;
}

/**
 * `fetchPage` takes a cursor and the number of records still needed. Throws what `fetchPage` throws, and `ApiProblem`.
 */
export async function* paginate<P extends ListPage>(
  fetchPage: (cursor: string | undefined, left: number) => Promise<P>,
  range: PageRange,
): AsyncGenerator<P, void> {
  let at = range.cursor;
  let left = range.maxRecords ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const page = await fetchPage(at, left);
    // These records were served before: a host that ignores cursors would be paid for them forever.
    if (page.hasMore && page.nextCursor === at) throw protocolProblem("The API returned the same cursor again.");
    yield page;
    left -= page.records.length;
    if (left > 0 && page.moreWithoutCursor)
      throw protocolProblem("The API says there are more records but returned no cursor.");
    if (!page.hasMore) return;
    at = page.nextCursor ?? undefined;
  }
}
