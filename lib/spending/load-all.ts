/**
 * Buys one page of a view after the other, from the current cursor, until everything is loaded, the bound is
 * reached, the person stops it or an error occurs. Started by a press that shows the sum; leaving the view ends it.
 * Pages are those that scrolling buys: the server finds them again by the same cursors, so a reload finds all of them.
 */

import { type FeedName, LIMIT } from "@dealflow/contract/feeds";
import { addressKey } from "@/lib/api/dashboard";
import type { RequestError } from "@/lib/client/send-request";
import { OPEN_KEY, ORDER_KEY } from "@/lib/filters/pages";
import { fetchNext, readFeed } from "@/lib/queries/feeds";
import { meterState } from "@/lib/queries/meter";
import { currentRun, setRun, subscribeRun } from "./load-all-run";
import { consumePermit, grantPermit, pageKey } from "./permits";

/** Ends when the loading does; never throws. What went wrong is in the view's state, what was bought too. */
export async function loadAll(feed: FeedName, canonical: string, bound: number): Promise<void> {
  if (currentRun() !== undefined) return;
  const view = pageKey(feed, canonical, null);
  const startedAt = currentView();
  // A record costs a credit at most, so this is an upper bound whatever else is charged.
  let left = bound;
  setRun({ view, bound, used: 0, stopping: false, waitUntil: undefined });
  try {
    for (;;) {
      const { pages } = readFeed(feed, canonical);
      const last = pages.at(-1);
      updateRun({ waitUntil: undefined });
      if (currentRun()?.stopping || startedAt !== currentView() || left <= 0) return;
      // A short page with more behind it was cut by the balance.
      if (last === undefined || !last.hasMore || last.records.length < LIMIT.default) return;
      const next = pageKey(feed, canonical, last.nextCursor);
      grantPermit(next);
      await fetchNext(feed, canonical);
      // A request for that page a moment before has left the permit unused.
      consumePermit(next);
      const after = readFeed(feed, canonical);
      if (after.error !== undefined) {
        if (!mayWait(after.error)) return;
        await wait(Date.now() + (after.error.retryAfterS ?? 1) * 1000);
      } else if (after.pages.length === pages.length) return;
      else {
        left -= after.pages.at(-1)?.records.length ?? 0;
        updateRun({ cost: meterState().lastCost });
      }
    }
  } finally {
    setRun(undefined);
  }
}

/** Only what is certain to have cost nothing is retried. */
function mayWait({ status, charged }: RequestError): boolean {
  return status === 429 && charged === "no";
}

function updateRun({ cost = 0, waitUntil }: { cost?: number; waitUntil?: number | undefined }): void {
  const run = currentRun();
  if (run !== undefined) setRun({ ...run, used: run.used + cost, waitUntil });
}

/** Waits until then, or until it is stopped. */
function wait(until: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, until - Date.now());
    const unsubscribe = subscribeRun(() => {
      if (currentRun()?.stopping) end();
    });
    updateRun({ waitUntil: until });
  });
}

/** The view shown; an open sheet does not matter. */
function currentView(): string {
  const { pathname, search } = window.location;
  const shown = new URLSearchParams(search);
  for (const key of [OPEN_KEY, ORDER_KEY]) shown.delete(key);
  return `${pathname}?${addressKey(shown)}`;
}
