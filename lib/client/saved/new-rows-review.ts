/**
 * Looking at what is new in a saved view: its rows from the last look on, without the events that were owned already. Lives
 * as long as the document; after a reload all are shown.
 */

import { EVENT_FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
import { create } from "zustand";
import type { FeedRow } from "../feed-row";

interface NewRowsReview {
  readonly viewId: string;
  readonly name: string;
  readonly since: string;
  /** The review began at this time (ISO). */
  readonly startedAt: string;
  readonly hides: boolean;
  /** Rows were loaded, so that the last visit has moved. */
  readonly seen: boolean;
}

const useReviews = create<Readonly<Record<string, NewRowsReview>>>(() => ({}));

const reviewKey = (feed: FeedName, canonical: string) => `${feed}?${canonical}`;

export function startReview(feed: FeedName, canonical: string, review: NewRowsReview): void {
  useReviews.setState({ [reviewKey(feed, canonical)]: review });
}

/** Returns whether the row is an event that was owned when the review started; a company or an investor is new by its change. */
export function wasOwned(feed: FeedName, { startedAt }: NewRowsReview, row: FeedRow<unknown>): boolean {
  const isEvent = EVENT_FEED_NAMES.some((name) => name === feed);
  // A slot marks what was bought here, whatever the clocks of browser and service say.
  return isEvent && row.preview === undefined && row.reference === undefined && row.purchasedAt < startedAt;
}

export function updateReview(
  feed: FeedName,
  canonical: string,
  change: Partial<Pick<NewRowsReview, "hides" | "seen">>,
): void {
  const review = useReviews.getState()[reviewKey(feed, canonical)];
  if (review !== undefined) startReview(feed, canonical, { ...review, ...change });
}

export function useReview(feed: FeedName, canonical: string): NewRowsReview | undefined {
  return useReviews((reviews) => reviews[reviewKey(feed, canonical)]);
}
