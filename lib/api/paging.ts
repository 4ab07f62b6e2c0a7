/** From page to page by cursors, up to the end of the data and never silently short of it. */
import type { ListPage } from "./list-page";
import { outsideTheInterface } from "./problem";

interface Way {
  readonly cursor?: string | undefined;
  readonly maxRecords?: number | undefined;
}

/** `ask` takes a cursor and how many records are still wanted. Throws what `ask` throws, and `ApiProblem`. */
export async function* pagesThrough<P extends ListPage>(
  ask: (cursor: string | undefined, left: number) => Promise<P>,
  way: Way,
): AsyncGenerator<P, void> {
  let at = way.cursor;
  let left = way.maxRecords ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const page = await ask(at, left);
    // Its records were served before: a host that does not heed cursors would be paid for them for ever.
    if (page.hasMore && page.nextCursor === at)
      throw outsideTheInterface("The API does not go on from its own cursor.");
    yield page;
    left -= page.records.length;
    if (left > 0 && page.moreWithoutCursor)
      throw outsideTheInterface("The API says that there is more, but gives no cursor to go on with.");
    if (!page.hasMore) return;
    at = page.nextCursor ?? undefined;
  }
}
