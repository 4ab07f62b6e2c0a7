/**
 * Looking at what is new in a saved view: its rows from the last look on, without those that were owned already. Lives
 * as long as the document; after a reload every row is owned, and all are shown.
 */
import { useSyncExternalStore } from "react";
import type { FeedName } from "@/lib/contract/feeds";

export interface NewLook {
  readonly viewId: string;
  readonly name: string;
  readonly since: string;
  /** Keys of the rows that were owned when the look began. */
  readonly owned: ReadonlySet<string>;
  readonly hides: boolean;
  /** Rows have come, so that the last look has moved. */
  readonly seen: boolean;
}

const looks = new Map<string, NewLook>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const keyOf = (feed: FeedName, canonical: string) => `${feed}?${canonical}`;

export function beginLook(feed: FeedName, canonical: string, look: NewLook): void {
  looks.set(keyOf(feed, canonical), look);
  for (const listener of listeners) listener();
}

export function changeLook(feed: FeedName, canonical: string, change: Partial<Pick<NewLook, "hides" | "seen">>): void {
  const look = looks.get(keyOf(feed, canonical));
  if (look !== undefined) beginLook(feed, canonical, { ...look, ...change });
}

export function useNewLook(feed: FeedName, canonical: string): NewLook | undefined {
  return useSyncExternalStore(
    subscribe,
    () => looks.get(keyOf(feed, canonical)),
    () => undefined,
  );
}
