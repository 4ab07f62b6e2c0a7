import { FEEDS, type Feed } from "@dealflow/contract/feeds";
import { useMemo } from "react";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";

/** Returns what the filters show and change of the view around the caller. */
export function useFilterState() {
  const { query, canonical, setQuery, rows, feed: name, summarized, ownedOnly } = useFeedView();
  const { identity } = useHost();
  const feed: Feed = FEEDS[name];
  /** Each of the loaded records is there once. */
  const records = useMemo(() => rows.map(({ record }) => record), [rows]);
  /** It is true when records that are not owned are shown as previews. */
  const previews = identity !== null && identity.freeExplore !== "off" && !ownedOnly;
  return { feed, query, canonical, setQuery, records, summarized, previews };
}
