"use client";
/**
 * Provides the lists of values of the facets; the long ones are fetched on demand and arranged as the facets show
 * them.
 */

import type { ListName } from "@dealflow/contract/filters";
import { useEffect, useMemo } from "react";
import { create } from "zustand";
import { getQueryClient } from "@/lib/queries/client";
import { type LongList, listQuery } from "@/lib/queries/lists";
import { isLong, type Listed, shortList } from "./value-lists";

/** Holds the long lists that were fetched, as the facets show them. */
const useFetched = create<Partial<Record<LongList, readonly Listed[] | "failed">>>()(() => ({}));

/** Fetches a list unless it is loaded; a list that failed is retried. It never rejects. */
export async function fetchList(name: ListName): Promise<void> {
  if (!isLong(name) || Array.isArray(useFetched.getState()[name])) return;
  try {
    const query = getQueryClient().fetchQuery(listQuery(name));
    const [{ ARRANGE }, values] = await Promise.all([import("./arrange-lists"), query]);
    // Facets that request it at the same time get the same object.
    useFetched.setState((lists) => (Array.isArray(lists[name]) ? lists : { [name]: ARRANGE[name](values) }));
  } catch {
    useFetched.setState({ [name]: "failed" });
  }
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

/**
 * Reads one list, which is the same object while it stays the same. The caller is rendered again when it arrives. The
 * server and the first paint use nothing but the seed.
 */
export function useList(seed: ListSeed, name: ListName): CachedList {
  const fetched = useFetched((lists) => (isLong(name) ? lists[name] : shortList(name)));
  const failed = fetched === "failed";
  const whole = failed ? undefined : fetched;
  const values = whole ?? seed[name] ?? NONE;
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
