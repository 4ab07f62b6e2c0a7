"use client";
/** What is owned of a feed, for components. */
import { useCallback, useSyncExternalStore } from "react";
import type { FeedName } from "@/lib/contract/feeds";
import type { OwnedRecord } from "./owned-record";
import { isOwnedRead, ownedRecords, subscribeOwned } from "./store";

const NONE: readonly never[] = [];

/** Newest purchase last known of every record, ordered as the API orders the feed; empty until read. */
export function useOwned<F extends FeedName>(feed: F): readonly OwnedRecord<F>[] {
  const subscribe = useCallback((listener: () => void) => subscribeOwned(feed, listener), [feed]);
  return useSyncExternalStore(
    subscribe,
    () => ownedRecords(feed),
    () => NONE,
  );
}

/** Whether all that the browser keeps of a feed is in memory. */
export function useOwnedRead(feed: FeedName): boolean {
  const subscribe = useCallback((listener: () => void) => subscribeOwned(feed, listener), [feed]);
  return useSyncExternalStore(
    subscribe,
    () => isOwnedRead(feed),
    () => false,
  );
}
