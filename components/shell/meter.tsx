"use client";

import { cva } from "class-variance-authority";
import { Switch } from "@/components/ui/switch";
import { useMeter } from "@/lib/client/meter";
import { setOwnedOnly, useOwnedOnly } from "@/lib/client/owned-only";
import { count, percent } from "@/lib/format/counts";

type Level = ReturnType<typeof useMeter>["level"];

const WORDS: Readonly<Partial<Record<Level, string>>> = { low: "Low", empty: "Empty" };

const figureVariants = cva("", {
  variants: {
    level: { unknown: "text-text-1", ok: "text-text-1", low: "text-warn-text", empty: "text-bad-text" },
  },
});

/* Figures are keyed by their value, so that React remounts one that grows at its left end instead of moving it. */

/** Shows the balance, the cost of the last response, and the session's usage at the foot of the sidebar. */
export function Meter() {
  const { balance, highest, estimated, lastCost, lastRequested, sessionUsed, sessionBudget, level } = useMeter();
  const share = balance === null || highest === null || highest <= 0 ? 0 : balance / highest;
  const last =
    lastCost === null
      ? "–"
      : level === "empty" && lastRequested !== null && lastCost > 0 && lastCost < lastRequested
        ? `${count(lastCost)} of ${count(lastRequested)}`
        : count(lastCost);
  return (
    <section
      className="border-t border-line-strong px-gutter pt-3 text-12"
      aria-label="Credit meter"
      data-level={level}
    >
      <p className="flex h-5 items-center justify-between text-13 font-medium">
        <span>
          Credits left
          <LevelWord level={level} />
          {estimated && <span className="ml-1.5 text-11 font-regular text-text-2">estimated</span>}
        </span>
        <strong className={figureVariants({ level, className: "text-15 font-semibold" })} key={balance}>
          {balance === null ? "–" : count(balance)}
        </strong>
      </p>
      <MeterBar
        share={share}
        level={level}
        title={highest === null ? undefined : `${percent(share)} of ${count(highest)}`}
      />
      <dl className="grid grid-cols-[auto_1fr] gap-y-1 whitespace-nowrap text-text-2 [&>dd]:text-right [&>dd]:text-text-1">
        <dt>Last request</dt>
        <dd>
          <span key={lastCost}>{last}</span>
        </dd>
        <dt>This session</dt>
        <dd>
          <span key={sessionUsed}>
            {sessionBudget === null ? count(sessionUsed) : `${count(sessionUsed)} of ${count(sessionBudget)}`}
          </span>
        </dd>
      </dl>
      <OwnedOnly />
    </section>
  );
}

const barVariants = cva("h-full", {
  variants: { level: { unknown: "bg-text-2", ok: "bg-text-2", low: "bg-warn-mark", empty: "bg-bad-mark" } },
});

/** `share` is the part that is left or used, from 0 to 1. */
export function MeterBar({ share, level, title }: { share: number; level: Level; title: string | undefined }) {
  return (
    <div className="forced-color-adjust-none mt-1.5 mb-2.5 h-1 overflow-hidden rounded-1 bg-chart-hatch" title={title}>
      <div className={barVariants({ level })} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
    </div>
  );
}

/** Switches all spending off, in all tabs. */
function OwnedOnly() {
  const ownedOnly = useOwnedOnly();
  return (
    <label className="mt-3.5 flex h-10 cursor-pointer items-center justify-between border-t border-line text-text-1 in-data-touch:h-row-touch">
      Owned only
      <Switch label="Owned only" checked={ownedOnly} onChange={setOwnedOnly} />
    </label>
  );
}

export function SmallMeter() {
  const { balance, level } = useMeter();
  return (
    <p
      className="hidden whitespace-nowrap text-13 text-text-2 max-tablet:block"
      data-level={level}
      key={`${level} ${balance}`}
    >
      {/* The narrowest windows have no room for the word next to two buttons. */}
      <span className="max-[399px]:sr-only">Credits</span>
      <LevelWord level={level} />{" "}
      <strong className={figureVariants({ level, className: "ml-0.5 font-semibold" })}>
        {balance === null ? "–" : count(balance)}
      </strong>
    </p>
  );
}

function LevelWord({ level }: { level: Level }) {
  const word = WORDS[level];
  return (
    word !== undefined && <span className={figureVariants({ level, className: "ml-1.5 font-medium" })}>{word}</span>
  );
}
