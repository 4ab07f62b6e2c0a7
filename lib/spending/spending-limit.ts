/** The brake: endless scrolling pauses after so many credits in one view. A setting of this browser. */
import { useSyncExternalStore } from "react";
import { numberSetting } from "@/lib/client/number-setting";

export const spendingLimitSetting = numberSetting("dealflow.brake", 100);

const listeners = new Set<() => void>();
/** Views that were told to go on, and how far. */
const continued = new Map<string, number>();

function subscribe(listener: () => void): () => void {
  const unsubscribe = spendingLimitSetting.subscribe(listener);
  listeners.add(listener);
  return () => {
    unsubscribe();
    listeners.delete(listener);
  };
}

/** Lets one view go on to so many credits in all. */
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
