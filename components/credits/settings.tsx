"use client";
/** Sets for this browser from which sum on a purchase needs a confirmation. */
import { Segmented } from "@/components/ui/segmented";
import { updateUi, useUi } from "@/lib/client/ui-store";
import { count } from "@/lib/format/counts";

const CONFIRM_ABOVE = [50, 100, 200, 500];

const SETTING =
  "flex min-h-7 flex-wrap items-center justify-between gap-x-2 gap-y-1 text-text-2 has-[fieldset]:min-h-9";

export function Settings() {
  return (
    <section className="border-t border-line pt-1.5 text-12/5" aria-label="Settings of this browser">
      <Setting
        title="Confirm purchases above"
        label="Credits above which a purchase needs confirmation"
        values={CONFIRM_ABOVE}
      />
      <div className={SETTING}>
        <span>Low balance at</span>
        <span className="text-text-1">20 %</span>
      </div>
    </section>
  );
}

interface SettingProps {
  title: string;
  label: string;
  /** The values are in credits. */
  values: readonly number[];
}

function Setting({ title, label, values }: SettingProps) {
  const value = useUi((state) => state.confirmAbove);
  return (
    <div className={SETTING}>
      <span>{title}</span>
      <Segmented
        label={label}
        options={values.map((one) => ({ value: String(one), title: count(one) }))}
        value={String(value)}
        onChange={(next) => updateUi({ confirmAbove: Number(next) })}
      />
    </div>
  );
}
