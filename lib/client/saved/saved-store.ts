/** What this document knows of saved views and the watchlist. It starts as the server said; actions tell it the rest. */
import { useSyncExternalStore } from "react";
import type { SavedView, WatchedCompany } from "@/lib/contract/saved";

export interface SavedState {
  /** By name; undefined until they are read. */
  readonly views: readonly SavedView[] | undefined;
  /** The one that was added last comes first; undefined until they are read. */
  readonly companies: readonly WatchedCompany[] | undefined;
  /** New events by id of the view, those with none left out. */
  readonly counts: Readonly<Record<string, number>>;
  /** Why the latest read failed, as a sentence. */
  readonly problem?: string | undefined;
}

const NOTHING: SavedState = { views: undefined, companies: undefined, counts: {} };

let state = NOTHING;
const listeners = new Set<() => void>();

export function savedState(): SavedState {
  return state;
}

export function changeSaved(change: (now: SavedState) => Partial<SavedState>): void {
  state = { ...state, ...change(state) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSaved(): SavedState {
  return useSyncExternalStore(subscribe, savedState, () => NOTHING);
}

/** Whether a company is watched; false while that is not known. Changes nothing else in the component. */
export function useWatched(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => state.companies?.some((company) => company.id === id) ?? false,
    () => false,
  );
}
