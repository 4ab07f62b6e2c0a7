"use client";

import { Switch } from "@/components/ui/switch";
import { useMeter } from "@/lib/client/meter";
import { count, percent } from "@/lib/format/counts";
import { useSpending } from "@/lib/spending/settings-provider";
import { setSpending } from "@/lib/spending/settings-store";

type Level = ReturnType<typeof useMeter>["level"];

const WORDS: Readonly<Partial<Record<Level, string>>> = { low: "Low", empty: "Empty" };

/* Figures are keyed by their value: one that grows at its left end is a new one in its place, nothing moves. */

/** The balance, what the last answer cost, and what this session has used. Always at the foot of the sidebar. */
export function Meter() {
  const { balance, highest, estimated, lastCost, lastRequested, sessionUsed, sessionBudget, level } = useMeter();
  const share = balance === null || highest === null || highest <= 0 ? 0 : balance / highest;
  const cut = level === "empty" && lastCost > 0 && lastCost < lastRequested;
  return (
    <section className="meter" aria-label="Credit meter" data-level={level}>
      <p className="meter-balance">
        <span>
          Credits left
          {WORDS[level] && <span className="meter-word">{WORDS[level]}</span>}
          {estimated && <span className="meter-estimated">estimated</span>}
        </span>
        <strong className="meter-figure" key={balance}>
          {balance === null ? "–" : count(balance)}
        </strong>
      </p>
      <div className="meter-bar" title={highest === null ? undefined : `${percent(share)} of ${count(highest)}`}>
        <div style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
      </div>
      <dl className="meter-uses">
        <dt>Last answer</dt>
        <dd>
          <span key={lastCost}>{cut ? `${count(lastCost)} of ${count(lastRequested)}` : count(lastCost)}</span>
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

/** Switches all spending off, in all tabs. */
function OwnedOnly() {
  const { ownedOnly } = useSpending();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch in it is ours
    <label className="meter-owned">
      Owned only
      <Switch label="Owned only" checked={ownedOnly} onChange={(on) => setSpending("ownedOnly", on)} />
    </label>
  );
}

/** The balance alone, for the bar of a phone. */
export function SmallMeter() {
  const { balance, level } = useMeter();
  return (
    <p className="meter-small" data-level={level} key={`${level} ${balance}`}>
      Credits{WORDS[level] && <span className="meter-word">{WORDS[level]}</span>}{" "}
      <strong className="meter-figure">{balance === null ? "–" : count(balance)}</strong>
    </p>
  );
}
