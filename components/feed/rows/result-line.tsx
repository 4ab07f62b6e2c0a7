"use client";

import { Fragment, type ReactNode } from "react";
import { useCards } from "@/components/data-table/row-height";
import { count } from "@/lib/format/counts";

interface Props {
  parts: readonly (readonly [value: number | string, words: string])[];
  note: string | undefined;
  /** What the person did to the rows: sorted them, selected some. */
  also: ReactNode;
  /** Names what stands at the right: other things there stand in another place, and nothing moves. */
  end: string;
  children: ReactNode;
}

/** How much there is, how much of it is loaded and what that cost; at the right the order and the next action. */
export function ResultLine({ parts, note, also, end, children }: Props) {
  // There it scrolls sideways, which has to be possible by keys too.
  const scrolls = useCards();
  return (
    <div
      {...(scrolls ? { role: "group", "aria-label": "Result", tabIndex: 0 } : {})}
      className="focus-ring-inset group/result flex h-bar-result flex-none items-center justify-between gap-3 px-gutter text-12/5 whitespace-nowrap max-tablet:h-10 max-tablet:overflow-x-auto max-tablet:border-b max-tablet:border-line-strong max-tablet:text-13"
      data-testid="result-line"
    >
      <p
        data-testid="result-counts"
        className="flex-none group-has-data-selection/result:sr-only group-has-[[role=alert]]/result:shrink group-has-[[role=alert]]/result:truncate"
        key={parts.map(([value, words]) => `${value} ${words}`).join()}
      >
        {parts.map(([value, words], index) => (
          <Fragment key={words}>
            {index > 0 && <span className="mx-1 text-text-3">·</span>}
            <strong className="font-semibold">{typeof value === "number" ? count(value) : value}</strong> {words}
          </Fragment>
        ))}
        {note}
      </p>
      {also}
      <div className="flex flex-none items-center gap-4 max-tablet:hidden" key={end}>
        {children}
      </div>
    </div>
  );
}
