/**
 * Looking at what is new in a saved view: its rows from the last look on, without those that were owned already. Lives
 * as long as the document; after a reload every row is owned, and all are shown.
 */
import { useSyncExternalStore } from "react";
import type { FeedName } from "@/lib/contract/feeds";
import { FEEDS } from "@/lib/contract/feeds";
import { newSince, type SavedView } from "@/lib/contract/saved";
import { parseInstant } from "@/lib/contract/syntax";
import { readAddress, writeQuery } from "@/lib/filters/codec";
import { PAGES } from "@/lib/filters/pages";

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

export interface NewAddress {
  readonly href: string;
  readonly canonical: string;
  readonly since: string;
}

/**
 * Where what is new in a view is loaded; undefined when its own dates end before that, or it holds a filter that is not
 * there any more, which has to be seen before anything is bought for it.
 */
export function newAddress(
  { feed, query, lastSeenAt }: Pick<SavedView, "feed" | "query" | "lastSeenAt">,
  overlapDays: number,
): NewAddress | undefined {
  const address = readAddress(FEEDS[feed], new URLSearchParams(query));
  if (address.problems.length > 0) return undefined;
  const { since: own, until } = address.query;
  const from = newSince(lastSeenAt, overlapDays);
  const ownAt = typeof own === "string" ? parseInstant(own, "start") : undefined;
  const untilAt = typeof until === "string" ? parseInstant(until, "end") : undefined;
  if (untilAt !== undefined && untilAt < Date.parse(from)) return undefined;
  const since = typeof own === "string" && ownAt !== undefined && ownAt > Date.parse(from) ? own : from;
  const canonical = writeQuery(FEEDS[feed], { ...address.query, since });
  return { href: `${PAGES[feed]}?${canonical}`, canonical, since };
}
