"use client";
/** Charts over the loaded rows, labelled so: what they are drawn by, and whether by amount or by count. */
import { memo, use, useEffect, useMemo, useState } from "react";
import type { Grain } from "@/components/charts/buckets";
import { useNow } from "@/components/shell/clock";
import { whenIdle } from "@/components/ui/lazy-component";
import { PricesContext } from "@/components/ui/prices";
import { Segmented } from "@/components/ui/segmented";
import { useFeedView } from "@/lib/client/feed-view";
import { FEEDS, LIMIT } from "@/lib/contract/feeds";
import { UNKNOWN } from "@/lib/contract/values/unknown";
import { count, credits, formatCount } from "@/lib/format/counts";
import { compactUsd } from "@/lib/format/money";
import { maxPrice, priceText } from "@/lib/format/price";
import { ChartByValue } from "./chart-by-value";
import { amountPath, type Dimension, dimensionsOf, isStack } from "./chart-dimensions";
import { entriesOf, inListOrder, valuesOf } from "./chart-entries";
import type { Measure, RowNoun } from "./chart-measure";
import { ChartOverTime } from "./chart-over-time";
import { periodsOf, type Sum, sumOf } from "./chart-totals";

const MEASURES = [
  { value: "amount", title: "Amount" },
  { value: "count", title: "Count" },
] as const;

/**
 * Charts are drawn when the browser is idle: neither a press on a filter nor its rows wait for one. A deferred value is not
 * enough: scrolling interrupts its render in every frame, and with 100,000 rows each new attempt takes 150 ms.
 */
export function ChartStripContent() {
  const view = useFeedView();
  const [drawn, setDrawn] = useState(view);
  useEffect(() => (view === drawn ? undefined : whenIdle(() => setDrawn(view))), [view, drawn]);
  return <Charts view={drawn} />;
}

const Charts = memo(function Charts({ view }: { view: ReturnType<typeof useFeedView> }) {
  const { feed: name, rows, hasMore, query, setQuery, showsPurchased, status, autoLoad } = view;
  const { balance } = use(PricesContext);
  const today = useNow().toISOString().slice(0, 10);
  const feed = FEEDS[name];
  const dimensions = useMemo(() => dimensionsOf(feed), [feed]);
  const [key, setKey] = useState(dimensions[0]?.key ?? "");
  const [requestedMeasure, setMeasure] = useState<Measure>("amount");
  const dimension = dimensions.find((one) => one.key === key) ?? dimensions[0];
  const stack = useMemo(() => dimensions.find(isStack), [dimensions]);
  const amount = useMemo(() => amountPath(feed), [feed]);
  // Computed for rows and queries, not on every render: rows can be 100,000.
  const records = useMemo(() => rows.map((row) => row.record), [rows]);
  const sum = useMemo(() => sumOf(records, amount), [records, amount]);
  const periods = useMemo(() => {
    if (dimension?.kind !== "time") return undefined;
    const text = (name: string) => (typeof query[name] === "string" ? query[name] : undefined);
    const { since, until } = dimension.filter;
    const window = { since: text(since), until: text(until), hasMore, today };
    const partOf = stack && ((record: unknown) => valuesOf(record, stack)[0]?.value ?? UNKNOWN);
    return periodsOf(records, dimension, amount, window, partOf);
  }, [records, dimension, amount, query, hasMore, today, stack]);
  const series = useMemo(
    () =>
      stack === undefined
        ? [{ key: "", title: "All" }]
        : inListOrder(entriesOf(records, stack, amount), stack).map(({ value, title }) => ({ key: value, title })),
    [records, stack, amount],
  );
  if (dimension === undefined) return null;
  // An investor's part of a round is not known.
  const measured = amount !== undefined && dimension.kind !== "investors";
  const measure = measured ? requestedMeasure : "count";
  const title = titleOf(dimension, measure, periods?.grain);
  const noun: RowNoun = showsPurchased || status === "owned" ? "owned row" : "loaded row";
  const buys = autoLoad.on && autoLoad.offBelow === undefined && status !== "owned";
  const hint = `Filter: ${buys ? priceText(maxPrice(LIMIT.default), balance) : credits(0)}`;
  const parts = { title, measure, noun, hint, query, setQuery };
  return (
    <div
      className={`flex flex-col pb-1 ${dimension.kind === "time" ? "h-31 full:h-41" : "h-44 full:h-64"}`}
      data-testid="chart"
    >
      <div className="flex h-6 flex-none items-center gap-2 pl-5 text-12 whitespace-nowrap">
        <h2 className="min-w-30 flex-none font-semibold">{title}</h2>
        <p className="min-w-0 flex-1 truncate text-11 text-text-2">{captionOf(sum, measure, noun)}</p>
        {dimension.kind !== "investors" && <p className="text-11 text-text-2 @max-[760px]:hidden">{hint}</p>}
        <Segmented
          variant="underlined"
          className="flex-none"
          label="Chart"
          options={dimensions.map((one) => ({ value: one.key, title: one.title }))}
          value={dimension.key}
          onChange={setKey}
        />
        {measured && (
          <Segmented
            variant="underlined"
            className="ml-2 flex-none border-l border-line-strong pl-4"
            label="Measure"
            options={MEASURES}
            value={measure}
            onChange={setMeasure}
          />
        )}
      </div>
      {dimension.kind === "time" ? (
        periods && (
          <ChartOverTime
            key={periods.grain}
            {...parts}
            {...periods}
            amounts={amount !== undefined}
            dimension={dimension}
            series={series}
          />
        )
      ) : (
        <div className="min-h-0 flex-1">
          <ChartByValue {...parts} key={dimension.key} dimension={dimension} records={records} amount={amount} />
        </div>
      )}
    </div>
  );
});

/** `Amount per month`, `Count by country`. */
function titleOf(dimension: Dimension, measure: Measure, grain: Grain | undefined): string {
  const what = measure === "amount" ? "Amount" : "Count";
  return `${what} ${grain === undefined ? `by ${dimension.title.toLowerCase()}` : `per ${grain}`}`;
}

/** `60 loaded rows · $1.86bn, 4 undisclosed`. */
function captionOf(sum: Sum, measure: Measure, noun: RowNoun): string {
  const rows = formatCount(sum.rows, noun);
  if (measure === "count") return rows;
  const undisclosed = sum.undisclosed === 0 ? "" : `, ${count(sum.undisclosed)} undisclosed`;
  return `${rows} · ${compactUsd(sum.usd)}${undisclosed}`;
}
