"use client";
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import type { SpendingSettings } from "./settings";
import { spendingSettings, subscribeSpending } from "./settings-store";

const Served = createContext<SpendingSettings | undefined>(undefined);

/** `initial`: what the cookies said when the page was rendered. */
export function SpendingProvider({ initial, children }: { initial: SpendingSettings; children: ReactNode }) {
  return <Served value={initial}>{children}</Served>;
}

export function useSpending(): SpendingSettings {
  const served = use(Served);
  if (served === undefined) throw new Error("useSpending needs a SpendingProvider above it");
  return useSyncExternalStore(subscribeSpending, spendingSettings, () => served);
}
