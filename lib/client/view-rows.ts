"use client";
/** The rows that a view shows: those of its pages, or while there are none those that are owned and match. */
import { useMemo } from "react";
import type { FeedPage } from "@/lib/api/dashboard";
import { FEEDS, type FeedName } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { activeFilters } from "@/lib/filters/edit";
import { matcher } from "@/lib/filters/predicate";
import { viewAddress } from "./fetch-page";
import type { OwnedRecord } from "./owned/owned-record";
import { ownedRecord } from "./owned/store";
import { useOwned, useOwnedRead } from "./owned/use-owned";
import { asBoughtLast, type Row, rowsOf } from "./rows";

interface View {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  readonly canonical: string;
  readonly pages: readonly FeedPage[];
  readonly ownedOnly: boolean;
}

interface ViewRows {
  readonly rows: readonly Row[];
  /** The rows are owned ones, from whatever view: there may be more that match. */
  readonly showsOwned: boolean;
  /** Everything that is owned of the feed. */
  readonly owned: readonly OwnedRecord[];
  /** Whether all that this browser keeps has been read. */
  readonly ownedRead: boolean;
}

export function useViewRows({ feed, query, canonical, pages, ownedOnly }: View): ViewRows {
  const owned = useOwned(feed);
  const ownedRead = useOwnedRead(feed);
  const bought = useMemo(() => rowsOf(pages, viewAddress(feed, canonical)), [pages, feed, canonical]);
  // What the server rendered stays until what is kept has been read.
  const showsOwned = pages.length === 0 || (ownedOnly && ownedRead);
  const rows = useMemo(() => {
    if (!showsOwned) return owned.length === 0 ? bought : asBoughtLast(bought, (key) => ownedRecord(feed, key));
    if (activeFilters(FEEDS[feed], query).length === 0) return owned;
    const matches = matcher(FEEDS[feed], query);
    return owned.filter((one) => matches(one.record) === true);
  }, [showsOwned, bought, owned, feed, query]);
  return { rows, showsOwned, owned, ownedRead };
}
