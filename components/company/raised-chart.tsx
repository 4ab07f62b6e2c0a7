"use client";
/** What a company has raised by when. The drawing is fetched when it is first wanted; its place is kept. */
import { lazy, Suspense } from "react";
import { Heading } from "@/components/feed/record/page-parts";
import { useNow } from "@/components/shell/clock";
import type { MergedTimeline } from "@/lib/api/timeline-part";
import { count, formatCount } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";
import { plainWords, roundTitle, wordsOf } from "./event-words";

const LazyRaisedToDate = lazy(async () => ({
  default: (await import("@/components/charts/raised-to-date")).RaisedToDate,
}));

/** Heights of the drawing with and without the line of other events, in px. */
const [HEIGHT, HEIGHT_ALONE] = [200, 176];

export function RaisedChart({ id, holding }: { id: string; holding: MergedTimeline }) {
  const now = useNow();
  const rounds = holding.events.flatMap(({ date, funding }) =>
    funding === null || date === null ? [] : [{ date, usd: funding.amountUsd, label: roundTitle(funding.round) }],
  );
  const others = holding.events.flatMap((event) => {
    const words = wordsOf(event, id);
    if (event.date === null || words.kind === undefined || words.kind === "funding") return [];
    return [{ date: event.date, kind: words.kind, label: plainWords(words) }];
  });
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
            {undisclosed > 0 && `, ${count(undisclosed)} undisclosed`}
          </>
        }
      >
        Raised to date
      </Heading>
      <div style={{ minHeight: others.length > 0 ? HEIGHT : HEIGHT_ALONE }}>
        <Suspense>
          <LazyRaisedToDate
            rounds={rounds}
            others={others}
            now={now}
            {...(!known && { before: (date: string) => `Before ${shortDate(date, now)}: not bought` })}
          />
        </Suspense>
      </div>
    </section>
  );
}
