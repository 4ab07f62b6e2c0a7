/**
 * Provides what the server knows to the first paint of the filters, so that nothing moves when the long lists arrive.
 */
import { createContext, useContext } from "react";
import { useBrowserValue } from "@/components/ui/hooks/use-browser-value";
import type { ListSeed } from "./lists/use-lists";

export interface FilterSeed {
  /** The day is YYYY-MM-DD in UTC. */
  readonly today: string;
  readonly lists: ListSeed;
}

const SeedContext = createContext<FilterSeed | undefined>(undefined);

/** The provider wraps everything that shows filters; `filterSeed` creates the seed on the server. */
export const FilterSeedProvider = SeedContext.Provider;

export function useFilterSeed(): FilterSeed {
  const seed = useContext(SeedContext);
  if (seed === undefined) throw new Error("filters are shown outside of FilterSeedProvider");
  return seed;
}

/** Returns today in UTC; during the first paint the server's day, so that both paint the same. */
export function useToday(): string {
  const { today } = useFilterSeed();
  return useBrowserValue(() => new Date().toISOString().slice(0, 10), today);
}
