"use client";
/** Provides the state of the filters. The page sets it, because filters know descriptors, not where rows come from. */

import type { Feed } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { createContext, useContext } from "react";
import type { Summarized } from "@/lib/queries/summaries";

interface FilterState {
  readonly feed: Feed;
  readonly query: AnyQuery;
  /** The query's text. */
  readonly canonical: string;
  setQuery(next: AnyQuery): void;
  /** Each of the loaded records is there once. */
  readonly records: readonly unknown[];
  /** A summary covers everything that is listed, where that is free; without it counts cover the loaded records. */
  readonly summarized: Summarized | undefined;
  /** True when records that are not owned are shown as previews. */
  readonly previews: boolean;
}

const StateContext = createContext<FilterState | undefined>(undefined);

export const FilterStateProvider = StateContext.Provider;

export function useFilterState(): FilterState {
  const state = useContext(StateContext);
  if (state === undefined) throw new Error("filters are shown outside of FilterStateProvider");
  return state;
}
