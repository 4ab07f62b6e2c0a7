/**
 * Buys what a text filter finds, a page of the paid feed with each press. Names are hidden until a record is bought, so
 * nothing that is free can search them.
 */
import type { FeedName } from "@dealflow/contract/feeds";
import { getQueryClient } from "@/lib/queries/client";
import { fetchFirst, fetchNext, openFeed, readFeed } from "@/lib/queries/feeds";
import { grantPermit, pageKey } from "./permits";

/** Called by the press of a button with a price. What went wrong is in the state of the feed. */
export async function searchAll(feed: FeedName, canonical: string): Promise<void> {
  // Pages that were bought before a reload are free, and the purchase continues after them.
  if (readFeed(feed, canonical).pages.length === 0) await openFeed(feed, canonical);
  const last = readFeed(feed, canonical).pages.at(-1);
  if (last === undefined || last.hasMore) {
    grantPermit(pageKey(feed, canonical, last?.nextCursor ?? null));
    await (last === undefined ? fetchFirst : fetchNext)(feed, canonical);
  }
  for (const key of ["explore", "summary"]) void getQueryClient().invalidateQueries({ queryKey: [key, feed] });
}
