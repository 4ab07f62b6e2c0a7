"use client";

/**
 * Draws charts over everything that matches, where that is free, else over the loaded rows, and labels them
 * accordingly. A person chooses the dimension, and amount or count.
 */
import type { Summary } from "@dealflow/contract/account/summaries";
import { FEEDS } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { resolveRelativeDates } from "@dealflow/contract/query/resolve-dates";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { memo, useEffect, useMemo, useState } from "react";
import { useFilterSeed } from "@/components/filters/filter-seed";
import { useList, useListTitles } from "@/components/filters/lists/use-lists";
import type { Listed } from "@/components/filters/lists/value-lists";
import { chosenValues } from "@/components/filters/summaries";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { whenIdle } from "@/components/ui/lazy-component";
import { Segmented } from "@/components/ui/segmented";
import { useFeedView } from "@/lib/client/feed-view";
import type { FeedView } from "@/lib/client/feed-view-state";
import { cn } from "@/lib/cn";
import { credits } from "@/lib/format/counts";
import { useSummaryQuery } from "@/lib/queries/summaries";
import { ChartByValue } from "./chart-by-value";
import { amountPath, type Dimension, isStack, type ListDimension, listDimensions } from "./chart-dimensions";
import { inListOrder, recordValues, sumEntries } from "./chart-entries";
import { chartCaption, chartTitle, type Measure, type RowNoun } from "./chart-measure";
import { ChartOverTime } from "./chart-over-time";
import { createPeriods, recentPeriods, sumRecords } from "./chart-totals";
import { OwnedLegend } from "./owned-legend";
import { entriesOfSummary, periodsOfSummary, sumOfSummary } from "./summary-totals";

const MEASURES = [
  { value: "amount", title: "Amount" },
  { value: "count", title: "Count" },
] as const;

/**
 * Charts are drawn when the browser is idle: neither a press on a filter nor its rows wait for one. A deferred value is not
 * enough, because scrolling interrupts its render in every frame.
 */
export function ChartStripContent() {
  const { feed, canonical, rows, hasMore, isFull, next, query, setQuery, status, summarized } = useFeedView();
  const { data: summary, isPlaceholderData } = useSummaryQuery(summarized, canonical);
  const isPartial = hasMore || isFull || next !== undefined;
  // Only these parts of the view are passed to the charts, so that opening or sorting a row draws none.
  const latest = useMemo(
    (): ChartsProps => ({ feed, rows, hasMore: isPartial, query, setQuery, summary }),
    [feed, rows, isPartial, query, setQuery, summary],
  );
  // Rows and numbers of a changed filter arrive one after the other, and are drawn together.
  const arriving = status === "loading" || (summarized !== undefined && isPlaceholderData);
  const [drawn, setDrawn] = useState(latest);
  useEffect(
    () => (arriving || latest === drawn ? undefined : whenIdle(() => setDrawn(latest))),
    [arriving, latest, drawn],
  );
  return <Charts {...drawn} />;
}

interface ChartsProps extends Pick<FeedView, "feed" | "rows" | "hasMore" | "query" | "setQuery"> {
  readonly summary: Summary | undefined;
}

const Charts = memo(function Charts(props: ChartsProps) {
  const { rows, hasMore, query, setQuery } = props;
  const today = useNow().toISOString().slice(0, 10);
  const feed = FEEDS[props.feed];
  const dimensions = useMemo(() => listDimensions(feed), [feed]);
  const [key, setKey] = useState(dimensions[0]?.key ?? "");
  const [whole, setWhole] = useState(false);
  const [requestedMeasure, setMeasure] = useState<Measure>("amount");
  const dimension = dimensions.find((one) => one.key === key) ?? dimensions[0];
  // A summary has no investors.
  const summary = dimension?.kind === "investors" ? undefined : props.summary;
  const stack = useMemo(() => dimensions.find(isStack), [dimensions]);
  const amount = useMemo(() => amountPath(feed), [feed]);
  // Rows can be 10,000, so this is computed when rows and queries change, not on every render.
  const records = useMemo(() => rows.map((row) => row.record), [rows]);
  const name = dimension?.kind === "list" ? dimension.filter.list : "rounds";
  const list = useList(useFilterSeed().lists, name);
  const countries = name === "countries" && dimension?.kind === "list" ? summary?.facets[dimension.key] : undefined;
  useListTitles(name, list, Object.keys(countries ?? {}));
  const source = { records, summary, query, hasMore, today };
  const { sum, periods, recent, series, entries } = useChartData(source, {
    dimension,
    stack,
    amount,
    listed: list.values,
  });
  if (dimension === undefined) return null;
  // An investor's part of a round is not known.
  const measurable = amount !== undefined && dimension.kind !== "investors";
  const measured = measurable && sum.undisclosed < sum.rows;
  const measure = measured ? requestedMeasure : "count";
  const title = chartTitle(dimension, measure, periods?.grain);
  const noun: RowNoun = summary ? "matching row" : "owned row";
  const hint = `Filter: ${credits(0)}`;
  const caption = summary?.counting ? "Counting" : chartCaption(sum, measure, noun);
  // A range that a person set is drawn whole, as are periods whose number is not known yet.
  const trims =
    periods !== undefined &&
    periods.missing === undefined &&
    dimension.kind === "time" &&
    query[dimension.filter.since] === undefined;
  const line = (
    <p className="min-w-0 flex-1 truncate text-11 text-text-2" title={caption}>
      {caption}
    </p>
  );
  const parts = { title, measure, noun, hint, query, setQuery };
  return (
    <div className="flex h-full flex-col pb-1" data-testid="chart">
      <div className="flex h-6 flex-none items-center gap-2 pl-5 text-12 whitespace-nowrap">
        <h2 className="font-semibold">{title}</h2>
        {trims && recent.length < periods.periods.length && (
          <Button
            variant="link"
            className="text-11"
            title={`The recent ${periods.grain}s hold 95 % of the rows`}
            onClick={() => setWhole(!whole)}
          >
            {whole ? "Recent" : "All"} {periods.grain}s
          </Button>
        )}
        <div className="flex min-w-0 flex-1 justify-end overflow-hidden pr-3 @max-[760px]:invisible">
          {sum.owned && <OwnedLegend about={measure === "amount"} />}
        </div>
        <Segmented
          variant="underlined"
          className="flex-none"
          label="Chart"
          options={dimensions.map((one) => ({ value: one.key, title: one.title }))}
          value={dimension.key}
          onChange={setKey}
        />
        {measurable && (
          <Segmented
            variant="underlined"
            // It keeps its place before the first rows arrive, because the choice of the chart next to it would move.
            className={cn("ml-2 flex-none border-l border-line-strong pl-4", !measured && "invisible")}
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
            periods={trims && !whole ? recent : periods.periods}
            head={line}
            amounts={amount !== undefined}
            dimension={dimension}
            series={series}
          />
        )
      ) : (
        <>
          <div className="flex h-6 flex-none items-center gap-3 whitespace-nowrap">{line}</div>
          <div className="min-h-0 flex-1">
            <ChartByValue {...parts} key={dimension.key} dimension={dimension} entries={entries} amount={amount} />
          </div>
        </>
      )}
    </div>
  );
});

interface Source {
  readonly records: readonly unknown[];
  readonly summary: Summary | undefined;
  readonly query: AnyQuery;
  readonly hasMore: boolean;
  /** The date is YYYY-MM-DD. */
  readonly today: string;
}

interface Drawing {
  readonly dimension: Dimension | undefined;
  /** Columns over time are stacked by this dimension. */
  readonly stack: ListDimension | undefined;
  readonly amount: string | undefined;
  readonly listed: readonly Listed[];
}

/** Computes a chart from the summary of everything that matches where there is one, otherwise from the loaded rows. */
function useChartData(
  { records, summary, query, hasMore, today }: Source,
  { dimension, stack, amount, listed }: Drawing,
) {
  const sum = useMemo(
    () => (summary === undefined ? sumRecords(records, amount) : sumOfSummary(summary)),
    [records, amount, summary],
  );
  const periods = useMemo(() => {
    if (dimension?.kind !== "time") return undefined;
    const resolved = resolveRelativeDates(query, new Date(today));
    const text = (name: string) => (typeof resolved[name] === "string" ? resolved[name] : undefined);
    const { since, until } = dimension.filter;
    const window = { since: text(since), until: text(until), hasMore, today };
    if (summary?.series != null) return periodsOfSummary(summary.series, window);
    const getPart = stack && ((record: unknown) => recordValues(record, stack)[0]?.value ?? UNKNOWN);
    return createPeriods(records, dimension, amount, window, getPart);
  }, [records, dimension, amount, query, hasMore, today, stack, summary]);
  const series = useMemo(() => {
    if (stack === undefined) return [{ key: "", title: "All" }];
    const entries =
      summary === undefined ? sumEntries(records, stack, amount) : entriesOfSummary(summary, stack, [], []);
    return inListOrder(entries, stack).map(({ value, title }) => ({ key: value, title }));
  }, [records, stack, amount, summary]);
  const entries = useMemo(() => {
    if (dimension === undefined || dimension.kind === "time") return [];
    return summary === undefined || dimension.kind === "investors"
      ? sumEntries(records, dimension, amount)
      : entriesOfSummary(summary, dimension, listed, chosenValues(query, dimension.key));
  }, [records, dimension, amount, summary, listed, query]);
  const recent = useMemo(() => (periods === undefined ? [] : recentPeriods(periods)), [periods]);
  return { sum, periods, recent, series, entries };
}
