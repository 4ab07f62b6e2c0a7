/**
 * Draws a chart over everything that matches, where that is free, else over the loaded rows, and labels it accordingly.
 * A person chooses the dimension, and amount or count.
 */
import type { Summary } from "@dealflow/contract/account/summaries";
import { FEEDS } from "@dealflow/contract/feeds";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { useFilterSeed } from "@/components/filters/filter-seed";
import { useList, useListTitles } from "@/components/filters/lists/use-lists";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Segmented } from "@/components/ui/segmented";
import type { FeedView } from "@/lib/client/feed-view";
import { cn } from "@/lib/cn";
import { credits } from "@/lib/format/counts";
import { ChartByValue } from "./chart-by-value";
import { amountPath, type Dimension, isStack, listDimensions } from "./chart-dimensions";
import { chartCaption, chartTitle, type Measure, type RowNoun } from "./chart-measure";
import { ChartMenu } from "./chart-menu";
import { ChartOverTime } from "./chart-over-time";
import type { PictureFormat } from "./chart-pictures";
import { OwnedLegend } from "./owned-legend";
import { useChartData } from "./use-chart-data";

const LazyButtons = lazyComponent(async () => (await import("./chart-pictures")).ChartButtons);
const LazyDialog = lazyComponent(async () => (await import("@/components/ui/dialog")).Dialog);

const MEASURES = [
  { value: "amount", title: "Amount" },
  { value: "count", title: "Count" },
] as const;

export interface ChartProps extends Pick<FeedView, "feed" | "rows" | "hasMore" | "query" | "setQuery"> {
  readonly summary: Summary | undefined;
  /** The label names the choice of the dimension. */
  readonly label: string;
  readonly dimensions: readonly Dimension[];
  readonly dimension: Dimension;
  readonly onDimension: (key: string) => void;
  /** The class applies to the line with the title. */
  readonly className?: string;
  /** The chart fills a dialog, and begins as it was outside of it. */
  readonly dialog?: { readonly measure: Measure; readonly whole: boolean; readonly onClose: () => void };
}

const NO_ROWS: ChartProps["rows"] = [];

export function FeedChart(props: ChartProps) {
  const { rows, hasMore, query, setQuery, label, dimensions, onDimension, className, dialog } = props;
  // A choice is shown first: drawing its chart takes several frames.
  const dimension = useDeferredValue(props.dimension);
  const today = useNow().toISOString().slice(0, 10);
  const feed = FEEDS[props.feed];
  const chart = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState(dialog?.whole ?? false);
  const [full, setFull] = useState(false);
  const [chosenMeasure, setMeasure] = useState<Measure>(dialog?.measure ?? "amount");
  const requestedMeasure = useDeferredValue(chosenMeasure);
  // A summary has no investors.
  const summary = dimension.kind === "investors" ? undefined : props.summary;
  const stack = useMemo(() => listDimensions(feed).find(isStack), [feed]);
  const amount = useMemo(() => amountPath(feed), [feed]);
  // A summary covers every row, so the chart is not drawn again for each page of rows.
  const counted = summary === undefined ? rows : NO_ROWS;
  // Rows can be 10,000, so this is computed when rows and queries change, not on every render.
  const records = useMemo(() => counted.map((row) => row.record), [counted]);
  const name = dimension.kind === "list" ? dimension.filter.list : "rounds";
  const list = useList(useFilterSeed().lists, name);
  const countries = name === "countries" && dimension.kind === "list" ? summary?.facets[dimension.key] : undefined;
  useListTitles(name, list, Object.keys(countries ?? {}));
  const source = { records, summary, query, hasMore, today };
  const { sum, periods, recent, series, entries } = useChartData(source, {
    dimension,
    stack,
    amount,
    listed: list.values,
  });
  // An investor's part of a round is not known.
  const measurable = amount !== undefined && dimension.kind !== "investors";
  const measured = measurable && sum.undisclosed < sum.rows;
  const measure = measured ? requestedMeasure : "count";
  const title = chartTitle(dimension, measure, periods?.grain);
  // Investors are those of the rows that are loaded.
  const noun: RowNoun = summary ? "matching row" : props.summary && hasMore ? "loaded owned row" : "owned row";
  const hint = `Filter: ${credits(0)}`;
  const caption = summary?.counting ? "Counting" : chartCaption(sum, measure, noun);
  // A range that a person set is drawn whole, as are periods whose number is not known yet.
  const trims =
    periods !== undefined &&
    periods.missing === undefined &&
    dimension.kind === "time" &&
    query[dimension.filter.since] === undefined;
  const isTime = dimension.kind === "time";
  // The chart that it is part of is drawn again only when it changes.
  const line = useMemo(
    () => (
      <p
        // The legend next to it has no other room, so it takes a second line where it is long.
        className={cn(
          "line-clamp-2 min-w-0 flex-1 text-balance text-11 leading-3 whitespace-normal text-text-2",
          isTime && "@max-[640px]:sr-only",
        )}
        title={caption}
      >
        {caption}
      </p>
    ),
    [caption, isTime],
  );
  const legend = sum.owned && sum.owned.rows < sum.rows && <OwnedLegend about={measure === "amount"} />;
  const parts = { title, measure, noun, hint, query, setQuery };
  const save = async (format: PictureFormat) => {
    const { saveChart } = await import("./save-chart");
    const words = sum.owned === undefined ? caption : `${caption} · owned solid, the rest faint`;
    if (chart.current !== null)
      await saveChart(chart.current, format, { feed: props.feed, query, title, caption: words, rows: sum.rows });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button of the menu is in it
    <div
      ref={chart}
      className="@container flex h-full min-h-0 min-w-0 flex-1 flex-col pb-1"
      data-testid="chart"
      onContextMenu={(event) => {
        const button = event.currentTarget.querySelector<HTMLElement>(":scope > div > span > [aria-haspopup=menu]");
        if (dialog !== undefined || full || button === null) return;
        event.preventDefault();
        button.click();
      }}
    >
      <div
        className={cn(
          "flex h-6 flex-none items-center gap-2 text-12 whitespace-nowrap @max-[480px]:h-auto @max-[480px]:flex-wrap",
          className,
        )}
      >
        <h2 className="font-semibold @max-[640px]:sr-only print:not-sr-only">{title}</h2>
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
        <div className="flex min-w-0 flex-1 justify-end overflow-hidden pr-3 @max-[760px]:invisible print:visible">
          {isTime && legend}
        </div>
        <Segmented
          variant="underlined"
          className="flex-none"
          label={label}
          options={dimensions.map((one) => ({ value: one.key, title: one.title }))}
          value={props.dimension.key}
          onChange={onDimension}
        />
        {measurable && (
          <Segmented
            variant="underlined"
            // It keeps its place before the first rows arrive, because the choice of the chart next to it would move.
            className={cn("ml-2 flex-none border-l border-line-strong pl-4", !measured && "invisible")}
            label="Measure"
            options={MEASURES}
            value={measured ? chosenMeasure : "count"}
            onChange={setMeasure}
          />
        )}
        {dialog === undefined ? (
          <ChartMenu label={`${label} menu`} onFull={() => setFull(true)} onSave={save} />
        ) : (
          <LazyButtons onSave={save} onClose={dialog.onClose} />
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
          <div className="flex h-6 flex-none items-center gap-3 whitespace-nowrap">
            {line}
            {legend}
          </div>
          <div className="min-h-0 flex-1">
            <ChartByValue {...parts} key={dimension.key} dimension={dimension} entries={entries} amount={amount} />
          </div>
        </>
      )}
      {full && (
        <LazyDialog title={feed.title} fills onClose={() => setFull(false)}>
          <FeedChart
            {...props}
            className=""
            dialog={{ measure: chosenMeasure, whole, onClose: () => setFull(false) }}
          />
        </LazyDialog>
      )}
    </div>
  );
}
