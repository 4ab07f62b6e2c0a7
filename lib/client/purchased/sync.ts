/** Brings what the workspace has purchased into this browser's store, so that it is searched and counted without requests. */

import type { FeedName } from "@dealflow/contract/feeds";
import type { ExploreRow } from "@/lib/api/explore";
import { fetchExplorePage } from "../fetch-explore-page";
import { saveRecords } from "./store";

/** Of a feed: beyond that, a browser has only what it has shown. */
const MOST_SYNCED = 10_000;

const synced = new Map<FeedName, Promise<void>>();

/** Once for each feed and document; again after a failure. Free. */
export function syncPurchased(feed: FeedName): Promise<void> {
  const running = synced.get(feed) ?? fetchAll(feed).catch(() => void synced.delete(feed));
  synced.set(feed, running);
  return running;
}

async function fetchAll(feed: FeedName): Promise<void> {
  const { signal } = new AbortController();
  let cursor: string | null = null;
  for (let count = 0; count < MOST_SYNCED; ) {
    const { rows, hasMore, nextCursor } = await fetchExplorePage(feed, "", cursor, signal, "purchased");
    for (const purchases of byPurchase(rows)) {
      const [first] = purchases;
      if (first === undefined) continue;
      const records = purchases.map(({ record }) => record);
      saveRecords(feed, records, { purchasedAt: first.purchasedAt, ...first.receipt });
    }
    if (!hasMore) return;
    cursor = nextCursor;
    count += rows.length;
  }
}

/** Records that were purchased at one instant. */
function byPurchase(rows: readonly ExploreRow[]): Iterable<readonly ExploreRow[]> {
  const groups = new Map<string, ExploreRow[]>();
  for (const row of rows) {
    const group = groups.get(row.purchasedAt);
    if (group === undefined) groups.set(row.purchasedAt, [row]);
    else group.push(row);
  }
  return groups.values();
}
