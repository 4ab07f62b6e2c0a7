/** Whether the command palette is open, and the view of a feed that it would act on. */
import { useEffect, useSyncExternalStore } from "react";
import type { FeedName } from "@/lib/contract/feeds";
import type { AnyQuery } from "@/lib/contract/filters";

/** What a feed page exposes of its view. */
export interface ActingView {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  readonly rows: readonly { readonly key: string; readonly record: unknown }[];
  setQuery(next: AnyQuery): void;
  setOpen(key: string): void;
  /** Shows the list of keys. */
  listKeys(): void;
}

let open = false;
/** What was typed while the palette was still on its way. */
let ahead = "";
let view: ActingView | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setPaletteOpen(next: boolean): void {
  open = next;
  ahead = "";
  for (const listener of listeners) listener();
}

export function isPaletteOpen(): boolean {
  return open;
}

export function appendLetter(letter: string): void {
  ahead += letter;
}

export function typedAhead(): string {
  return ahead;
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
}

/** The view of the page in sight; undefined on pages that are not a feed's. */
export function actingView(): ActingView | undefined {
  return view;
}

/** Registers the caller's view as long as its page is mounted. */
export function useActingView(value: ActingView): void {
  useEffect(() => {
    view = value;
    return () => {
      if (view === value) view = undefined;
    };
  });
}
