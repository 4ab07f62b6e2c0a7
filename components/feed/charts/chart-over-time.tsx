import type { AnyQuery } from "@dealflow/contract/filters";
import { memo, type ReactNode } from "react";
import type { Series } from "@/components/charts/series";
import { limitSeries } from "@/components/charts/series";
import { type Column, StackedColumns } from "@/components/charts/stacked-columns";
import { withValue } from "@/lib/filters/edit";
import { aboutCount, count } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { aboutUsd, compactUsd } from "@/lib/format/money";
import type { TimeDimension } from "./chart-dimensions";
import { formatShares, formatSum, type Measure, measuredBy, ownedBy, type RowNoun, scaleText } from "./chart-measure";
import type { Periods } from "./chart-periods";
import { addSums } from "./chart-sums";

interface Props extends Periods {
  title: string;
  dimension: TimeDimension;
  series: readonly Series[];
  /** It is true when rows have amounts. */
  amounts: boolean;
  measure: Measure;
  noun: RowNoun;
  /** The hint says what a press does, with its price. */
  hint: string;
  /** Stands in line with the legend. */
  head: ReactNode;
  query: AnyQuery;
  setQuery: (next: AnyQuery) => void;
}

/** Draws columns over time; a press on one filters by its days, and on the only one left clears that filter. */
export const ChartOverTime = memo(function ChartOverTime(props: Props) {
  const { title, periods, missing, dimension, series, amounts, measure, noun, hint, head, query, setQuery } = props;
  const { since, until } = dimension.filter;
  const state = noun === "owned row" ? "not owned" : "not loaded";
  const columns = periods.map(
    (period, index): Column => ({
      key: period.since,
      tick: period.text,
      title: period.name,
      total: index < (missing?.periods ?? 0) ? state : formatSum(period, amounts, noun),
      parts: Object.fromEntries(Object.entries(period.parts).map(([key, sum]) => [key, measuredBy(sum, measure)])),
      owned: Object.fromEntries(
        Object.entries(period.parts).map(([key, sum]) => [key, ownedBy(sum, measure) ?? measuredBy(sum, measure)]),
      ),
      about: Object.keys(period.parts).filter(
        (key) => period.parts[key]?.[measure === "amount" ? "about" : "approximate"],
      ),
      shares: formatShares(period, measure),
      pressed: query[since] === period.since && query[until] === period.until,
    }),
  );
  return (
    <StackedColumns
      label={`${title}, each period a filter`}
      columns={columns}
      series={limitSeries(
        columns.map(({ parts }) => parts),
        series,
      )}
      format={measure === "count" ? count : compactUsd}
      formatAbout={measure === "count" ? aboutCount : aboutUsd}
      formatTick={(value) => scaleText(value, measure)}
      missing={missing && { columns: missing.periods, words: `Before ${longDate(missing.before)}: ${state}` }}
      hint={hint}
      brush={{
        describe: (from, to) => {
          const brushed = periods.slice(from, to + 1);
          const names = [brushed[0]?.name, brushed.at(-1)?.name].join(" – ");
          return `${names}: ${formatSum(addSums(brushed), amounts, noun)}. ${hint}`;
        },
        onBrush: (from, to) =>
          setQuery(withValue(withValue(query, since, periods[from]?.since), until, periods[to]?.until)),
      }}
      onPress={(index) => {
        const period = columns[index]?.pressed ? undefined : periods[index];
        setQuery(withValue(withValue(query, since, period?.since), until, period?.until));
      }}
      head={head}
      tickCount={3}
      className="min-h-0 flex-1"
    />
  );
});
