"use client";
import type { AnyQuery, Filter } from "@dealflow/contract/filters";
/** What a facet works on: what the query says of its filter, the counts beside its values, and how it is pressed. */
import { createContext, useContext, useDeferredValue, useMemo } from "react";
import { normalizeSpelling } from "@/lib/filters/facts";
import { RunningCounts } from "../running-counts";

/** The same object for as long as nothing of it changes, so that a press on one facet renders no other one. */
export interface Facet {
  /** What the query says of this filter, and of no other one. */
  readonly query: AnyQuery;
  /** Receives the whole query, and returns the next one. */
  edit(change: (query: AnyQuery) => AnyQuery): void;
  /** The owned records. */
  readonly records: readonly unknown[];
  /** Counts of everything that matches are there; else they are over the owned records. */
  readonly summarized: boolean;
  /** How many matches each value would have; undefined where the summary has none of this filter. */
  readonly matching: Readonly<Record<string, number>> | undefined;
  /** The wider range that applies to records that are not owned, such as `$5m to $25m`. */
  readonly widened: string | undefined;
  /** Long lists have no headings, because their most frequent values come first as soon as these are counted. */
  readonly plain: boolean;
  /** Rows for fingers. */
  readonly touch: boolean;
}

const FacetContext = createContext<Facet | undefined>(undefined);
export const FacetProvider = FacetContext.Provider;

export function useFacet(): Facet {
  const facet = useContext(FacetContext);
  if (facet === undefined) throw new Error("a facet stands outside of FacetProvider");
  return facet;
}

/** More records than this are counted after the first paint. */
const AT_ONCE = 2_000;
const NONE: readonly unknown[] = [];

/**
 * How many records have each value: of those that match the other filters, where that is free, else of the owned ones.
 * Typing and clicking never wait for it.
 */
export function useCounts(filter: Filter): ReadonlyMap<string, number> {
  const { records, matching } = useFacet();
  const counts = useMemo(
    () =>
      matching && new Map(Object.entries(matching).map(([value, count]) => [normalizeSpelling(filter, value), count])),
    [matching, filter],
  );
  const owned = useOwnedCounts(filter, matching === undefined ? records : NONE);
  return counts ?? owned;
}

function useOwnedCounts(filter: Filter, records: readonly unknown[]): ReadonlyMap<string, number> {
  const deferred = useDeferredValue(records, records.length > AT_ONCE ? NONE : records);
  const running = useMemo(() => new RunningCounts(filter), [filter]);
  return useMemo(() => running.of(deferred), [running, deferred]);
}
