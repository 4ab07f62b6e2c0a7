import type { Summary } from "@dealflow/contract/account/summaries";
import type { AnyQuery } from "@dealflow/contract/filters";
import { resolveRelativeDate } from "@dealflow/contract/query/relative-dates";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { useMemo } from "react";
import { chosenValues } from "@/components/filters/filter-text";
import type { Listed } from "@/components/filters/lists/value-lists";
import type { Dimension, ListDimension } from "./chart-dimensions";
import { entriesOfRecords, entriesOfSummary, inListOrder, NOT_STATED, recordValues } from "./chart-entries";
import { periodsOfRecords, periodsOfSummary, recentPeriods } from "./chart-periods";
import { addSums, sumRecord, sumSummary } from "./chart-sums";

interface Source {
  readonly records: readonly unknown[];
  readonly summary: Summary | undefined;
  readonly query: AnyQuery;
  readonly hasMore: boolean;
  /** The date is YYYY-MM-DD. */
  readonly today: string;
}

interface Drawing {
  readonly dimension: Dimension;
  /** Columns over time are stacked by this dimension. */
  readonly stack: ListDimension | undefined;
  readonly amount: string | undefined;
  readonly listed: readonly Listed[];
}

/** Computes a chart from the summary of everything that matches where there is one, otherwise from the loaded rows. */
export function useChartData(
  { records, summary, query, hasMore, today }: Source,
  { dimension, stack, amount, listed }: Drawing,
) {
  const sum = useMemo(
    () => (summary === undefined ? addSums(records.map((record) => sumRecord(record, amount))) : sumSummary(summary)),
    [records, amount, summary],
  );
  const periods = useMemo(() => {
    if (dimension.kind !== "time") return undefined;
    const date = (name: string) => {
      const value = query[name];
      return typeof value === "string" ? (resolveRelativeDate(value, today) ?? value) : undefined;
    };
    const { since, until } = dimension.filter;
    const window = { since: date(since), until: date(until), hasMore, today };
    if (summary?.series != null) return periodsOfSummary(summary.series, window);
    const getPart = stack && ((record: unknown) => recordValues(record, stack)[0]?.value ?? UNKNOWN);
    return periodsOfRecords(records, dimension, amount, window, getPart);
  }, [records, dimension, amount, query, hasMore, today, stack, summary]);
  const series = useMemo(() => {
    if (stack === undefined) return [{ key: "", title: "All" }];
    const entries =
      summary === undefined ? entriesOfRecords(records, stack, amount) : entriesOfSummary(summary, stack, [], []);
    const stated = inListOrder(entries, stack).filter(({ value }) => value !== UNKNOWN);
    return [...stated.map(({ value, title }) => ({ key: value, title })), { key: UNKNOWN, title: NOT_STATED }];
  }, [records, stack, amount, summary]);
  const entries = useMemo(() => {
    if (dimension.kind === "time") return [];
    return summary === undefined || dimension.kind === "investors"
      ? entriesOfRecords(records, dimension, amount)
      : entriesOfSummary(summary, dimension, listed, chosenValues(query, dimension.key));
  }, [records, dimension, amount, summary, listed, query]);
  const recent = useMemo(() => (periods === undefined ? [] : recentPeriods(periods)), [periods]);
  return { sum, periods, recent, series, entries };
}
