"use client";
/** The place of the charts between the result line and the rows: kept from the first paint on, and folded for good. */
import { ChevronRight } from "lucide-react";
import { Suspense } from "react";
import { LazyChartStripContent } from "@/components/feed/lazy";
import { usePreferences } from "@/components/shell/preferences-provider";

export function ChartStrip() {
  const { charts, choose } = usePreferences();
  const open = charts === "open";
  return (
    <section className="chart-strip" aria-label="Charts" data-folded={!open || undefined}>
      <button
        type="button"
        className="chart-strip-fold focus-ring"
        aria-expanded={open}
        aria-label="Charts"
        title={open ? "Fold the charts" : undefined}
        onClick={() => choose("charts", open ? "folded" : "open")}
      >
        <ChevronRight strokeWidth={2.5} className="size-3" />
        {!open && <span>Charts</span>}
      </button>
      {open && (
        <Suspense>
          <LazyChartStripContent />
        </Suspense>
      )}
    </section>
  );
}
