"use client";

import { useSyncExternalStore } from "react";

const TICK_MS = 250;

const never = () => () => {};

function subscribeToTicks(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

/** Whole seconds until an instant (ms since 1970), by the clock and not by ticks; 0 when it is over or there is none. */
export function useSecondsLeft(until: number | undefined): number {
  return useSyncExternalStore(
    until === undefined ? never : subscribeToTicks,
    () => Math.max(0, Math.ceil(((until ?? 0) - Date.now()) / 1000)),
    () => 0,
  );
}
