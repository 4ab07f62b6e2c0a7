/** Provides a facet with its part of the query, the counts of its values, and the function that changes the query. */

import type { Counted } from "@dealflow/contract/account/summaries";
import type { AnyQuery, Filter } from "@dealflow/contract/filters";
import { createContext, useContext, useDeferredValue, useMemo } from "react";
import { countValues, normalizeSpelling } from "@/lib/filters/facts";
import { aboutUsd, compactUsd } from "@/lib/format/money";

/** The object stays the same while nothing of it changes, so that a press on one facet renders no other one. */
export interface Facet {
  /** The query has only the parameters of this filter. */
  readonly query: AnyQuery;
  /** The callback receives the whole query, and returns the next one. */
  edit(change: (query: AnyQuery) => AnyQuery): void;
  readonly records: readonly unknown[];
  /** It is true when counts cover everything that matches; otherwise they cover the owned records. */
  readonly summarized: boolean;
  /** Counts the matches of each value; undefined where the summary has none of this filter. */
  readonly matching: Readonly<Record<string, Counted>> | undefined;
  /** Some of the counts are estimates from a sample: a value without a count may have matches. */
  readonly approximate: boolean;
  /** This wider range, such as `$5m to $25m`, applies to records that are not owned. */
  readonly widened: string | undefined;
  /** Long lists have no headings, because their most frequent values come first as soon as these are counted. */
  readonly plain: boolean;
  /** Touch screens get larger hit targets. */
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
const MAX_IMMEDIATE = 2_000;
const NONE: readonly unknown[] = [];

/**
 * Counts the records with each value: among those that match the other filters, where that is free, else among the
 * owned ones. Typing and clicking never wait for it.
 */
export function useCounts(filter: Filter): ReadonlyMap<string, number> {
  const { records, matching } = useFacet();
  const uncounted = matching === undefined ? records : NONE;
  const owned = useDeferredValue(uncounted, uncounted.length > MAX_IMMEDIATE ? NONE : uncounted);
  return useMemo(
    () =>
      matching === undefined
        ? countValues(filter, owned)
        : new Map(Object.entries(matching).map(([value, { count }]) => [normalizeSpelling(filter, value), count])),
    [matching, filter, owned],
  );
}

/** Returns the sums of the matches' amounts by value, such as `about $1.3bn`, where any is known. */
export function useSums(filter: Filter): ReadonlyMap<string, string> {
  const { matching } = useFacet();
  return useMemo(() => {
    const sums = Object.entries(matching ?? {}).flatMap(([value, { sumUsd, about }]) =>
      sumUsd === null ? [] : [[normalizeSpelling(filter, value), (about ? aboutUsd : compactUsd)(sumUsd)] as const],
    );
    return new Map(sums);
  }, [matching, filter]);
}
