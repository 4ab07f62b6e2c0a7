"use client";
/** Keeps the rows that a person has selected for comparing or exporting. A changed query clears them. */
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { useFeedView } from "@/lib/client/feed-view";

interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Selects or deselects rows. */
  select(keys: readonly string[], selected: boolean): void;
  /** Selects the rows that have replaced others. */
  replace(former: readonly string[], now: readonly string[]): void;
  clear(): void;
  /** A tap on a row selects it, as long as this is on. */
  readonly byTap: boolean;
  startByTap(): void;
}

const Context = createContext<Selection | undefined>(undefined);
const NONE: ReadonlySet<string> = new Set();

export function SelectionProvider({ children }: { children: ReactNode }) {
  const { canonical } = useFeedView();
  const [state, setState] = useState({ canonical, keys: NONE, byTap: false });
  const keys = state.canonical === canonical ? state.keys : NONE;
  const byTap = state.canonical === canonical && state.byTap;
  const selection = useMemo(
    (): Selection => ({
      keys,
      select: (changed, selected) => {
        const next = new Set(keys);
        for (const key of changed) {
          if (selected) next.add(key);
          else next.delete(key);
        }
        setState({ canonical, keys: next, byTap });
      },
      replace: (former, now) =>
        setState((state) => {
          const before = state.canonical === canonical ? state.keys : NONE;
          if (former.every((key) => !before.has(key))) return state;
          return { ...state, keys: new Set([...[...before].filter((key) => !former.includes(key)), ...now]) };
        }),
      clear: () => setState({ canonical, keys: NONE, byTap: false }),
      byTap,
      startByTap: () => setState({ canonical, keys, byTap: true }),
    }),
    [canonical, keys, byTap],
  );
  return <Context value={selection}>{children}</Context>;
}

export function useSelection(): Selection {
  const selection = use(Context);
  if (selection === undefined) throw new Error("useSelection needs a SelectionProvider above it");
  return selection;
}
