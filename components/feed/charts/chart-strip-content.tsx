"use client";
/** Charts over the loaded rows, labelled so: what they are drawn by, and whether by amount or by count. */
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import type { Grain } from "@/components/charts/buckets";
import { Choice } from "@/components/charts/choice";
import { useNow } from "@/components/shell/clock";
import { useFeedView } from "@/lib/client/feed-view";
import { FEEDS } from "@/lib/contract/feeds";
import { count, formatCount } from "@/lib/format/counts";
import { compactUsd } from "@/lib/format/money";
import { amountPath, type Dimension, dimensionsOf } from "./chart-dimensions";
import type { Measure } from "./chart-measure";
import { ChartOverTime } from "./chart-over-time";
import { periodsOf, type Sum, sumOf } from "./chart-totals";

/** The charts open with columns over time; everything else is fetched on demand. */
const LazyChartByValue = lazy(async () => ({ default: (await import("./chart-by-value")).ChartByValue }));

const MEASURES = [
  { value: "amount", title: "Amount" },
  { value: "count", title: "Count" },
] as const;

export function ChartStripContent() {
  const { feed: name, rows, hasMore, query, setQuery } = useFeedView();
  // Rows are painted first and charts drawn then: nothing waits for a chart.
  const shown = useDeferredValue(rows);
  const today = useNow().toISOString().slice(0, 10);
  const feed = FEEDS[name];
  const dimensions = useMemo(() => dimensionsOf(feed), [feed]);
  const [key, setKey] = useState(dimensions[0]?.key ?? "");
  const [requestedMeasure, setMeasure] = useState<Measure>("amount");
  const dimension = dimensions.find((one) => one.key === key) ?? dimensions[0];
  const amount = useMemo(() => amountPath(feed), [feed]);
  // Computed for rows and queries, not on every render: rows can be 100,000.
  const records = useMemo(() => shown.map((row) => row.record), [shown]);
  const sum = useMemo(() => sumOf(records, amount), [records, amount]);
  const periods = useMemo(() => {
    if (dimension?.kind !== "time") return undefined;
    const text = (name: string) => (typeof query[name] === "string" ? query[name] : undefined);
    const { since, until } = dimension.filter;
    return periodsOf(records, dimension, amount, { since: text(since), until: text(until), hasMore, today });
  }, [records, dimension, amount, query, hasMore, today]);
  if (dimension === undefined) return null;
  // An investor's part of a round is not known.
  const measured = amount !== undefined && dimension.kind !== "investors";
  const measure = measured ? requestedMeasure : "count";
  const title = titleOf(dimension, measure, periods?.grain);
  const parts = { measure, query, setQuery };
  return (
    <div className="chart-strip-content" data-chart={chartOf(dimension)}>
      <div className="chart-strip-head">
        <h2>{title}</h2>
        <Caption key={title} sum={sum} amount={measure === "amount"} />
        <Choice
          label="Chart"
          options={dimensions.map((one) => ({ value: one.key, title: one.title }))}
          value={dimension.key}
          onChange={setKey}
        />
        {measured && <Choice label="Measure" options={MEASURES} value={measure} onChange={setMeasure} />}
      </div>
      <div className="chart-strip-plot">
        {dimension.kind === "time" && periods !== undefined && (
          <ChartOverTime {...parts} {...periods} amounts={amount !== undefined} dimension={dimension} />
        )}
        {dimension.kind !== "time" && (
          <Suspense>
            <LazyChartByValue {...parts} key={dimension.key} dimension={dimension} records={records} amount={amount} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function chartOf(dimension: Dimension): string {
  return dimension.kind === "list" && dimension.filter.list === "countries" ? "map" : dimension.kind;
}

/** `Amount per month`, `Count by country`. */
function titleOf(dimension: Dimension, measure: Measure, grain: Grain | undefined): string {
  const what = measure === "amount" ? "Amount" : "Count";
  return `${what} ${grain === undefined ? `by ${dimension.title.toLowerCase()}` : `per ${grain}`}`;
}

/** `60 loaded rows · $1.86bn, 4 undisclosed`. */
function Caption({ sum, amount }: { sum: Sum; amount: boolean }) {
  return (
    // Made anew with its figures: what stands behind a number that got wider has not moved.
    <p key={`${sum.rows} ${sum.usd} ${amount}`} className="chart-strip-caption">
      {formatCount(sum.rows, "loaded row")}
      {amount && ` · ${compactUsd(sum.usd)}`}
      {amount && sum.undisclosed > 0 && (
        <span className="chart-strip-undisclosed">, {count(sum.undisclosed)} undisclosed</span>
      )}
    </p>
  );
}
