/** Converts the events of a company for charts over time: each opens its record on the company's page. */
import { periodStart } from "@dealflow/contract/records/periods";
import type { ChartEvent } from "@/components/charts/event-marks";
import { eventKey, getEventRecord, type TimelineEvent } from "@/lib/api/timeline-part";
import { companyAddress } from "@/lib/client/timelines/addresses";
import { OPEN_KEY } from "@/lib/filters/pages";
import { compactMoney, roundMoney } from "@/lib/format/money";
import { describeEvent, plainWords, roundTitle } from "./event-words";

/** Returns the events whose date and kind are known. */
export function chartEvents(companyId: string, events: readonly TimelineEvent[]): ChartEvent[] {
  return events.flatMap((event) => {
    const words = describeEvent(event, companyId);
    if (event.date === null || words.kind === undefined || Number.isNaN(Date.parse(periodStart(event.date)))) return [];
    const record = getEventRecord(event)?.id;
    return [
      {
        key: eventKey(event),
        date: event.date,
        kind: words.kind,
        label: event.funding === null ? plainWords(words) : roundTitle(event.funding.round),
        usd: event.funding?.amountUsd ?? event.acquisition?.dealAmountUsd ?? null,
        amount: event.funding === null ? undefined : compactMoney(roundMoney(event.funding)),
        href: record ? `${companyAddress(companyId)}?${OPEN_KEY}=${encodeURIComponent(record)}` : undefined,
      },
    ];
  });
}
