import type { ReactNode } from "react";
import { Metric, Metrics } from "@/components/feed/record/page-parts";
import { useNow } from "@/components/shell/clock";
import type { MergedTimeline } from "@/lib/api/timeline-part";
import { count } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { compactUsd, exactUsd } from "@/lib/format/money";
import { roundTitle } from "./event-words";
import { calculateMetrics, roundsNote } from "./metrics";

/** Shows the figures of a company; where rounds are missing they say that they are lower bounds. */
export function MetricRow({ holding, events }: { holding: MergedTimeline; events: ReactNode }) {
  const metrics = calculateMetrics(holding, useNow());
  const { raised, last, monthsSinceLast, medianGap, investors } = metrics;
  const whole = holding.whole.includes("funding");
  return (
    <Metrics name="company-metrics">
      <Metric
        label={whole ? "Total raised" : "Raised so far"}
        title={raised === null ? undefined : exactUsd(raised)}
        note={roundsNote(metrics, whole)}
      >
        {raised === null ? undefined : `${compactUsd(raised)}${whole ? "" : "+"}`}
      </Metric>
      <Metric
        label={whole && monthsSinceLast === 0 ? "Last round: this month" : "Last round"}
        note={last === undefined ? roundsNote(metrics, whole) : `${roundTitle(last.round)}, ${longDate(last.date)}`}
      >
        {last && (last.amount ?? "Undisclosed")}
      </Metric>
      {whole && monthsSinceLast !== 0 && (
        <Metric
          label="Months since last round"
          note={medianGap === undefined ? "first round" : `median gap ${count(medianGap)}`}
        >
          {monthsSinceLast === undefined ? undefined : count(monthsSinceLast)}
        </Metric>
      )}
      <Metric
        label={holding.whole.length > 0 ? "Investors" : "Investors, owned rounds"}
        note={holding.whole.length > 0 ? "across all rounds" : "at least"}
      >
        {count(investors)}
      </Metric>
      <Metric label="Events" note={events}>
        {count(holding.events.length)}
      </Metric>
    </Metrics>
  );
}
