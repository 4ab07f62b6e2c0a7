"use client";
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import type { SpendingSettings } from "./settings";
import { spendingStore } from "./settings-store";

const InitialContext = createContext<SpendingSettings | undefined>(undefined);

/** `initial`: the values of the cookies when the page was rendered. */
export function SpendingProvider({ initial, children }: { initial: SpendingSettings; children: ReactNode }) {
  return <InitialContext value={initial}>{children}</InitialContext>;
}

export function useSpending(): SpendingSettings {
  const initialSettings = use(InitialContext);
  if (initialSettings === undefined) throw new Error("useSpending needs a SpendingProvider above it");
  return useSyncExternalStore(spendingStore.subscribe, spendingStore.getState, () => initialSettings);
}
