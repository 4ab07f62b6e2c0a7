"use client";
/** Reads the text of the palette as filters of a feed; the long lists of values are fetched when it opens. */

import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import type { ListName } from "@dealflow/contract/filters";
import { useEffect, useMemo } from "react";
import { fetchList, useLists } from "@/components/filters/lists/use-lists";
import { isLong, type Listed, shortList } from "@/components/filters/lists/value-lists";
import { isDayFirst } from "@/lib/filters/date-words";
import { type Suggestions, suggestionsFor } from "./suggestions";

const LONG = ["countries", "industries", "naics"] as const;

export function useSuggestions(typed: string, feed: FeedName): Suggestions {
  const getList = useLists({});
  useEffect(() => {
    for (const name of LONG) void fetchList(name);
  }, []);
  const today = new Date().toISOString().slice(0, 10);
  const [countries, industries, naics] = LONG.map((name) => getList(name).values);
  return useMemo(() => {
    const long: Partial<Record<ListName, readonly Listed[] | undefined>> = { countries, industries, naics };
    const getValues = (name: ListName) => (isLong(name) ? (long[name] ?? []) : shortList(name));
    return suggestionsFor(typed, { feed: FEEDS[feed], getValues, dates: { today, dayFirst: isDayFirst() } });
  }, [typed, feed, countries, industries, naics, today]);
}
