"use client";
/** Connects the filters on a feed's page to the view around it. */

import { FEEDS } from "@dealflow/contract/feeds";
import { type ReactNode, useMemo } from "react";
import { FilterStateProvider } from "@/components/filters/filter-state";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";

export function ViewFilters({ children }: { children: ReactNode }) {
  const { query, canonical, setQuery, rows, feed: name, summarized, ownedOnly } = useFeedView();
  const feed = FEEDS[name];
  const records = useMemo(() => rows.map(({ record }) => record), [rows]);
  const { identity } = useHost();
  const previews = identity !== null && identity.freeExplore !== "off" && !ownedOnly;
  const state = useMemo(
    () => ({ feed, query, canonical, setQuery, records, summarized, previews }),
    [feed, query, canonical, setQuery, records, summarized, previews],
  );
  return <FilterStateProvider value={state}>{children}</FilterStateProvider>;
}
