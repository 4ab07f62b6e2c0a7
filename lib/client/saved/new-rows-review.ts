/**
 * Looking at what is new in a saved view: its rows from the last look on, without those that were owned already. Lives
 * as long as the document; after a reload every row is owned, and all are shown.
 */

import type { FeedName } from "@dealflow/contract/feeds";
import { create } from "zustand";

export interface NewRowsReview {
  readonly viewId: string;
  readonly name: string;
  readonly since: string;
  /** Keys of the rows that were owned when the review started. */
  readonly purchased: ReadonlySet<string>;
  readonly hides: boolean;
  /** Rows were loaded, so that the last visit has moved. */
  readonly seen: boolean;
}

const useReviews = create<Readonly<Record<string, NewRowsReview>>>(() => ({}));

const keyOf = (feed: FeedName, canonical: string) => `${feed}?${canonical}`;

export function startReview(feed: FeedName, canonical: string, review: NewRowsReview): void {
  useReviews.setState({ [keyOf(feed, canonical)]: review });
}

export function updateReview(
  feed: FeedName,
  canonical: string,
  change: Partial<Pick<NewRowsReview, "hides" | "seen">>,
): void {
  const review = useReviews.getState()[keyOf(feed, canonical)];
  if (review !== undefined) startReview(feed, canonical, { ...review, ...change });
}

export function useReview(feed: FeedName, canonical: string): NewRowsReview | undefined {
  return useReviews((reviews) => reviews[keyOf(feed, canonical)]);
}
