/** Draws the charts of a feed when the browser is idle: one, or two next to each other where there is room. */
import { FEEDS } from "@dealflow/contract/feeds";
import { memo, useCallback, useEffect, useMemo, useState } from "react";
import { whenIdle } from "@/components/ui/lazy-component";
import { useFeedView } from "@/lib/client/feed-view";
import { saveCharts, useCharts } from "@/lib/client/ui-store";
import { useSummary } from "@/lib/queries/summaries";
import { listDimensions } from "./chart-dimensions";
import { type ChartProps, FeedChart } from "./feed-chart";

/**
 * Charts are drawn when the browser is idle: neither a press on a filter nor its rows wait for one. A deferred value is not
 * enough, because scrolling interrupts its render in every frame.
 */
export function ChartStripContent() {
  const { feed, canonical, rows, hasMore, isFull, next, query, setQuery, status, summarized, offline } = useFeedView();
  const { data: summary, isPlaceholderData } = useSummary(summarized, canonical);
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
  if (arriving && offline) return <p className="ml-5 text-12/6 text-text-2">The chart appears when you're online.</p>;
  return <Charts {...drawn} />;
}

type ChartsProps = Pick<ChartProps, "feed" | "rows" | "hasMore" | "query" | "setQuery" | "summary">;

/** Two charts have room from this width on (px), which a window of 1,600 px gives them next to the filters. */
const TWO = 1_100;

const Charts = memo(function Charts(props: ChartsProps) {
  const dimensions = useMemo(() => listDimensions(FEEDS[props.feed]), [props.feed]);
  const chosen = useCharts(props.feed);
  const [isWide, setWide] = useState(false);
  const observe = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => setWide(element.clientWidth >= TWO);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const first = dimensions.find(({ key }) => key === chosen[0]) ?? dimensions[0];
  if (first === undefined) return null;
  const others = dimensions.filter((one) => one !== first);
  const second = others.find(({ key }) => key === chosen[1]) ?? others.findLast(({ kind }) => kind === "list");
  const choose = (...keys: string[]) => saveCharts(props.feed, keys);
  const secondKey = second?.key ?? "";
  return (
    <div ref={observe} className="flex h-full gap-6">
      <FeedChart
        {...props}
        label="Chart"
        className="pl-5"
        dimensions={dimensions}
        dimension={first}
        onDimension={(key) => choose(key, key === secondKey ? first.key : secondKey)}
      />
      {isWide && second && (
        <FeedChart
          {...props}
          label="Second chart"
          dimensions={others}
          dimension={second}
          onDimension={(key) => choose(first.key, key)}
        />
      )}
    </div>
  );
});
