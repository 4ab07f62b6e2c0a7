"use client";
import { LIMIT } from "@dealflow/contract/feeds";
/** Loads everything that matches: the button with its sum, and the one that stops it. */
import { Suspense, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PriceTag } from "@/components/ui/price-tag";
import { useSecondsLeft } from "@/components/ui/use-seconds-left";
import { useFeedView } from "@/lib/client/feed-view";
import { useMeter } from "@/lib/client/meter";
import { useUi } from "@/lib/client/ui-store";
import { count, formatCount } from "@/lib/format/counts";
import { maxPrice } from "@/lib/format/price";
import { type LoadAllRun, loadAllPlan, stopLoadAll, useLoadAllRun } from "@/lib/spending/load-all-run";

const LazyLoadAllDialog = lazyComponent(async () => (await import("./load-all-dialog")).LoadAllDialog);

/** Nothing where one page more is all there is, or where loading cannot go on. */
export function LoadAllButton({ className, onStart }: { className?: string; onStart?: () => void }) {
  const { feed, canonical, explores, rows, total, status, hasMore, cut, error, offline, loadingMore, loadingCached } =
    useFeedView();
  const { balance } = useMeter();
  const run = useLoadAllRun(feed, canonical);
  const [confirming, setConfirming] = useState(false);
  const plan = loadAllPlan({
    total,
    loaded: rows.length,
    page: LIMIT.default,
    spendingLimit: useUi((state) => state.spendingLimit),
  });
  // Where rows are free, all of them come by scrolling.
  if (explores || status !== "ready" || !hasMore || cut !== undefined || plan === undefined || run !== undefined)
    return null;

  const { bound } = plan;

  async function start() {
    setConfirming(false);
    onStart?.();
    const { loadAll } = await import("@/lib/spending/load-all");
    await loadAll(feed, canonical, Math.min(bound, balance ?? bound));
  }

  return (
    <>
      <PriceTag
        price={maxPrice(bound)}
        disabled={offline || loadingMore || loadingCached || error?.status === 402}
        onClick={() => (bound > useUi.getState().confirmAbove ? setConfirming(true) : void start())}
        {...(className && { className })}
      >
        Load all{plan.total === undefined ? ", number unknown" : ` ${count(plan.total)}`}
      </PriceTag>
      {confirming && (
        <Suspense>
          <LazyLoadAllDialog plan={plan} onStart={() => void start()} onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Stops the loading: the request in flight is finished and its result stays. */
export function StopTag({ run, className }: { run: LoadAllRun; className?: string }) {
  return (
    <PriceTag
      ref={takeFocus}
      price={maxPrice(run.bound)}
      progress={<StopPrice run={run} />}
      disabled={run.stopping}
      onClick={stopLoadAll}
      {...(className && { className })}
    >
      {run.stopping ? "Stopping" : "Stop"}
    </PriceTag>
  );
}

/** The button that started it is unmounted, and with it the focus. */
function takeFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}

function StopPrice({ run }: { run: LoadAllRun }) {
  const left = useSecondsLeft(run.waitUntil);
  return (
    <>
      {count(run.used)} of {formatCount(run.bound, "credit")}
      {left > 0 && `, next in ${count(left)} s`}
    </>
  );
}
