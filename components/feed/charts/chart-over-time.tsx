"use client";

import { type Column, Columns } from "@/components/charts/columns";
import type { AnyQuery } from "@/lib/contract/filters";
import { withValue } from "@/lib/filters/edit";
import { longDate } from "@/lib/format/dates";
import type { TimeDimension } from "./chart-dimensions";
import { formatSum, type Measure, measuredBy, scaleText } from "./chart-measure";
import type { Periods } from "./chart-totals";

interface Props extends Periods {
  dimension: TimeDimension;
  /** Whether rows have amounts. */
  amounts: boolean;
  measure: Measure;
  query: AnyQuery;
  setQuery: (next: AnyQuery) => void;
}

/** Columns over time; a press on one filters by its days, and on the only one left clears that filter. */
export function ChartOverTime({ periods, missing, dimension, amounts, measure, query, setQuery }: Props) {
  const { since, until } = dimension.filter;
  const columns = periods.map(
    (period, index): Column => ({
      key: period.since,
      text: period.text,
      name: `${period.name}: ${index < (missing?.periods ?? 0) ? "not loaded" : formatSum(period, amounts)}`,
      value: measuredBy(period, measure),
      pressed: query[since] === period.since && query[until] === period.until,
    }),
  );
  return (
    <Columns
      label="Periods, each a filter"
      columns={columns}
      steps={valueSteps(Math.max(0, ...columns.map((column) => column.value)), measure === "count")}
      stepText={(value) => scaleText(value, measure)}
      missing={missing && { columns: missing.periods, words: `Before ${longDate(missing.before)}: not loaded` }}
      onChoose={(index) => {
        const period = columns[index]?.pressed ? undefined : periods[index];
        setQuery(withValue(withValue(query, since, period?.since), until, period?.until));
      }}
    />
  );
}

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

/** The values at the lines, from 0 up; the last one is at least the largest value. */
export function valueSteps(largest: number, whole: boolean): [0, number, number] {
  const least = largest <= 0 || whole ? Math.max(1, largest / 2) : largest / 2;
  const power = 10 ** Math.floor(Math.log10(least));
  const sizes = ROUND.map((size) => size * power).filter((size) => !whole || Number.isInteger(size));
  const step = sizes.find((size) => size >= least) ?? 10 * power;
  return [0, step, 2 * step];
}
