/** The query in the address bar, as the server parsed it where it did. */
import { useMemo } from "react";
import type { FeedInitial } from "@/lib/api/dashboard";
import { FEEDS } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";
import { type Address, parseAddress } from "@/lib/filters/address";
import { PAGES } from "@/lib/filters/pages";
import { useSearch } from "./location";

/** Addresses that the server has parsed: it knows the long lists of values, which the browser does not load. */
const parsed = new Map<string, Address>();

/** @param page its path */
export function useAddress(initial: FeedInitial, page: string = PAGES[initial.feed]): Address {
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
