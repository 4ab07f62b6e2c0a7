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
      <div className="credits-clear">
        <p>Clear {formatCount(number, "owned record")} of this browser? You may have to buy them again.</p>
        <div className="credits-form-ways">
          <Button
            onClick={() => {
              setConfirming(false);
              void clearPurchased();
            }}
          >
            Clear {formatCount(number, "record")}
          </Button>
          <Button look="quiet" onClick={() => setConfirming(false)}>
            Keep
          </Button>
        </div>
      </div>
    );
  return (
    <>
      <span>Owned records here</span>
      {/* A figure that grows at its left end is a new one in its place: nothing moves. */}
      <span className="credits-setting-value" key={number}>
        {count(number)}
        {number > 0 && (
          <Button look="link" onClick={() => setConfirming(true)}>
            Clear<span className="sr-only"> owned records of this browser</span>
          </Button>
        )}
      </span>
    </>
  );
}
