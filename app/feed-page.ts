/** What every feed's page hands to its view: the address as judged, what is held, and the filters' first values. */
import "server-only";
import { cookies } from "next/headers";
import type { FeedPageProps } from "@/components/feed/feed-page";
import { filterSeed } from "@/components/filters/seed";
import { columnCookieName } from "@/components/shell/column-cookie";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { heldView, type PageSearch } from "@/lib/server/feed-page";
import { shellState } from "@/lib/server/shell-state";

export async function feedPage(feed: FeedName, search: PageSearch): Promise<FeedPageProps> {
  const [initial, state, jar] = await Promise.all([heldView(feed, search), shellState(), cookies()]);
  const records = initial.pages.flatMap((page) => page.records);
  return {
    initial,
    seed: filterSeed(FEEDS[feed], initial.query, records, new Date()),
    note: state.demo ? "Demo data" : undefined,
    columns: jar.get(columnCookieName(feed))?.value,
  };
}
