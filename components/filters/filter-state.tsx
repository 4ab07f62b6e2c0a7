"use client";
/** What the filters show and change, handed in by whoever shows them: they know descriptors, not where rows come from. */
import { createContext, useContext } from "react";
import type { Feed } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";

export interface FilterState {
  readonly feed: Feed;
  readonly query: AnyQuery;
  /** Takes the whole next query. */
  setQuery(next: AnyQuery): void;
  /** The records that counts are over. */
  readonly records: readonly unknown[];
}

const StateContext = createContext<FilterState | undefined>(undefined);

export const FilterStateProvider = StateContext.Provider;

export function useFilterState(): FilterState {
  const state = useContext(StateContext);
  if (state === undefined) throw new Error("filters are shown outside of FilterStateProvider");
  return state;
}
