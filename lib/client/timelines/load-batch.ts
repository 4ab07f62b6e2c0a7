/**
 * Buys the timelines of a batch of companies, a few in each request, so that it can show progress and be stopped.
 * Started by a press that shows the sum. What the server has cached is loaded first, and is not bought again.
 */
import { useSyncExternalStore } from "react";
import { ALL_KINDS, mergeParts } from "@/lib/api/timeline-part";
import { consumePermit } from "../../spending/permits";
import { buyTimelines, companyStates, loadCached, stateIn } from "./company-store";
import { permit, permitKey, severalTimelines } from "./request";

/** Companies of one request. */
const AT_ONCE = 5;

export interface BatchRun {
  /** All companies of the batch. */
  readonly ids: readonly string[];
  readonly done: number;
  readonly total: number;
  /** A stop was requested: the request in flight is finished and its result kept. */
  readonly stopping: boolean;
}

let current: BatchRun | undefined;
const listeners = new Set<() => void>();

function setRun(run: BatchRun | undefined): void {
  current = run;
  for (const listener of listeners) listener();
}

function isStopping(): boolean {
  return current?.stopping ?? false;
}

export function stopBatch(): void {
  if (current !== undefined) setRun({ ...current, stopping: true });
}

/** The one that is under way in this document. */
export function useBatchRun(): BatchRun | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => undefined,
  );
}

/** Whether its timeline is not owned whole, as far as is known here, and can be bought. */
export function needsPurchase(id: string, states = companyStates()): boolean {
  const { parts, quote, outcome } = stateIn(states, id);
  const whole = mergeParts(parts)?.whole.length === ALL_KINDS.length;
  return !whole && outcome !== "missing" && quote?.found !== false;
}

/** Ends when the loading does; never throws. What went wrong is in the companies' states, what was bought too. */
export async function loadBatch(ids: readonly string[]): Promise<void> {
  if (current !== undefined) return;
  const path = window.location.pathname;
  setRun({ ids, done: 0, total: ids.filter((id) => needsPurchase(id)).length, stopping: false });
  try {
    await loadCached(ids, true);
    const pending = ids.filter((id) => needsPurchase(id));
    for (let from = 0; from < pending.length; from += AT_ONCE) {
      setRun({ ids, done: from, total: pending.length, stopping: isStopping() });
      if (isStopping() || path !== window.location.pathname) return;
      const part = pending.slice(from, from + AT_ONCE);
      const request = severalTimelines(part, ALL_KINDS);
      permit(request);
      await buyTimelines(part, ALL_KINDS);
      // Where one of them was loading already, the permit is left unused.
      consumePermit(permitKey(request));
      if (part.some(ended)) return;
    }
  } finally {
    setRun(undefined);
  }
}

/** An error, or the credits did not suffice: the next request would fail the same way. */
function ended(id: string): boolean {
  const { error, outcome } = stateIn(companyStates(), id);
  return error !== undefined || outcome === "skipped";
}
