"use client";
/** How many records this browser holds, and forgetting them: they were paid for, so it asks first. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { clearOwned } from "@/lib/client/owned/store";
import { useOwned } from "@/lib/client/owned/use-owned";
import { count, formatCount } from "@/lib/format/counts";

export function OwnedRecords() {
  const kept =
    useOwned("funding").length +
    useOwned("acquisitions").length +
    useOwned("execMoves").length +
    useOwned("companies").length +
    useOwned("investors").length;
  const [asking, setAsking] = useState(false);
  if (asking && kept > 0)
    return (
      <div className="credits-clear">
        <p>
          Clear {formatCount(kept, "owned record")} of this browser? What is looked at again may have to be bought
          again.
        </p>
        <div className="credits-form-ways">
          <Button
            onClick={() => {
              setAsking(false);
              void clearOwned();
            }}
          >
            Clear {formatCount(kept, "record")}
          </Button>
          <Button look="quiet" onClick={() => setAsking(false)}>
            Keep them
          </Button>
        </div>
      </div>
    );
  return (
    <>
      <span>Owned records here</span>
      {/* A figure that grows at its left end is a new one in its place: nothing moves. */}
      <span className="credits-setting-value" key={kept}>
        {count(kept)}
        {kept > 0 && (
          <Button look="link" onClick={() => setAsking(true)}>
            Clear<span className="sr-only"> owned records of this browser</span>
          </Button>
        )}
      </span>
    </>
  );
}
