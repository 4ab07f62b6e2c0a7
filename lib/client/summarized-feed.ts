"use client";
/** Whether the numbers of everything that matches are free here. */
import type { Summary } from "@dealflow/contract/account-summaries";
import type { FeedName } from "@dealflow/contract/feeds";
import { useSummary } from "@/lib/queries/summaries";
import { useFeedView } from "./feed-view";
import { useHost } from "./host";

/** The feed of the view; undefined on another host, with FREE_EXPLORE=off, and where only owned rows are shown. */
export function useSummarizedFeed(): FeedName | undefined {
  const { feed, status, showsPurchased, listsPurchased } = useFeedView();
  const { identity } = useHost();
  const free = identity != null && identity.freeExplore !== "off";
  return free && status !== "owned" && !showsPurchased && !listsPurchased ? feed : undefined;
}

/** Of the view's filters. */
export function useViewSummary(): Summary | undefined {
  return useSummary(useSummarizedFeed(), useFeedView().canonical);
}
