"use client";

import { type ComponentProps, lazy, Suspense, useMemo } from "react";
import { Ranking } from "@/components/charts/ranking";
import type { AnyQuery } from "@/lib/contract/filters";
import { ROUNDS } from "@/lib/contract/values/events";
import { UNKNOWN } from "@/lib/contract/values/unknown";
import { withValue } from "@/lib/filters/edit";
import { count, formatCount } from "@/lib/format/counts";
import { compactUsd } from "@/lib/format/money";
import type { InvestorsDimension, ListDimension } from "./chart-dimensions";
import { type Entry, entriesOf, takesUnknown } from "./chart-entries";
import { formatSum, type Measure, measuredBy } from "./chart-measure";

const LazyWorldMap = lazy(async () => {
  const [{ WorldMap }, { drawOutlines }] = await Promise.all([
    import("@/components/charts/world-map"),
    import("@/components/charts/world"),
  ]);
  const outlines = await drawOutlines();
  return {
    default: (props: Omit<ComponentProps<typeof WorldMap>, "outlines">) => <WorldMap {...props} outlines={outlines} />,
  };
});

interface Props {
  records: readonly unknown[];
  dimension: ListDimension | InvestorsDimension;
  /** The path of their amounts, where they have any. */
  amount: string | undefined;
  measure: Measure;
  query: AnyQuery;
  setQuery: (next: AnyQuery) => void;
}

/** More bars than this are more than anybody compares. */
const MOST = 40;

/** Bars by value, and countries on a map too; a press on one filters by it alone, and on the selected one clears the filter. */
export function ChartByValue({ records, dimension, amount, measure, query, setQuery }: Props) {
  const filter = dimension.kind === "list" ? dimension.filter : undefined;
  const selected = filter === undefined ? undefined : onlyOne(query[filter.param]);
  const entries = useMemo(() => entriesOf(records, dimension, amount), [records, dimension, amount]);
  const items = entries
    .filter(({ value }) => value !== UNKNOWN || (filter !== undefined && takesUnknown(filter)))
    .sort(filter?.list === "rounds" ? byRound : (a, b) => measuredBy(b, measure) - measuredBy(a, measure))
    .slice(0, MOST)
    .map((entry) => ({
      key: entry.value,
      title: entry.title,
      value: measuredBy(entry, measure),
      valueText: formatShortValue(entry, measure),
      pressed: entry.value === selected,
      whole: formatSum(entry, amount !== undefined),
    }));
  const choose = filter && ((value: string) => setQuery(withValue(query, filter.param, next(value))));
  const next = (value: string) => {
    if (value === selected) return undefined;
    return filter?.kind === "many" ? [value] : value;
  };
  const ranking = <Ranking label={`${dimension.title}, over loaded rows`} items={items} onChoose={choose} />;
  if (filter?.list !== "countries" || choose === undefined) return ranking;
  const countries = items.filter(({ key }) => key !== UNKNOWN);
  return (
    <div className="chart-strip-map">
      <Suspense fallback={<div />}>
        <LazyWorldMap
          name={`Map of ${formatCount(countries.length, "country", "countries")}; the list beside it has their figures`}
          figures={new Map(countries.map(({ key, title, value, whole }) => [key, { title, value, valueText: whole }]))}
          chosen={selected}
          onChoose={choose}
        />
      </Suspense>
      {ranking}
    </div>
  );
}

function formatShortValue(entry: Entry, measure: Measure): string {
  if (measure === "count") return count(entry.rows);
  return entry.undisclosed === entry.rows ? "undisclosed" : compactUsd(entry.usd);
}

function onlyOne(value: AnyQuery[string]): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.length === 1 ? String(value[0]) : undefined;
}

const ROUND_ORDER: ReadonlyMap<string, number> = new Map(ROUNDS.map(({ value }, index) => [value, index]));

function byRound(a: Entry, b: Entry): number {
  return (ROUND_ORDER.get(a.value) ?? ROUNDS.length) - (ROUND_ORDER.get(b.value) ?? ROUNDS.length);
}
