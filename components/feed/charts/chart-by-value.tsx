import type { AnyQuery } from "@dealflow/contract/filters";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { type ComponentProps, lazy, memo, Suspense } from "react";
import { RankedBars } from "@/components/charts/ranked-bars";
import { withValue } from "@/lib/filters/edit";
import { countText, formatCount } from "@/lib/format/counts";
import type { InvestorsDimension, ListDimension } from "./chart-dimensions";
import { type Entry, inListOrder } from "./chart-entries";
import { amountText, formatSum, type Measure, measuredBy, ownedBy, type RowNoun, scaleText } from "./chart-measure";

const LazyWorldMap = lazy(async () => {
  const [{ WorldMap }, { drawOutlines }] = await Promise.all([
    import("@/components/charts/world-map"),
    import("@/components/charts/world"),
  ]);
  const outlines = await drawOutlines();
  type Props = Omit<ComponentProps<typeof WorldMap>, "outlines">;
  return { default: (props: Props) => <WorldMap {...props} outlines={outlines} /> };
});

interface Props {
  title: string;
  entries: readonly Entry[];
  dimension: ListDimension | InvestorsDimension;
  /** The path leads to the amounts, where records have any. */
  amount: string | undefined;
  measure: Measure;
  noun: RowNoun;
  /** The hint says what a press does, with its price. */
  hint: string;
  query: AnyQuery;
  setQuery: (next: AnyQuery) => void;
}

/** Nobody compares more bars than this. */
const MOST = 40;

/**
 * Draws bars by value, and countries on a map too; a press on one filters by it alone, and on the selected one clears
 * the filter.
 */
export const ChartByValue = memo(function ChartByValue(props: Props) {
  const { title, entries, dimension, amount, measure, noun, hint, query, setQuery } = props;
  const filter = dimension.kind === "list" ? dimension.filter : undefined;
  const selected = filter === undefined ? undefined : onlyOne(query[filter.param]);
  const ordered =
    dimension.kind === "list" && dimension.filter.list === "rounds"
      ? inListOrder(entries, dimension)
      : [...entries].sort((a, b) => measuredBy(b, measure) - measuredBy(a, measure));
  const items = ordered.slice(0, MOST).map((entry) => ({
    key: entry.value,
    title: entry.title,
    value: measuredBy(entry, measure),
    owned: ownedBy(entry, measure),
    valueText: formatShortValue(entry, measure),
    pressed: entry.value === selected,
    // There is no filter for what states no value, except in some lists.
    fixed: entry.value === UNKNOWN && filter?.unknown !== true,
    whole: formatSum(entry, amount !== undefined, noun),
  }));
  const choose = filter && ((value: string) => setQuery(withValue(query, filter.param, next(value))));
  const next = (value: string) => {
    if (value === selected) return undefined;
    return filter?.kind === "many" ? [value] : value;
  };
  const bars = (
    <RankedBars label={`${title}, over ${noun}s`} items={items} onPress={choose} {...(choose && { hint })} />
  );
  if (filter?.list !== "countries" || choose === undefined) return bars;
  const countries = items.filter(({ key }) => key !== UNKNOWN);
  return (
    <div className="grid h-full grid-cols-[minmax(0,340px)_minmax(0,1fr)] gap-6 @max-[640px]:grid-cols-1 @max-[640px]:[&>:first-child]:hidden @min-[1000px]:grid-cols-[minmax(0,500px)_minmax(0,1fr)] [dialog_&]:grid-cols-2">
      <Suspense fallback={<div />}>
        <LazyWorldMap
          name={`Map of ${formatCount(countries.length, "country", "countries")}; the bars next to it have their figures`}
          figures={new Map(countries.map(({ key, title, value, whole }) => [key, { title, value, valueText: whole }]))}
          formatValue={(value) => items.find((item) => item.value === value)?.valueText ?? scaleText(value, measure)}
          hint={hint}
          chosen={selected}
          onChoose={choose}
        />
      </Suspense>
      {bars}
    </div>
  );
});

function formatShortValue(entry: Entry, measure: Measure): string {
  return measure === "count" ? countText(entry.rows, entry.approximate) : amountText(entry);
}

function onlyOne(value: AnyQuery[string]): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.length === 1 ? String(value[0]) : undefined;
}
