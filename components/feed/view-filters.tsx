"use client";
import { FEEDS } from "@dealflow/contract/feeds";
/** What the filters show and change on a feed's page: those of the view around it. */
import { type ReactNode, useMemo } from "react";
import { FilterStateProvider } from "@/components/filters/filter-state";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { useSummarizedFeed } from "@/lib/client/summarized-feed";

/** Always the same, so that the filters are not rendered again where nothing is owned. */
const NO_RECORDS: readonly unknown[] = [];

interface Props {
  /** The rows that the table may show. */
  visible: readonly { readonly record: unknown }[];
  children: ReactNode;
}

export function ViewFilters({ visible, children }: Props) {
  const view = useFeedView();
  const { query, setQuery, rows, purchased, explores, listsPurchased } = view;
  const feed = FEEDS[view.feed];
  // Until what is owned has been read, it is at least what is shown.
  const records = useMemo(() => {
    const owned: readonly { record: unknown }[] = purchased.length > 0 ? purchased : explores ? rows : visible;
    return owned.length === 0 ? NO_RECORDS : owned.map(({ record }) => record);
  }, [purchased, explores, rows, visible]);
  const { on, offBelow, set } = view.autoLoad;
  const ownedOnly = view.status === "owned";
  const summarized = useSummarizedFeed();
  const { identity } = useHost();
  const previews = identity !== null && identity.freeExplore !== "off" && !ownedOnly && !listsPurchased;
  const state = useMemo(
    () => ({
      feed,
      query,
      setQuery,
      records,
      summarized,
      previews,
      autoLoad: listsPurchased ? undefined : { on, offBelow, set, shows: explores },
      ownedOnly,
    }),
    [feed, query, setQuery, records, summarized, previews, on, offBelow, set, explores, listsPurchased, ownedOnly],
  );
  return <FilterStateProvider value={state}>{children}</FilterStateProvider>;
}
