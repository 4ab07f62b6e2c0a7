"use client";
import type { FeedName } from "@dealflow/contract/feeds";
/** What is owned of a feed, for components. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "zustand";
import { useUi } from "../ui-store";
import { hasPurchased } from "./owners";
import type { PurchasedRecord } from "./purchased-record";
import { purchasedFeed } from "./store";

function useFeed<F extends FeedName>(feed: F) {
  const purchased = purchasedFeed(feed);
  useEffect(() => void purchased.read(), [purchased]);
  return purchased.shown;
}

/** Newest purchase last known of every record, ordered as the API orders the feed; empty until read. */
export function usePurchased<F extends FeedName>(feed: F): readonly PurchasedRecord<F>[] {
  return useStore(useFeed(feed), ({ records }) => records);
}

/** Whether everything that the browser has stored of a feed is in memory. */
export function usePurchasedLoaded(feed: FeedName): boolean {
  return useStore(useFeed(feed), ({ loaded }) => loaded);
}

/** Whether signing out deletes records of the person from this browser; false until that is known. */
export function useDeletesOnSignOut(person: string): boolean {
  const { data = false } = useQuery({
    queryKey: ["purchased", person],
    queryFn: () => hasPurchased(person),
    staleTime: 0,
  });
  const keeps = useUi(({ keepPurchased }) => keepPurchased.includes(person));
  return data && !keeps;
}
