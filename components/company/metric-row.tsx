"use client";

import { Metric, Metrics } from "@/components/feed/record/page-parts";
import { useNow } from "@/components/shell/clock";
import type { MergedTimeline } from "@/lib/api/timeline-part";
import { count, formatCount } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { compactUsd, exactUsd } from "@/lib/format/money";
import { roundTitle } from "./event-words";
import { type CompanyMetrics, calculateMetrics } from "./metrics";

/** The figures of a company; where rounds are missing they say that they are lower bounds. */
export function MetricRow({ holding, events }: { holding: MergedTimeline; events: string }) {
  const metrics = calculateMetrics(holding, useNow());
  const { raised, last, monthsSinceLast, medianGap } = metrics;
  const whole = holding.whole.includes("funding");
  return (
    <Metrics name="company-metrics">
      <Metric
        label={whole ? "Total raised" : "Raised, owned rounds"}
        title={raised === null ? undefined : exactUsd(raised)}
        note={roundsNote(metrics, whole)}
      >
        {raised === null ? undefined : compactUsd(raised)}
      </Metric>
      <Metric
        label="Last round"
        note={last === undefined ? "none" : `${roundTitle(last.round)}, ${longDate(last.date)}`}
      >
        {last === undefined ? undefined : last.usd === null ? "Undisclosed" : compactUsd(last.usd)}
      </Metric>
      {whole && (
        <Metric
          label="Months since last round"
          note={medianGap === undefined ? "first round" : `median gap ${count(medianGap)}`}
        >
          {monthsSinceLast === undefined ? undefined : count(monthsSinceLast)}
        </Metric>
      )}
      <Metric
        label={holding.whole.length > 0 ? "Investors" : "Investors, owned rounds"}
        note={
          whole
            ? `${count(metrics.inOneRound)} joined a single round`
            : holding.whole.length > 0
              ? "across all rounds"
              : "at least"
        }
      >
        {count(metrics.investors)}
      </Metric>
      <Metric label="Events" note={events}>
        {count(holding.events.length)}
      </Metric>
    </Metrics>
  );
}

function roundsNote({ rounds }: CompanyMetrics, whole: boolean): string {
  const [first] = rounds;
  if (first === undefined) return whole ? "no rounds" : "rounds not bought";
  const since = whole ? ` since ${first.date.slice(0, 4)}` : "";
  return `${whole ? "" : "at least, "}${formatCount(rounds.length, "round")}${since}`;
}
