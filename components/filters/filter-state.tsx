"use client";
import type { Feed, FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
/** What the filters show and change, handed in by whoever shows them: they know descriptors, not where rows come from. */
import { createContext, useContext } from "react";

export interface AutoLoad {
  readonly on: boolean;
  /** Off by itself because fewer credits than this are left. */
  readonly offBelow: number | undefined;
  set(on: boolean): void;
  /** Rows are free: the first records are bought, not the first page. */
  readonly shows: boolean;
}

export interface FilterState {
  readonly feed: Feed;
  readonly query: AnyQuery;
  /** Receives the whole next query. */
  setQuery(next: AnyQuery): void;
  /** The owned records, which counts are over; each is there once. */
  readonly records: readonly unknown[];
  /** The feed whose counts over everything that matches are free; undefined: counts are over the owned records. */
  readonly summarized: FeedName | undefined;
  /** True when records that are not owned are shown as previews. */
  readonly previews: boolean;
  /** Whether a changed filter buys its first page by itself, and why it does not; undefined: everything listed is owned. */
  readonly autoLoad: AutoLoad | undefined;
  /** A changed filter buys nothing: owned only is on. */
  readonly ownedOnly: boolean;
}

const StateContext = createContext<FilterState | undefined>(undefined);

export const FilterStateProvider = StateContext.Provider;

export function useFilterState(): FilterState {
  const state = useContext(StateContext);
  if (state === undefined) throw new Error("filters are shown outside of FilterStateProvider");
  return state;
}
