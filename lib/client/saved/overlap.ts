/** How many days before the last visit are requested again, because events are also found late. A setting of this browser. */
import { useSyncExternalStore } from "react";
import { OVERLAP_DAYS } from "@/lib/contract/saved";

const KEY = "dealflow.overlap";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlap(): number {
  return useSyncExternalStore(subscribe, readOverlap, () => OVERLAP_DAYS.default);
}

export function readOverlap(): number {
  try {
    return validOverlap(window.localStorage.getItem(KEY) ?? "") ?? OVERLAP_DAYS.default;
  } catch {
    return OVERLAP_DAYS.default;
  }
}

export function setOverlap(days: number): void {
  try {
    window.localStorage.setItem(KEY, String(days));
  } catch {
    // Without storage the default stays.
  }
  for (const listener of listeners) listener();
}

/** Undefined for what is no whole number of days, or too many. */
export function validOverlap(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= OVERLAP_DAYS.max ? Number(text) : undefined;
}
