"use client";
/** Shows the savings of paying once: records by day, charged and free, and the cost by person and view. */

import type { AccountUsage, CostOf, Savings as SavingsState } from "@dealflow/contract/account/spending/credits";
import dynamic from "next/dynamic";
import { column, type SimpleColumn, SimpleTable } from "@/components/data-table/simple-table";
import { useViewTitle } from "@/components/feed/use-view-title";
import { count, formatCount } from "@/lib/format/counts";
import { SectionHead } from "./section-head";

const UsedByDay = dynamic(async () => (await import("@/components/charts/used-by-day")).UsedByDay, { ssr: false });

const SERIES = [
  { key: "charged", title: "Credits" },
  { key: "free", title: "Free, already bought" },
];

const records = (value: number) => formatCount(value, "record");

export function Savings({ usage, savings }: { usage: AccountUsage; savings: SavingsState }) {
  const viewTitle = useViewTitle(savings.views.map(({ name }) => name));
  const days = new Map<string, Record<string, number>>();
  for (const { day, credits } of usage.days) days.set(day, { charged: credits });
  for (const { day, records: free } of savings.days) days.set(day, { ...days.get(day), free });
  const free = savings.days.reduce((sum, day) => sum + day.records, 0);
  return (
    <section aria-labelledby="savings-title" className="mt-6 flex flex-col gap-4" data-testid="savings">
      <SectionHead id="savings-title" title="Saved by paying once" about={`${records(free)} free, last 30 days, UTC`} />
      {free === 0 ? (
        <p className="text-12 text-text-2">Records that the workspace has bought are free to read again.</p>
      ) : (
        <div className="flex min-h-47 flex-col">
          <UsedByDay
            from={usage.from}
            to={usage.to}
            days={days}
            series={SERIES}
            title="Delivered by day"
            format={records}
          />
        </div>
      )}
      {savings.people.length > 0 && (
        <div className="flex flex-col gap-6">
          <SimpleTable
            caption="Cost by person"
            columns={columns("Person", (name) => name)}
            rows={savings.people}
            rowId={({ name }) => name}
          />
          <SimpleTable
            caption="Cost by view"
            columns={columns("View", (name) => (name === "" ? "Other pages" : viewTitle(name)))}
            rows={savings.views}
            rowId={({ name }) => name}
          />
        </div>
      )}
    </section>
  );
}

function columns(header: string, title: (name: string) => string): readonly SimpleColumn<CostOf>[] {
  return [
    column("name", header, { className: "whitespace-normal! wrap-anywhere" }, (row) => title(row.name)),
    column("credits", "Credits", { align: "end", className: "w-20" }, (row) => count(row.credits)),
    column("free", "Free records", { align: "end", className: "w-24" }, (row) => count(row.freeRecords)),
  ];
}
