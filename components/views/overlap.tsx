"use client";

import { OVERLAP_DAYS } from "@dealflow/contract/account/saved-counts";
import { useState } from "react";
import { TextField } from "@/components/ui/forms/text-field";
import { updateUi, useUi } from "@/lib/client/ui-store";

/** Sets how many days before the last visit the new events start. */
export function Overlap({ onChange }: { onChange: () => void }) {
  const saved = useUi(({ overlapDays }) => overlapDays);
  const [text, setText] = useState<string>();
  const shown = text ?? String(saved);
  const wrong = validOverlap(shown) === undefined;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2 text-12/5 text-text-2">
      <label htmlFor="overlap">Look back</label>
      <span className="w-12">
        <TextField
          id="overlap"
          inputMode="numeric"
          value={shown}
          aria-invalid={wrong}
          aria-describedby="overlap-why"
          onChange={(event) => {
            setText(event.target.value);
            const days = validOverlap(event.target.value);
            if (days === undefined) return;
            updateUi({ overlapDays: days });
            onChange();
          }}
        />
      </span>
      <p id="overlap-why">
        {wrong
          ? `extra days: a whole number from 0 to ${OVERLAP_DAYS.max}`
          : "extra days for late-reported events. Rows you already own are hidden."}
      </p>
    </div>
  );
}

/** Returns undefined unless the text is a whole number of days up to the maximum. */
function validOverlap(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= OVERLAP_DAYS.max ? Number(text) : undefined;
}
