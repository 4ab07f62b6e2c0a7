"use client";
/** What every facet works on: the query it edits, the records it counts over, and how it is pressed. */
import { createContext, useContext, useDeferredValue, useMemo } from "react";
import type { Summary } from "@/lib/contract/account-summaries";
import type { Feed } from "@/lib/contract/feeds";
import type { AnyQuery, Filter } from "@/lib/contract/filters";
import { normalizeSpelling } from "@/lib/filters/facts";
import { RunningCounts } from "./running-counts";

export interface Facets {
  readonly feed: Feed;
  readonly query: AnyQuery;
  /** Receives the whole next query. */
  change(next: AnyQuery): void;
  /** The owned records. */
  readonly records: readonly unknown[];
  /** What the query matches; undefined: counts are over the owned records. */
  readonly summary: Summary | undefined;
  /** Rows for fingers. */
  readonly touch: boolean;
}

const FacetContext = createContext<Facets | undefined>(undefined);
export const FacetProvider = FacetContext.Provider;

export function useFacets(): Facets {
  const facets = useContext(FacetContext);
  if (facets === undefined) throw new Error("a facet stands outside of FacetProvider");
  return facets;
}

/** More records than this are counted after the first paint. */
const AT_ONCE = 2_000;
const NONE: readonly unknown[] = [];

/**
 * How many records have each value: of those that match the other filters, where that is free, else of the owned ones.
 * Typing and clicking never wait for it.
 */
export function useCounts(filter: Filter): ReadonlyMap<string, number> {
  const { records, summary } = useFacets();
  const counted = "param" in filter ? summary?.facets[filter.param] : undefined;
  const matching = useMemo(
    () =>
      counted && new Map(Object.entries(counted).map(([value, count]) => [normalizeSpelling(filter, value), count])),
    [counted, filter],
  );
  const owned = useOwnedCounts(filter, records);
  return matching ?? owned;
}

function useOwnedCounts(filter: Filter, records: readonly unknown[]): ReadonlyMap<string, number> {
  const deferred = useDeferredValue(records, records.length > AT_ONCE ? NONE : records);
  const running = useMemo(() => new RunningCounts(filter), [filter]);
  return useMemo(() => running.of(deferred), [running, deferred]);
}
