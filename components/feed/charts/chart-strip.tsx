"use client";
/** Renders the charts between the result line and the rows. Their height is reserved from the first paint on. */

import { FEEDS } from "@dealflow/contract/feeds";
import { ChevronRight } from "lucide-react";
import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { LazyChartStripContent } from "@/components/feed/lazy";
import { usePreferences } from "@/components/shell/preferences/preferences-provider";
import { whenIdle } from "@/components/ui/lazy-component";
import { useFeedView } from "@/lib/client/feed-view";

export function ChartStrip() {
  const { charts, choose } = usePreferences();
  const { status, feed } = useFeedView();
  const section = useRef<HTMLElement>(null);
  const open = charts === "open";
  // The placeholder is as high as the chart that is drawn first: over time, or by value where nothing has a date.
  const dated = FEEDS[feed].filters.some((filter) => "until" in filter);
  const height = dated ? "min-h-31 full:min-h-41" : "min-h-44 full:min-h-64";
  const ready = useIdle(section, status !== "loading");
  return (
    // Tooltips reach over the head of the table.
    <section
      ref={section}
      aria-label="Charts"
      className={`@container relative z-[calc(var(--z-head)+1)] hidden flex-none px-gutter tablet:block ${open ? height : "min-h-7"}`}
    >
      <button
        type="button"
        className="focus-ring absolute left-2 flex h-6 cursor-pointer items-center gap-1 rounded-2 px-1.5 text-12 text-text-2 hover:text-text-1"
        aria-expanded={open}
        aria-label="Charts"
        title={open ? "Hide charts" : undefined}
        onClick={() => choose("charts", open ? "folded" : "open")}
      >
        <ChevronRight aria-hidden="true" strokeWidth={2.5} className={`size-3 ${open ? "rotate-90" : ""}`} />
        {!open && <span>Charts</span>}
      </button>
      {open && ready && (
        <Suspense>
          <LazyChartStripContent />
        </Suspense>
      )}
    </section>
  );
}

/**
 * Returns true from the first idle moment in which the element is on screen: rows are painted first, and phones show
 * none.
 */
function useIdle(ref: RefObject<Element | null>, ready: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!ready || ref.current === null) return;
    let cancel = () => {};
    const observer = new IntersectionObserver(([entry]) => {
      cancel();
      if (entry?.isIntersecting) cancel = whenIdle(() => setIdle(true));
    });
    observer.observe(ref.current);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, [ref, ready]);
  return idle;
}
