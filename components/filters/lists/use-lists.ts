/**
 * Provides the lists of values of the facets; the long ones are fetched on demand and arranged as the facets show
 * them.
 */

import type { ListName } from "@dealflow/contract/filters";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getQueryClient } from "@/lib/queries/client";
import { type LongList, listQuery } from "@/lib/queries/lists";
import { isLong, type Listed, shortList } from "./value-lists";

function arrangedQuery(name: LongList) {
  return queryOptions({
    queryKey: ["list", name, "arranged"],
    queryFn: async ({ client }) => {
      const [{ ARRANGE }, values] = await Promise.all([import("./arrange-lists"), client.fetchQuery(listQuery(name))]);
      return ARRANGE[name](values);
    },
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Fetches a list unless it is loaded; a list that failed is retried. It never rejects. */
export async function fetchList(name: ListName): Promise<void> {
  if (isLong(name)) await getQueryClient().prefetchQuery(arrangedQuery(name));
}

/** A page brings these parts of the long lists for its first paint. */
export type ListSeed = Partial<Record<ListName, readonly Listed[]>>;

export interface CachedList {
  readonly values: readonly Listed[];
  /** It is false while only the seed of the page is there. */
  readonly whole: boolean;
  readonly failed: boolean;
}

const NONE: readonly Listed[] = [];

/** Reads one list. The caller is rendered again when it arrives; the server uses nothing but the seed. */
export function useList(seed: ListSeed, name: ListName): CachedList {
  const { data, errorUpdateCount } = useQuery({ ...arrangedQuery(isLong(name) ? name : "countries"), enabled: false });
  const whole = isLong(name) ? data : shortList(name);
  // A list that failed stays so until it is there.
  const failed = whole === undefined && errorUpdateCount > 0;
  return { values: whole ?? seed[name] ?? NONE, whole: whole !== undefined, failed };
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
