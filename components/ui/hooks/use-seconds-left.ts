import { useBrowserValue } from "./use-browser-value";

const TICK_MS = 250;

/**
 * Returns the whole seconds until an instant (ms since 1970), by the clock and not by ticks; 0 when it is over or there
 * is none.
 */
export function useSecondsLeft(until: number | undefined): number {
  const secondsLeft = () => Math.max(0, Math.ceil(((until ?? 0) - Date.now()) / 1000));
  return useBrowserValue<number>(secondsLeft, 0, until === undefined ? undefined : TICK_MS);
}
