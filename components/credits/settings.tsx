"use client";
/** Sets for this browser from which sum on a purchase needs a confirmation. */
import { Segmented } from "@/components/ui/segmented";
import { updateUi, useUi } from "@/lib/client/ui-store";
import { count } from "@/lib/format/counts";

const CONFIRM_ABOVE = [50, 100, 200, 500];

const SETTING =
  "flex min-h-7 flex-wrap items-center justify-between gap-x-2 gap-y-1 text-text-2 has-[fieldset]:min-h-9";

export function Settings() {
  const value = useUi((state) => state.confirmAbove);
  return (
    <section className="border-t border-line pt-1.5 text-12/5 print:hidden" aria-label="Settings of this browser">
      <div className={SETTING}>
        <span>Confirm purchases above</span>
        <Segmented
          label="Credits above which a purchase needs confirmation"
          options={CONFIRM_ABOVE.map((credits) => ({ value: credits, title: count(credits) }))}
          value={value}
          onChange={(confirmAbove) => updateUi({ confirmAbove })}
        />
      </div>
      <div className={SETTING}>
        <span>Low balance at</span>
        <span className="text-text-1">20 %</span>
      </div>
    </section>
  );
}
