"use client";
import type { Feed } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
/** What the filters show and change, handed in by whoever shows them: they know descriptors, not where rows come from. */
import { createContext, useContext } from "react";
import type { Summarized } from "@/lib/queries/summaries";

export interface FilterState {
  readonly feed: Feed;
  readonly query: AnyQuery;
  /** Receives the whole next query. */
  setQuery(next: AnyQuery): void;
  /** The loaded records; each is there once. */
  readonly records: readonly unknown[];
  /** What is listed, where counts over all of it are free; undefined: counts are over the loaded records. */
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
