/** Keeps the companies that this tab has put aside to be compared. */

import { isUuid } from "@dealflow/contract/query/syntax";
import { BATCH } from "@dealflow/contract/timeline";
import { create } from "zustand";

const KEY = "dealflow.compare";

/** The list is empty on the server and during hydration. */
const useCompared = create<{ readonly ids: readonly string[] }>(() => ({ ids: [] }));

export function useCompareList(): readonly string[] {
  return useCompared(({ ids }) => ids);
}

export function setCompareList(ids: readonly string[]): void {
  const list = ids.slice(0, BATCH.max);
  useCompared.setState({ ids: list });
  try {
    window.sessionStorage.setItem(KEY, list.join(" "));
  } catch {
    // Without storage the list lasts as long as the document.
  }
}

export function addToCompareList(id: string): void {
  setCompareList([...useCompared.getState().ids, id]);
}

function readStored(): readonly string[] {
  try {
    return (window.sessionStorage.getItem(KEY) ?? "").split(" ").filter(isUuid).slice(0, BATCH.max);
  } catch {
    return [];
  }
}

if (typeof window !== "undefined") useCompared.setState({ ids: readStored() });
