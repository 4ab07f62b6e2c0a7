"use client";

import { Suspense } from "react";
import { LazyBulkActions } from "@/components/feed/lazy";
import { Button } from "@/components/ui/button";
import { count, credits } from "@/lib/format/counts";
import { useShownRows } from "./use-feed-rows";

const NOTE = "flex min-w-0 gap-2 before:text-text-3 before:content-['·']";

/** Shows what the person did to the rows. Selected rows and their actions take the place of all of it. */
export function RowState() {
  const { order, search, found, starMessage, selection } = useShownRows();
  const { keys, clear, byTap } = selection;
  const { sorted } = order;
  const { typed } = search;
  if (keys.size > 0 || byTap)
    return (
      <div
        data-selection=""
        data-touch={byTap ? "" : undefined}
        role="toolbar"
        aria-label="Selected rows"
        className="mr-auto flex min-w-0 items-center gap-4"
      >
        <span role="status">
          <strong className="font-semibold">{count(keys.size)}</strong> selected
        </span>
        <Suspense>
          <LazyBulkActions />
        </Suspense>
        <Button variant="link" onClick={clear} aria-label="Clear the selection">
          {keys.size === 0 ? "Cancel" : "Clear"}
        </Button>
      </div>
    );
  const noted = typed.trim() !== "" || sorted !== undefined || starMessage.endsWith(".");
  return (
    // Notes are keyed by text so that React remounts them and nothing moves.
    <div className="mr-auto flex min-w-0 gap-2" data-notes={noted ? "" : undefined}>
      {typed.trim() !== "" && (
        <div key={`${typed} ${found}`} className={`${NOTE} flex-none`} role="status">
          <span>
            <strong className="font-semibold">{count(found)}</strong> found, {credits(0)}
          </span>
        </div>
      )}
      {sorted !== undefined && (
        <div key={sorted} className={NOTE} title={sorted}>
          <span className="truncate">{sorted}</span>
        </div>
      )}
      {/* The star itself shows success; a failure is a sentence. */}
      {starMessage.endsWith(".") && (
        <div key={starMessage} className={NOTE} data-testid="star-message">
          <span className="truncate">{starMessage}</span>
        </div>
      )}
    </div>
  );
}
