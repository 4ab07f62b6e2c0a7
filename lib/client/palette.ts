/** Stores whether the command palette is open, and the view of a feed that it would act on. */

import type { FeedName } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { useEffect } from "react";
import { create } from "zustand";

/** A feed page exposes this of its view. */
export interface ActingView {
  readonly feed: FeedName;
  readonly query: AnyQuery;
  readonly rows: readonly { readonly key: string; readonly record: unknown }[];
  setQuery(next: AnyQuery): void;
  setOpen(key: string): void;
  listKeys(): void;
}

interface PaletteState {
  readonly open: boolean;
  /** This was typed while the palette was being loaded. */
  readonly typedAhead: string;
  /** The view of the current page is undefined on pages that are not a feed's. */
  readonly view: ActingView | undefined;
}

export const usePalette = create<PaletteState>(() => ({ open: false, typedAhead: "", view: undefined }));

export function setPaletteOpen(open: boolean): void {
  usePalette.setState({ open, typedAhead: "" });
}

/** Registers the caller's view as long as its page is mounted. */
export function useActingView(value: ActingView): void {
  useEffect(() => {
    usePalette.setState({ view: value });
    return () => {
      if (usePalette.getState().view === value) usePalette.setState({ view: undefined });
    };
  });
}
