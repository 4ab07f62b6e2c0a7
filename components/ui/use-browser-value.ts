"use client";

import { useCallback, useSyncExternalStore } from "react";

/**
 * What only the browser knows, as its time zone: the server and hydration render `serverValue`, so that both are alike.
 * @param read returns a primitive
 * @param intervalMs after which it is read again; undefined: only when the component is rendered
 */
export function useBrowserValue<T extends string | number | boolean>(
  read: () => T,
  serverValue: T,
  intervalMs?: number,
): T {
  const subscribe = useCallback(
    (onTick: () => void) => {
      if (intervalMs === undefined) return () => {};
      const timer = setInterval(onTick, intervalMs);
      return () => clearInterval(timer);
    },
    [intervalMs],
  );
  return useSyncExternalStore(subscribe, read, () => serverValue);
}
