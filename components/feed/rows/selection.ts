import { useMemo, useState } from "react";

const NONE: ReadonlySet<string> = new Set();

/** Keeps the rows that a person has selected for comparing or exporting. A changed query clears them. */
export function useSelection(canonical: string) {
  const [state, setState] = useState({ canonical, keys: NONE, byTap: false });
  const keys = state.canonical === canonical ? state.keys : NONE;
  const byTap = state.canonical === canonical && state.byTap;
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
      /** Selects the rows that have replaced others. */
      replace: (former: readonly string[], now: readonly string[]) =>
        setState((state) => {
          const before = state.canonical === canonical ? state.keys : NONE;
          if (former.every((key) => !before.has(key))) return state;
          return { ...state, keys: new Set([...[...before].filter((key) => !former.includes(key)), ...now]) };
        }),
      clear: () => setState({ canonical, keys: NONE, byTap: false }),
      /** A tap on a row selects it, as long as this is on. */
      byTap,
      startByTap: () => setState({ canonical, keys, byTap: true }),
    }),
    [canonical, keys, byTap],
  );
}
