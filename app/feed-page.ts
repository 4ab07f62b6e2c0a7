/** What every feed's page hands to its view: the address as judged, what is held, and the filters' first values. */
import "server-only";
import type { FilterSeed } from "@/components/filters/filter-seed";
import { filterSeed } from "@/components/filters/seed";
import type { FeedInitial } from "@/lib/api/dashboard";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import { heldView, type PageSearch } from "@/lib/server/feed-page";
import { shellState } from "@/lib/server/shell-state";

export interface FeedPageProps {
  initial: FeedInitial;
  seed: FilterSeed;
  note: string | undefined;
}

export async function feedPage(feed: FeedName, search: PageSearch): Promise<FeedPageProps> {
  const [initial, state] = await Promise.all([heldView(feed, search), shellState()]);
  const records = initial.pages.flatMap((page) => page.records);
  return {
    initial,
    seed: filterSeed(FEEDS[feed], initial.query, records, new Date()),
    note: state.demo ? "Demo data" : undefined,
  };
}
