/** The spending limit: endless scrolling pauses after so many credits in one view. A setting of this browser. */
import { useSyncExternalStore } from "react";
import { numberSetting } from "@/lib/client/number-setting";

export const spendingLimitSetting = numberSetting("dealflow.brake", 100);

const listeners = new Set<() => void>();
/** Views whose limit was raised, and to what. */
const continued = new Map<string, number>();

function subscribe(listener: () => void): () => void {
  const unsubscribe = spendingLimitSetting.subscribe(listener);
  listeners.add(listener);
  return () => {
    unsubscribe();
    listeners.delete(listener);
  };
}

/** Raises the limit of one view to so many credits. */
export function raiseViewLimit(view: string, to: number): void {
  continued.set(view, to);
  for (const listener of listeners) listener();
}

/** Credits at which a view pauses. */
export function useSpendingLimit(view: string): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.max(spendingLimitSetting.read(), continued.get(view) ?? 0),
    () => spendingLimitSetting.fallback,
  );
}
