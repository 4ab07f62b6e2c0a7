"use client";

import { Button } from "@/components/ui/button";
import { count } from "@/lib/format/counts";
import { useSelection } from "./selection";

/** Beside the counts: how the loaded rows are sorted when it is not the list's own order, and how many are selected. */
export function RowState({ sorted }: { sorted: string | undefined }) {
  const { keys, clear } = useSelection();
  return (
    <>
      {sorted !== undefined && (
        <p key={sorted} className="feed-also">
          {sorted}
        </p>
      )}
      {keys.size > 0 && (
        <p className="feed-also">
          <span role="status">
            <strong>{count(keys.size)}</strong> selected
          </span>
          <Button look="link" onClick={clear} aria-label="Clear the selection">
            Clear
          </Button>
        </p>
      )}
    </>
  );
}
