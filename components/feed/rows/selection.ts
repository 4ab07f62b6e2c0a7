import type { ExploreRow } from "@dealflow/contract/account/explore";
import { useMemo, useState } from "react";

const NONE: ReadonlySet<string> = new Set();

type ListedRow = Pick<ExploreRow, "key" | "reference">;

/** Keeps the rows that a person has selected for comparing or exporting. A changed query clears them. */
export function useSelection(canonical: string, listed: readonly ListedRow[]) {
  const [state, setState] = useState({ canonical, keys: NONE, byTap: false });
  const chosen = state.canonical === canonical ? state.keys : NONE;
  const keys = useMemo(() => withRevealed(chosen, listed), [chosen, listed]);
  const byTap = state.canonical === canonical && state.byTap;
  // Rows that are read again no longer have the reference of their preview.
  if (keys !== chosen) setState({ canonical, keys, byTap });
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
        setState({ canonical, keys: next, byTap });
      },
      clear: () => setState({ canonical, keys: NONE, byTap: false }),
      /** A tap on a row selects it, as long as this is on. */
      byTap,
      startByTap: () => setState({ canonical, keys, byTap: true }),
    }),
    [canonical, keys, byTap],
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
