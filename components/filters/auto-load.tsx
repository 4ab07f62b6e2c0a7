"use client";

import { Switch } from "@/components/ui/switch";
import { credits } from "@/lib/format/counts";
import { useFilterState } from "./filter-state";

/** Whether a changed filter buys its first page by itself, and the switch for it. */
export function AutoLoadLine() {
  const { autoLoad, ownedOnly } = useFilterState();
  return (
    <div className="flex h-bar-foot items-center justify-between gap-2 text-11 text-text-2 in-data-touch:h-row-touch in-data-touch:text-13">
      <span>{wordsOf(autoLoad.offBelow, ownedOnly)}</span>
      <Switch label="Load after a filter changes" checked={autoLoad.on} onChange={autoLoad.set} />
    </div>
  );
}

function wordsOf(offBelow: number | undefined, ownedOnly: boolean): string {
  if (ownedOnly) return "Auto-load, off with owned only";
  return offBelow === undefined ? "Auto-load after a change" : `Auto-load, off below ${credits(offBelow)}`;
}
