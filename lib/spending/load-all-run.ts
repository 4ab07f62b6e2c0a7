/** The loading of a whole view that is under way, for everything that shows it. One at a time in a document. */

import type { FeedName } from "@dealflow/contract/feeds";
import { create } from "zustand";
import { pageKey } from "./permits";

export interface LoadAllRun {
  /** Of the view that is loaded. */
  readonly view: string;
  /** Credits that it may cost at most, and has cost so far. */
  readonly bound: number;
  readonly used: number;
  /** A stop was requested: the request in flight is finished and its result stays. */
  readonly stopping: boolean;
  /** It waits for the rate limit until then, in ms since 1970. */
  readonly waitUntil: number | undefined;
}

const useRun = create<{ readonly run: LoadAllRun | undefined }>(() => ({ run: undefined }));

export const subscribeRun = useRun.subscribe;

export function currentRun(): LoadAllRun | undefined {
  return useRun.getState().run;
}

export function setRun(run: LoadAllRun | undefined): void {
  useRun.setState({ run });
}

export function stopLoadAll(): void {
  const run = currentRun();
  if (run !== undefined) setRun({ ...run, stopping: true });
}

/** The run of this view; undefined when there is none. */
export function useLoadAllRun(feed: FeedName, canonical: string): LoadAllRun | undefined {
  const view = pageKey(feed, canonical, null);
  return useRun(({ run }) => (run?.view === view ? run : undefined));
}

export interface LoadAllPlan {
  /** Number of matching rows; undefined where the interface does not return it. */
  readonly total: number | undefined;
  /** Credits that it costs at most. */
  readonly bound: number;
}

interface Numbers {
  readonly total: number | undefined;
  readonly loaded: number;
  /** Records on a page. */
  readonly page: number;
  /** Credits at which scrolling pauses. */
  readonly spendingLimit: number;
}

/** Undefined when the next page is the last one: the button that loads one page shows that already. */
export function loadAllPlan({ total, loaded, page, spendingLimit }: Numbers): LoadAllPlan | undefined {
  // Where the total is unknown, it continues to the spending limit.
  if (total === undefined) return { total, bound: Math.max(page, spendingLimit) };
  return total - loaded > page ? { total, bound: total - loaded } : undefined;
}
