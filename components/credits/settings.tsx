"use client";
/** What this browser keeps and heeds: the brake, and the records that it holds. */
import { lazy, Suspense } from "react";
import { Segmented } from "@/components/shell/segmented";
import { setBrake, useBrakeSetting } from "@/lib/client/brake";
import { count } from "@/lib/format/counts";

const OwnedRecords = lazy(async () => ({ default: (await import("./owned-records")).OwnedRecords }));

/** Credits in one view before scrolling pauses. */
const BRAKES = [100, 200, 500, 1000].map((value) => ({ value: String(value), title: count(value) }));

export function Settings() {
  const brake = useBrakeSetting();
  return (
    <section className="credits-settings" aria-label="Settings of this browser">
      <div className="credits-setting">
        <span>Brake per view</span>
        <Segmented
          label="Credits in one view before scrolling pauses"
          options={BRAKES}
          value={String(brake)}
          onChange={(value) => setBrake(Number(value))}
        />
      </div>
      <div className="credits-setting">
        <span>Low balance at</span>
        <span className="credits-setting-value">20 %</span>
      </div>
      <div className="credits-setting">
        <Suspense fallback={<span>Owned records here</span>}>
          <OwnedRecords />
        </Suspense>
      </div>
    </section>
  );
}
