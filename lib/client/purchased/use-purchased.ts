"use client";
/** What is owned of a feed, for components. */
import { useCallback, useSyncExternalStore } from "react";
import type { FeedName } from "@/lib/contract/feeds";
import type { PurchasedRecord } from "./purchased-record";
import { isPurchasedLoaded, purchasedRecords, subscribePurchased } from "./store";

const NONE: readonly never[] = [];

/** Newest purchase last known of every record, ordered as the API orders the feed; empty until read. */
export function usePurchased<F extends FeedName>(feed: F): readonly PurchasedRecord<F>[] {
  const subscribe = useCallback((listener: () => void) => subscribePurchased(feed, listener), [feed]);
  return useSyncExternalStore(
    subscribe,
    () => purchasedRecords(feed),
    () => NONE,
  );
}

/** Whether everything that the browser has stored of a feed is in memory. */
export function usePurchasedLoaded(feed: FeedName): boolean {
  const subscribe = useCallback((listener: () => void) => subscribePurchased(feed, listener), [feed]);
  return useSyncExternalStore(
    subscribe,
    () => isPurchasedLoaded(feed),
    () => false,
  );
}
