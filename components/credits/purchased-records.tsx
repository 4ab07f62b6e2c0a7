"use client";
/** How many records this browser has stored, and clearing them: they were paid for, so it needs a confirmation. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { clearPurchased } from "@/lib/client/purchased/store";
import { usePurchased } from "@/lib/client/purchased/use-purchased";
import { count, formatCount } from "@/lib/format/counts";

export function PurchasedRecords() {
  const number =
    usePurchased("funding").length +
    usePurchased("acquisitions").length +
    usePurchased("execMoves").length +
    usePurchased("companies").length +
    usePurchased("investors").length;
  const [confirming, setConfirming] = useState(false);
  if (confirming && number > 0)
    return (
      <div className="grid gap-2 py-2">
        <p>Clear {formatCount(number, "owned record")} of this browser? You may have to buy them again.</p>
        <div className="flex items-center gap-3">
          <Button
            onClick={() => {
              setConfirming(false);
              void clearPurchased();
            }}
          >
            Clear {formatCount(number, "record")}
          </Button>
          <Button variant="quiet" onClick={() => setConfirming(false)}>
            Keep
          </Button>
        </div>
      </div>
    );
  return (
    <>
      <span>Owned records here</span>
      {/* A figure that grows at its left end is a new one in its place: nothing moves. */}
      <span className="inline-flex items-center gap-2.5 text-text-1" key={number}>
        {count(number)}
        {number > 0 && (
          <Button variant="link" onClick={() => setConfirming(true)}>
            Clear<span className="sr-only"> owned records of this browser</span>
          </Button>
        )}
      </span>
    </>
  );
}
