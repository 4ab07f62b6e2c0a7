"use client";

import type { ReactNode } from "react";
import { Missing } from "@/components/feed/columns/cells";
import { useNow } from "@/components/shell/clock";
import type { MergedTimeline } from "@/lib/api/timeline-part";
import { count, formatCount } from "@/lib/format/counts";
import { longDate } from "@/lib/format/dates";
import { compactUsd, exactUsd } from "@/lib/format/money";
import { roundTitle } from "./event-words";
import { type Figures, figuresOf } from "./figures";

/** The figures of a company; where rounds are missing they say that they are lower bounds. */
export function FigureRow({ holding, events }: { holding: MergedTimeline; events: string }) {
  const figures = figuresOf(holding, useNow());
  const { raised, last, monthsSinceLast, medianGap } = figures;
  const whole = holding.whole.includes("funding");
  return (
    <dl className="company-figures">
      <Figure
        label={whole ? "Total raised" : "Raised, owned rounds"}
        title={raised === null ? undefined : exactUsd(raised)}
        note={roundsNote(figures, whole)}
      >
        {raised === null ? undefined : compactUsd(raised)}
      </Figure>
      <Figure
        label="Last round"
        note={last === undefined ? "none known" : `${roundTitle(last.round)}, ${longDate(last.date)}`}
      >
        {last === undefined ? undefined : last.usd === null ? "Undisclosed" : compactUsd(last.usd)}
      </Figure>
      {whole && (
        <Figure
          label="Months since last round"
          note={medianGap === undefined ? "no gap between rounds" : `median gap ${count(medianGap)}`}
        >
          {monthsSinceLast === undefined ? undefined : count(monthsSinceLast)}
        </Figure>
      )}
      <Figure
        label={holding.whole.length > 0 ? "Investors" : "Investors, owned rounds"}
        note={
          whole
            ? `${count(figures.inOneRound)} in one round only`
            : holding.whole.length > 0
              ? "in all its rounds"
              : "at least"
        }
      >
        {count(figures.investors)}
      </Figure>
      <Figure label="Events" note={events}>
        {count(holding.events.length)}
      </Figure>
    </dl>
  );
}

function roundsNote({ rounds }: Figures, whole: boolean): string {
  const [first] = rounds;
  if (first === undefined) return whole ? "no rounds" : "rounds not bought";
  const since = whole ? ` since ${first.date.slice(0, 4)}` : "";
  return `${whole ? "" : "at least, "}${formatCount(rounds.length, "round")}${since}`;
}

interface FigureProps {
  label: string;
  note: string;
  title?: string | undefined;
  /** Undefined: there is none. */
  children: ReactNode;
}

function Figure({ label, note, title, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="company-figure" title={title}>
        {children ?? <Missing />}
      </dd>
      <dd className="company-note">{note}</dd>
    </div>
  );
}
