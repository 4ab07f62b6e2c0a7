"use client";
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
/** The rows that a view shows: those of its pages, or while there are none those that are owned and match. */
import { useEffect, useMemo, useState } from "react";
import type { FeedPage } from "@/lib/api/dashboard";
import { activeFilters } from "@/lib/filters/edit";
import { pageAddress } from "@/lib/filters/pages";
import type { matcher } from "@/lib/filters/predicate";
import type { FeedRow } from "./feed-view-state";
import type { PurchasedRecord } from "./purchased/purchased-record";
import { purchasedRecord } from "./purchased/store";
import { usePurchased, usePurchasedLoaded } from "./purchased/use-purchased";
import { useSyncPurchased } from "./purchased/use-sync";

interface View {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  readonly canonical: string;
  readonly pages: readonly FeedPage[];
  readonly ownedOnly: boolean;
}

interface ViewRows {
  readonly rows: readonly FeedRow[];
  /** The rows are owned ones, from whatever view: there may be more that match. */
  readonly showsPurchased: boolean;
  /** Everything that is owned of the feed. */
  readonly purchased: readonly PurchasedRecord[];
  /** Whether everything that this browser has stored has been read. */
  readonly purchasedLoaded: boolean;
}

export function useViewRows({ feed, query, canonical, pages, ownedOnly }: View): ViewRows {
  // What is owned is the workspace's.
  useSyncPurchased(feed, ownedOnly);
  const purchased = usePurchased(feed);
  const filtered = activeFilters(FEEDS[feed], query).length > 0;
  const getMatcher = useMatcher(filtered);
  const recordsLoaded = usePurchasedLoaded(feed);
  const purchasedLoaded = recordsLoaded && (!filtered || getMatcher !== undefined);
  const purchasedRows = useMemo(() => rowsOf(pages, pageAddress(feed, canonical)), [pages, feed, canonical]);
  // The rendered rows stay until the stored ones have been read.
  const showsPurchased = pages.length === 0 || (ownedOnly && purchasedLoaded);
  const rows = useMemo(() => {
    if (!showsPurchased)
      return purchased.length === 0
        ? purchasedRows
        : latestPurchase(purchasedRows, (key) => purchasedRecord(feed, key));
    if (!filtered) return purchased;
    const matches = getMatcher?.(FEEDS[feed], query);
    return matches === undefined ? [] : purchased.filter((one) => matches(one.record) === true);
  }, [showsPurchased, purchasedRows, purchased, feed, query, filtered, getMatcher]);
  return { rows, showsPurchased, purchased, purchasedLoaded };
}

let loadedMatcher: typeof matcher | undefined;

/** The predicate of queries, which no first look without filters needs. Undefined until it has been fetched. */
function useMatcher(needed: boolean): typeof matcher | undefined {
  const [found, setFound] = useState(() => loadedMatcher);
  useEffect(() => {
    if (needed && found === undefined)
      void import("@/lib/filters/predicate").then(
        ({ matcher: fetched }) => {
          loadedMatcher = fetched;
          setFound(() => fetched);
        },
        // Without a network there is nothing to compare with; the next filter tries again.
        () => undefined,
      );
  }, [needed, found]);
  return found;
}

/** A duplicate record is shown at its first position; one without an id is keyed by its position. */
export function rowsOf(pages: readonly FeedPage[], view: string): FeedRow[] {
  const rows: FeedRow[] = [];
  const seen = new Set<string>();
  for (const [pageIndex, page] of pages.entries()) {
    const { purchasedAt } = page;
    const receipt = { requestId: page.requestId, view };
    for (const [index, record] of page.records.entries()) {
      const key = record.id ?? `${pageIndex}:${index}`;
      if (seen.has(key)) continue;
      seen.add(key);
      rows.push({ key, record, purchasedAt, receipt });
    }
  }
  return rows;
}

/** The rows, each as it was bought last, also for another view or by itself. */
export function latestPurchase(
  rows: readonly FeedRow[],
  newest: (key: string) => PurchasedRecord | undefined,
): readonly FeedRow[] {
  return rows.map((row) => {
    const purchased = newest(row.key);
    return purchased !== undefined && Date.parse(purchased.purchasedAt) > Date.parse(row.purchasedAt) ? purchased : row;
  });
}
