"use client";
/** Shows what a company has raised over time. The drawing is fetched when it is first needed; its space is reserved. */
import dynamic from "next/dynamic";
import { Heading } from "@/components/feed/record/page-parts";
import { useNow } from "@/components/shell/clock";
import type { MergedTimeline } from "@/lib/api/timeline-part";
import { pushAddress } from "@/lib/client/address";
import { count, formatCount } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { chartEvents } from "./chart-events";

const LazyRaisedToDate = dynamic(async () => (await import("@/components/charts/raised-to-date")).RaisedToDate, {
  ssr: false,
});

export function RaisedChart({ id, holding }: { id: string; holding: MergedTimeline }) {
  const now = useNow();
  const events = chartEvents(id, holding.events);
  const rounds = events.filter(({ kind }) => kind === "funding");
  if (rounds.every(({ usd }) => usd === null)) return null;
  const known = holding.whole.includes("funding");
  const undisclosed = rounds.filter(({ usd }) => usd === null).length;
  return (
    <section aria-labelledby="company-raised">
      <Heading
        id="company-raised"
        caption={
          <>
            {known ? "US dollars, amounts as announced" : `from ${formatCount(rounds.length, "owned round")}`}
            {undisclosed > 0 && `, ${count(undisclosed)} without $ amount`}
          </>
        }
      >
        Raised to date
      </Heading>
      {/* The placeholder is as high as the chart, with and without the line of other events. */}
      <div className={events.length > rounds.length ? "h-53" : "h-46"}>
        <LazyRaisedToDate
          events={events}
          now={now}
          onOpen={pushAddress}
          {...(!known && { before: (date: string) => `Before ${shortDate(date, now)}: not bought` })}
        />
      </div>
    </section>
  );
}
