import { useCallback, useSyncExternalStore } from "react";

/**
 * Reads a value that only the browser knows, such as its time zone. The server and hydration render `serverValue`, so
 * that both are alike. `read` returns a primitive. `intervalMs` is the time after which it is read again; when it is
 * undefined, the value is read only when the component is rendered.
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
