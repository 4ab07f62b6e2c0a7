"use client";

import { Fragment, type ReactNode } from "react";
import { count } from "@/lib/format/counts";

interface Props {
  parts: readonly (readonly [value: number, words: string])[];
  note: string | undefined;
  /** What the person did to the rows: sorted them, selected some. */
  also: ReactNode;
  /** Names what stands at the right: other things there stand in another place, and nothing moves. */
  end: string;
  children: ReactNode;
}

/** How much there is, how much of it is loaded and what that cost; at the right the order and the next action. */
export function ResultLine({ parts, note, also, end, children }: Props) {
  return (
    <div className="feed-result group/result" data-testid="result-line">
      <p
        data-testid="result-counts"
        className="group-has-data-selection/result:sr-only"
        key={parts.map(([value, words]) => `${value} ${words}`).join()}
      >
        {parts.map(([value, words], index) => (
          <Fragment key={words}>
            {index > 0 && <span className="feed-dot">·</span>}
            <strong>{count(value)}</strong> {words}
          </Fragment>
        ))}
        {note}
      </p>
      {also}
      <div className="feed-result-end" key={end}>
        {children}
      </div>
    </div>
  );
}
