"use client";

import { Switch } from "@/components/ui/switch";
import { credits } from "@/lib/format/counts";
import { type AutoLoad, useFilterState } from "./filter-state";

const LINE =
  "flex h-bar-foot items-center justify-between gap-2 text-11 text-text-2 in-data-touch:h-row-touch in-data-touch:text-13";

/** Whether a changed filter buys its first page by itself, and the switch for it. */
export function AutoLoadLine() {
  const { autoLoad, ownedOnly } = useFilterState();
  if (autoLoad === undefined) return null;
  const words = <span>{wordsOf(autoLoad, ownedOnly)}</span>;
  if (ownedOnly || isSuspended(autoLoad)) return <p className={LINE}>{words}</p>;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch in it is ours
    <label className={`${LINE} cursor-pointer`}>
      {words}
      <Switch
        label={autoLoad.shows ? "Show 20 when filters change" : "Load when filters change"}
        checked={autoLoad.on}
        onChange={autoLoad.set}
      />
    </label>
  );
}

/** On, but not below so many credits; where it is off anyway, the switch says so. */
function isSuspended({ on, offBelow, shows }: AutoLoad): boolean {
  return offBelow !== undefined && (on || !shows);
}

function wordsOf(autoLoad: AutoLoad, ownedOnly: boolean): string {
  const what = autoLoad.shows ? "Show 20" : "Auto-load";
  if (ownedOnly) return "Auto-load is off in Owned only";
  return isSuspended(autoLoad) ? `${what}, off below ${credits(autoLoad.offBelow ?? 0)}` : `${what} after a change`;
}
