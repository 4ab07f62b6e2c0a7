/** The companies that were put aside to be compared: a list of this tab. */
import { useSyncExternalStore } from "react";
import { isUuid } from "@/lib/contract/syntax";
import { BATCH } from "@/lib/contract/timeline";

const KEY = "dealflow.compare";
const NONE: readonly string[] = [];
const listeners = new Set<() => void>();
let list: readonly string[] | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function compareList(): readonly string[] {
  if (list !== undefined) return list;
  try {
    list = (window.sessionStorage.getItem(KEY) ?? "").split(" ").filter(isUuid).slice(0, BATCH.max);
  } catch {
    list = NONE;
  }
  return list;
}

export function setCompareList(ids: readonly string[]): void {
  list = ids.slice(0, BATCH.max);
  try {
    window.sessionStorage.setItem(KEY, list.join(" "));
  } catch {
    // Without storage the list lasts as long as the document.
  }
  for (const listener of listeners) listener();
}

/** Empty until hydration. */
export function useCompareList(): readonly string[] {
  return useSyncExternalStore(subscribe, compareList, () => NONE);
}
