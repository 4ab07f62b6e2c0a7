/** Reads and changes the address bar, which is the single source of truth about a view and its open record. */

import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { serializeFeedQuery } from "@dealflow/contract/query/feed-query";
import { useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import { type Address, type FeedInitial, parseAddress } from "@/lib/filters/address";
import { OPEN_KEY, ORDER_KEY, writeAddress } from "@/lib/filters/pages";

const listeners = new Set<() => void>();

function emit(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("popstate", emit);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", emit);
  };
}

/** Changes the address without a navigation. The router keeps its own state in step, since it patches these calls. */
export function pushAddress(address: string): void {
  window.history.pushState(null, "", address);
  emit();
}

function replaceAddress(address: string): void {
  window.history.replaceState(null, "", address);
  emit();
}

/** Leafing through records with the sheet open is one step in history, opening and closing it are others. */
function showRecord(open: string | undefined, next: string | undefined, address: string): void {
  if (next === open) return;
  if (open !== undefined && next !== undefined) replaceAddress(address);
  else pushAddress(address);
}

/** Identifies a query string, without regard to the order of its parameters. */
export function sortSearch(search: string | URLSearchParams): string {
  const params = new URLSearchParams(search);
  params.sort();
  return params.toString();
}

/**
 * This is the query of a page's address, its parameters in order of name. While hydrating it is the one that the server saw;
 * so it is while the page is rendered before the address bar has come to it, and once the bar has left, the last one.
 */
export function useSearch(page: string, initialAddress: string): string {
  const own = useRef(initialAddress);
  return useSyncExternalStore(
    subscribe,
    () => {
      const { pathname, search } = window.location;
      if (pathname === page) own.current = sortSearch(search);
      return own.current;
    },
    () => initialAddress,
  );
}

interface FeedAddress extends Address {
  /** Pushes the address of another query, or replaces this one by it; the open record and the order stay. */
  setQuery(next: AnyQuery, replaces?: boolean): void;
  setOpen(id: string | undefined): void;
  setOrder(text: string | undefined): void;
}

/**
 * Returns the address of a feed's view, as the server parsed it where it did: it knows the long lists of values.
 * @param page its path
 */
export function useFeedAddress(initial: FeedInitial, page: string): FeedAddress {
  const feed = FEEDS[initial.feed];
  const search = useSearch(page, initial.search);
  const address = useMemo(
    (): Address => (search === initial.search ? initial : parseAddress(feed, search)),
    [feed, initial, search],
  );
  const { canonical, issues, open, order } = address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a row changes the address, and the filters stay as they are
  const query = useMemo(() => address.query, [feed, canonical]);
  const hasIssues = issues.length > 0;

  const setQuery = useCallback(
    (next: AnyQuery, replaces = false) => {
      const text = serializeFeedQuery(feed, next);
      if (text === canonical && !hasIssues) return;
      // They are read from the bar, because as dependencies they would render every filter again when a row is opened.
      const now = new URLSearchParams(window.location.search);
      (replaces ? replaceAddress : pushAddress)(
        writeAddress(page, text, { open: now.get(OPEN_KEY) || undefined, order: now.get(ORDER_KEY) ?? undefined }),
      );
    },
    [canonical, feed, hasIssues, page],
  );
  const setOpen = useCallback(
    (id: string | undefined) => showRecord(open, id, writeAddress(page, canonical, { open: id, order })),
    [canonical, open, order, page],
  );
  const setOrder = useCallback(
    (text: string | undefined) => replaceAddress(writeAddress(page, canonical, { open, order: text })),
    [canonical, open, page],
  );
  return { query, canonical, issues, open, order, setQuery, setOpen, setOrder };
}

/** A page that lists no feed shows the sheet of one record, and changes its address with it. */
export interface OpenRecord {
  readonly open: string | undefined;
  getHref(key: string): string;
  setOpen(key: string | undefined): void;
}

/** @param search the address's query as the server saw it, its parameters in order of name */
export function useOpenRecord(path: string, search: string): OpenRecord {
  const now = useSearch(path, search);
  const open = new URLSearchParams(now).get(OPEN_KEY) || undefined;
  const getHref = (key: string | undefined) => {
    const query = new URLSearchParams(now);
    query.delete(OPEN_KEY);
    if (key !== undefined) query.set(OPEN_KEY, key);
    return query.size === 0 ? path : `${path}?${query}`;
  };
  return { open, getHref, setOpen: (key) => showRecord(open, key, getHref(key)) };
}
