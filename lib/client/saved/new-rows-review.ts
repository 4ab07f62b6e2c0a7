/**
 * Looking at what is new in a saved view: its rows from the last look on, without those that were owned already. Lives
 * as long as the document; after a reload every row is owned, and all are shown.
 */
import { useSyncExternalStore } from "react";
import type { FeedName } from "@/lib/contract/feeds";

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

const reviews = new Map<string, NewRowsReview>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const keyOf = (feed: FeedName, canonical: string) => `${feed}?${canonical}`;

export function startReview(feed: FeedName, canonical: string, review: NewRowsReview): void {
  reviews.set(keyOf(feed, canonical), review);
  for (const listener of listeners) listener();
}

export function updateReview(
  feed: FeedName,
  canonical: string,
  change: Partial<Pick<NewRowsReview, "hides" | "seen">>,
): void {
  const review = reviews.get(keyOf(feed, canonical));
  if (review !== undefined) startReview(feed, canonical, { ...review, ...change });
}

export function useReview(feed: FeedName, canonical: string): NewRowsReview | undefined {
  return useSyncExternalStore(
    subscribe,
    () => reviews.get(keyOf(feed, canonical)),
    () => undefined,
  );
}
