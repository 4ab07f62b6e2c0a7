"use client";
/**
 * Provides the lists of values of the facets; the long ones are fetched on demand and arranged as the facets show
 * them.
 */

import type { ListName } from "@dealflow/contract/filters";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useBrowserValue } from "@/components/ui/hooks/use-browser-value";
import { getQueryClient } from "@/lib/queries/client";
import { type LongList, listQuery } from "@/lib/queries/lists";
import { isLong, type Listed, shortList } from "./value-lists";

function arrangedQuery(name: LongList) {
  const query = listQuery(name);
  return queryOptions({
    queryKey: [...query.queryKey, "arranged"],
    queryFn: async ({ client }) => {
      const [{ ARRANGE }, values] = await Promise.all([import("./arrange-lists"), client.fetchQuery(query)]);
      return ARRANGE[name](values);
    },
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Fetches a list unless it is loaded or loading; a list that failed is retried. It never rejects. */
export async function fetchList(name: ListName): Promise<void> {
  if (isLong(name)) await getQueryClient().prefetchQuery(arrangedQuery(name));
}

/** A page brings these parts of the long lists for its first paint. */
export type ListSeed = Partial<Record<ListName, readonly Listed[]>>;

export interface CachedList {
  readonly values: readonly Listed[];
  /** False while only the seed of the page is there. */
  readonly whole: boolean;
  readonly failed: boolean;
}

const NONE: readonly Listed[] = [];

/** Reads one list, which is the same object while it stays the same. The caller is rendered again when it arrives. */
export function useList(seed: ListSeed, name: ListName): CachedList {
  // The server and the first paint use nothing but the seed, even when an earlier page has fetched the list.
  const hydrated = useBrowserValue<boolean>(() => true, false);
  const long = isLong(name);
  const { data, isError } = useQuery({
    ...arrangedQuery(long ? name : "countries"),
    enabled: false,
    subscribed: long,
  });
  const whole = long ? (hydrated ? data : undefined) : shortList(name);
  const values = whole ?? seed[name] ?? NONE;
  const failed = long && hydrated && isError;
  return useMemo(() => ({ values, whole: whole !== undefined, failed }), [values, whole, failed]);
}

/** Reads lists; the caller is rendered again when a list arrives. */
export function useLists(seed: ListSeed): (name: ListName) => CachedList {
  const lists = {
    countries: useList(seed, "countries"),
    industries: useList(seed, "industries"),
    naics: useList(seed, "naics"),
  };
  return (name) => (isLong(name) ? lists[name] : { values: shortList(name), whole: true, failed: false });
}

/** Fetches a list when one of these values has no title yet. */
export function useListTitles(name: ListName, list: CachedList, names: readonly string[]): void {
  const missing = !list.whole && names.some((value) => list.values.every((item) => item.value !== value));
  useEffect(() => {
    if (missing) void fetchList(name);
  }, [missing, name]);
}
