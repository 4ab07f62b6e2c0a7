"use client";

import { usePreferences } from "@/components/shell/preferences-provider";
import { KeyCap } from "@/components/ui/key-cap";
import { count } from "@/lib/format/counts";

interface Props {
  visible: { first: number; last: number } | undefined;
  /** Index of the row whose sheet is open. */
  open: number | undefined;
  loaded: number;
  /** The rows are owned ones, from whatever view. */
  purchased: boolean;
  /** What kind of data the service holds, where that has to be said. */
  note: string | undefined;
  onKeys: () => void;
}

/** The line below the table: the keys, and which rows are in view. */
export function Foot({ visible, open, loaded, purchased, note, onKeys }: Props) {
  const letters = usePreferences().keys === "on";
  const text = loaded === 0 ? "0 rows" : range(visible, open, `${count(loaded)} ${purchased ? "owned" : "loaded"}`);
  return (
    <footer className="feed-foot">
      <p className="feed-foot-keys">
        <span>
          <KeyCap>{letters ? "j" : "↓"}</KeyCap> <KeyCap>{letters ? "k" : "↑"}</KeyCap> move
        </span>
        <span>
          <KeyCap>Enter</KeyCap> open
        </span>
        {letters && (
          <>
            <span className="feed-foot-filters">
              <KeyCap>x</KeyCap> select
            </span>
            <span className="feed-foot-filters">
              <KeyCap>f</KeyCap> filters
            </span>
          </>
        )}
        <button type="button" className="feed-foot-all focus-ring" onClick={onKeys}>
          <KeyCap>?</KeyCap> all keys
        </button>
        {note && <span className="feed-foot-note">{note}</span>}
      </p>
      <p key={text}>{text}</p>
    </footer>
  );
}

function range(visible: Props["visible"], open: number | undefined, all: string): string {
  if (open !== undefined) return `Row ${count(open + 1)} of ${all}`;
  if (visible === undefined) return "";
  return `Rows ${count(visible.first)} to ${count(visible.last)} of ${all}`;
}
