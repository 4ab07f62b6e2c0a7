/** What the address bar says of a view, as the server parsed it where it did, and how the view changes it. */

import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { FeedInitial } from "@/lib/api/dashboard";
import { type Address, addressOf, parseAddress } from "@/lib/filters/address";
import { PAGES } from "@/lib/filters/pages";
import { pushAddress, replaceAddress, useSearch } from "./location";

/** Addresses that the server has parsed: it knows the long lists of values, which the browser does not load. */
const parsed = new Map<string, Address>();

export interface FeedAddress extends Address {
  /** Pushes the address of another query, with what the address says beside it. The same function in every render. */
  pushQuery(next: AnyQuery): void;
  setOpen(id: string | undefined): void;
  setOrder(text: string | undefined): void;
}

/** @param page its path */
export function useFeedAddress(initial: FeedInitial, page: string = PAGES[initial.feed]): FeedAddress {
  const address = useAddress(initial, page);
  const { query, open, order } = address;
  const feed = FEEDS[initial.feed];
  const screen = useRef(screenOf(open, order));

  useEffect(() => {
    screen.current = screenOf(open, order);
  }, [open, order]);

  const pushQuery = useCallback(
    // Not a dependency: opening a row would render every filter again.
    (next: AnyQuery) => pushAddress(addressOf(feed, next, screen.current, page)),
    [feed, page],
  );
  const setOpen = useCallback(
    (id: string | undefined) => {
      if (id === open) return;
      const next = addressOf(feed, query, screenOf(id, order), page);
      // Leafing through records with the sheet open is one step in history, opening and closing it are others.
      if (open !== undefined && id !== undefined) replaceAddress(next);
      else pushAddress(next);
    },
    [feed, open, order, page, query],
  );
  const setOrder = useCallback(
    (text: string | undefined) => replaceAddress(addressOf(feed, query, screenOf(open, text), page)),
    [feed, open, page, query],
  );
  return { ...address, pushQuery, setOpen, setOrder };
}

/** What an address says beside the query. */
function screenOf(open: string | undefined, order: string | undefined): Pick<Address, "open" | "order"> {
  return { ...(open !== undefined && { open }), ...(order !== undefined && { order }) };
}

function useAddress(initial: FeedInitial, page: string): Address {
  const { feed } = initial;
  const search = useSearch(page, initial.search);
  return useMemo(() => {
    const initialQuery: Address = { ...initial, query: sameQuery(initial.query) };
    if (typeof window !== "undefined") parsed.set(`${feed}?${initial.search}`, initialQuery);
    if (search === initial.search) return initialQuery;
    const known = parsed.get(`${feed}?${search}`);
    if (known !== undefined) return known;
    const address = parseAddress(FEEDS[feed], new URLSearchParams(search));
    return { ...address, query: sameQuery(address.query) };
  }, [feed, initial, search]);
}

const last: { text: string; query: AnyQuery } = { text: "{}", query: {} };

/** One object for one query after the other: an address changes with every row that is opened, and the filters stay. */
function sameQuery(query: AnyQuery): AnyQuery {
  const text = JSON.stringify(query);
  if (last.text !== text) Object.assign(last, { text, query });
  return last.query;
}
