/** Draws the attempts of the last 24 hours, one column an hour. */

import type { WebhookActivityHour } from "@dealflow/contract/account/webhooks";
import type { ColoredSeries } from "@/components/charts/series";
import { StackedColumns } from "@/components/charts/stacked-columns";
import { CHART_COLORS } from "@/components/ui/chart";
import { count, formatCount } from "@/lib/format/counts";
import { exactTime } from "@/lib/format/dates";

export function AttemptsChart({ hours }: { hours: readonly WebhookActivityHour[] }) {
  const attempts = hours.reduce((sum, hour) => sum + hour.attempts, 0);
  const failures = hours.reduce((sum, hour) => sum + hour.failures, 0);
  const series: readonly ColoredSeries[] = [
    { key: "succeeded", title: "Succeeded", color: CHART_COLORS[0] ?? "", sum: attempts - failures },
    { key: "failed", title: "Failed", color: "var(--bad-mark)", sum: failures },
  ];
  return (
    <StackedColumns
      label={`Attempts by hour: ${count(attempts)} in the last ${hours.length} hours, ${count(failures)} failed`}
      columns={hours.map((hour) => ({
        key: hour.at,
        tick: hour.at.slice(11, 16),
        title: exactTime(hour.at),
        total: formatCount(hour.attempts, "attempt"),
        parts: { succeeded: hour.attempts - hour.failures, failed: hour.failures },
      }))}
      series={series}
      format={count}
      formatTick={count}
      tickCount={3}
      className="h-28"
    />
  );
}
