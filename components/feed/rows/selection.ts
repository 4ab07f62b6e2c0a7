import type { ExploreRow } from "@dealflow/contract/account/explore";
import { useEffect, useMemo, useState } from "react";
import { isReturning } from "@/components/data-table/window/use-scroll-memory";

const NONE: ReadonlySet<string> = new Set();

type ListedRow = Pick<ExploreRow, "key" | "reference">;

interface Selected {
  readonly view: string;
  readonly keys: ReadonlySet<string>;
  readonly byTap: boolean;
}

/** Selections of this document's views, by view, for going back to them. */
const selections = new Map<string, Selected>();

/**
 * Keeps the rows that a person has selected for comparing or exporting. Another view clears them, and going back brings
 * them back.
 */
export function useSelection(view: string, listed: readonly ListedRow[]) {
  const [state, setState] = useState(
    () => (isReturning() ? selections.get(view) : undefined) ?? { view, keys: NONE, byTap: false },
  );
  const chosen = state.view === view ? state.keys : NONE;
  const keys = useMemo(() => withRevealed(chosen, listed), [chosen, listed]);
  const byTap = state.view === view && state.byTap;
  // Rows that are read again no longer have the reference of their preview.
  if (keys !== chosen) setState({ view, keys, byTap });
  useEffect(() => {
    if (keys.size > 0) selections.set(view, { view, keys, byTap });
    else selections.delete(view);
  }, [view, keys, byTap]);
  return useMemo(
    () => ({
      keys,
      /** Selects or deselects rows. */
      select: (changed: readonly string[], selected: boolean) => {
        const next = new Set(keys);
        for (const key of changed) {
          if (selected) next.add(key);
          else next.delete(key);
        }
        setState({ view, keys: next, byTap });
      },
      clear: () => setState({ view, keys: NONE, byTap: false }),
      /** A tap on a row selects it, as long as this is on. */
      byTap,
      startByTap: () => setState({ view, keys, byTap: true }),
    }),
    [view, keys, byTap],
  );
}

/** A row that was selected as a preview stays selected when it is revealed, which gives it another key. */
export function withRevealed(keys: ReadonlySet<string>, listed: readonly ListedRow[]): ReadonlySet<string> {
  const revealed = listed.filter(({ reference }) => reference !== undefined && keys.has(reference));
  if (revealed.length === 0) return keys;
  const next = new Set(keys);
  for (const { key, reference = "" } of revealed) {
    next.delete(reference);
    next.add(key);
  }
  return next;
}
