"use client";
/** What the server knows for the first paint of the filters, so that nothing moves when the long lists arrive. */
import { createContext, useContext } from "react";
import { useBrowserValue } from "@/components/ui/hooks/use-browser-value";
import type { ListSeed } from "./use-lists";

export interface FilterSeed {
  /** The day in UTC, YYYY-MM-DD. */
  readonly today: string;
  readonly lists: ListSeed;
}

const SeedContext = createContext<FilterSeed | undefined>(undefined);

/** Wraps everything that shows filters; the seed is created by `filterSeed` on the server. */
export const FilterSeedProvider = SeedContext.Provider;

export function useFilterSeed(): FilterSeed {
  const seed = useContext(SeedContext);
  if (seed === undefined) throw new Error("filters are shown outside of FilterSeedProvider");
  return seed;
}

/** Today in UTC; during the first paint the server's, so that both paint the same. */
export function useToday(): string {
  const { today } = useFilterSeed();
  return useBrowserValue(() => new Date().toISOString().slice(0, 10), today);
}
