"use client";
/** Settings of this browser: the spending limit, from which sum a purchase needs a confirmation, and its stored records. */
import { lazy, Suspense } from "react";
import { Segmented } from "@/components/ui/segmented";
import { Switch } from "@/components/ui/switch";
import { useHost } from "@/lib/client/host";
import { updateUi, useUi } from "@/lib/client/ui-store";
import { count } from "@/lib/format/counts";

const PurchasedRecords = lazy(async () => ({ default: (await import("./purchased-records")).PurchasedRecords }));

const SPENDING_LIMITS = [100, 200, 500, 1000];
const CONFIRM_ABOVE = [50, 100, 200, 500];

const SETTING =
  "flex min-h-7 flex-wrap items-center justify-between gap-x-2 gap-y-1 text-text-2 has-[fieldset]:min-h-9";

export function Settings() {
  const { identity } = useHost();
  return (
    <section className="border-t border-line pt-1.5 text-12/5" aria-label="Settings of this browser">
      <Setting
        title="Pause scrolling after"
        label="Credits in one view before scrolling pauses"
        name="spendingLimit"
        values={SPENDING_LIMITS}
      />
      <Setting
        title="Confirm purchases above"
        label="Credits above which a purchase needs confirmation"
        name="confirmAbove"
        values={CONFIRM_ABOVE}
      />
      <div className={SETTING}>
        <span>Low balance at</span>
        <span className="text-text-1">20 %</span>
      </div>
      <div className={SETTING}>
        <Suspense fallback={<span>Owned records here</span>}>
          <PurchasedRecords />
        </Suspense>
      </div>
      {identity !== null && <KeepPurchased person={identity.person.id} />}
    </section>
  );
}

function KeepPurchased({ person }: { person: string }) {
  const keeps = useUi(({ keepPurchased }) => keepPurchased.includes(person));
  const keep = (on: boolean) =>
    updateUi(({ keepPurchased }) => ({
      keepPurchased: [...keepPurchased.filter((one) => one !== person), ...(on ? [person] : [])],
    }));
  return (
    <>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch in it is ours */}
      <label className={SETTING}>
        Keep on this device
        <Switch label="Keep on this device" checked={keeps} onChange={keep} />
      </label>
      <p className="pb-1 text-12 text-text-2">Owned records stay in this browser after signing out.</p>
    </>
  );
}

interface SettingProps {
  title: string;
  label: string;
  name: "spendingLimit" | "confirmAbove";
  /** In credits. */
  values: readonly number[];
}

function Setting({ title, label, name, values }: SettingProps) {
  const value = useUi((state) => state[name]);
  return (
    <div className={SETTING}>
      <span>{title}</span>
      <Segmented
        label={label}
        options={values.map((one) => ({ value: String(one), title: count(one) }))}
        value={String(value)}
        onChange={(next) => updateUi({ [name]: Number(next) })}
      />
    </div>
  );
}
