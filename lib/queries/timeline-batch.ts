/**
 * Buys the timelines of a batch of companies, a few in each request, so that it can show progress and be stopped. A
 * press that shows the sum starts it. Timelines that the server has cached are loaded first, and are not bought again.
 */
import { create } from "zustand";
import { ALL_KINDS, mergeParts } from "@/lib/api/timeline-part";
import { buyTimelines, type CompanyState, readCompany, refetchOwned } from "./timelines";

/** One request has this many companies. */
const AT_ONCE = 5;

interface BatchRun {
  readonly ids: readonly string[];
  readonly done: number;
  readonly total: number;
  /** A stop was requested: the request in flight is finished and its result stays. */
  readonly stopping: boolean;
}

const useRun = create<{ readonly run: BatchRun | undefined }>()(() => ({ run: undefined }));

function isStopping(): boolean {
  return useRun.getState().run?.stopping ?? false;
}

export function stopBatch(): void {
  useRun.setState(({ run }) => ({ run: run && { ...run, stopping: true } }));
}

export function useBatchRun(): BatchRun | undefined {
  return useRun(({ run }) => run);
}

/** Tells whether the timeline can be bought and is not known to be owned completely. */
export function needsPurchase({ parts, quote, outcome }: CompanyState): boolean {
  const whole = mergeParts(parts)?.whole.length === ALL_KINDS.length;
  return !whole && outcome !== "missing" && quote?.found !== false;
}

/** Resolves when loading has ended; never rejects. Failures and purchases are in the companies' states. */
export async function loadBatch(ids: readonly string[]): Promise<void> {
  if (useRun.getState().run !== undefined) return;
  const path = window.location.pathname;
  const readPending = () => ids.filter((id) => needsPurchase(readCompany(id)));
  useRun.setState({ run: { ids, done: 0, total: readPending().length, stopping: false } });
  try {
    await refetchOwned(ids);
    const pending = readPending();
    for (let from = 0; from < pending.length; from += AT_ONCE) {
      useRun.setState({ run: { ids, done: from, total: pending.length, stopping: isStopping() } });
      if (isStopping() || path !== window.location.pathname) return;
      const part = pending.slice(from, from + AT_ONCE);
      await buyTimelines(part, ALL_KINDS);
      if (part.some(ended)) return;
    }
  } finally {
    useRun.setState({ run: undefined });
  }
}

/** Tells whether the company failed or the credits did not suffice: the next request would fail the same way. */
function ended(id: string): boolean {
  const { error, outcome } = readCompany(id);
  return error !== undefined || outcome === "skipped";
}
