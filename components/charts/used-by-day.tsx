/** Draws the credits used, one column a day. */
import { addDays } from "@dealflow/contract/query/days";
import { count, credits } from "@/lib/format/counts";
import { daysBetween, longDate, shortDate } from "@/lib/format/dates";
import { limitSeries, type Parts, type Series } from "./series";
import { StackedColumns } from "./stacked-columns";

interface Props {
  /** Both dates are YYYY-MM-DD and included. */
  from: string;
  to: string;
  /** The map has credits by series; only days with usage are in it. */
  days: ReadonlyMap<string, Parts>;
  series: readonly Series[];
  title?: string;
  /** Formats a sum. */
  format?: (value: number) => string;
}

export function UsedByDay({ from, to, days, series, title = "Used by day", format = credits }: Props) {
  const all = Array.from({ length: (daysBetween(from, to) ?? 0) + 1 }, (_, index) => addDays(from, index)).map(
    (day) => {
      const parts = days.get(day) ?? {};
      return { day, parts, sum: Object.values(parts).reduce((sum, value) => sum + value, 0) };
    },
  );
  const total = all.reduce((sum, day) => sum + day.sum, 0);
  const most = all.reduce((top, day) => (day.sum > top.sum ? day : top));
  return (
    <StackedColumns
      label={`${title}: ${format(total)} from ${longDate(from)} to ${longDate(to)}, most on ${longDate(most.day)}, ${count(most.sum)}`}
      columns={all.map(({ day, parts, sum }, index) => ({
        key: day,
        // A date longer than `24 Oct 26` would reach the next one.
        tick: index === 0 ? longDate(day).replace(/\d\d(\d\d)$/, "$1") : shortDate(day, new Date(from)),
        title: longDate(day),
        total: format(sum),
        parts,
      }))}
      series={limitSeries(
        all.map(({ parts }) => parts),
        series,
      )}
      format={count}
      formatTick={count}
      tickCount={5}
      className="max-h-80 min-h-34 flex-1"
    />
  );
}
