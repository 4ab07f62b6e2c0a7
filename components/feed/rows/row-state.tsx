"use client";

import { Button } from "@/components/ui/button";
import { count, credits } from "@/lib/format/counts";
import { useSelection } from "./selection";

interface Props {
  /** How the loaded rows are sorted; absent in the list's own order. */
  sorted: string | undefined;
  /** The search text, and how many rows match. */
  typed: string;
  found: number;
  /** The result of a press on a star. */
  announcement: string;
}

/** Beside the counts: what the person did to the loaded rows. */
export function RowState({ sorted, typed, found, announcement }: Props) {
  const { keys, clear } = useSelection();
  return (
    <>
      {typed.trim() !== "" && (
        <div key={`${typed} ${found}`} className="feed-also" role="status">
          <span>
            <strong>{count(found)}</strong> found, {credits(0)}
          </span>
        </div>
      )}
      {sorted !== undefined && (
        <div key={sorted} className="feed-also feed-sorted" title={sorted}>
          <span>{sorted}</span>
        </div>
      )}
      {/* The star itself shows that it was done; why it was not is a sentence. */}
      {announcement.endsWith(".") && (
        <div key={announcement} className="feed-also" data-testid="star-message">
          <span>{announcement}</span>
        </div>
      )}
      {keys.size > 0 && (
        <div className="feed-also">
          <span role="status">
            <strong>{count(keys.size)}</strong> selected
          </span>
          <Button look="link" onClick={clear} aria-label="Clear the selection">
            Clear
          </Button>
        </div>
      )}
    </>
  );
}
