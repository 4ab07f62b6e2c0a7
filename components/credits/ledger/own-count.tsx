"use client";
/** Shows the counts of the dashboard's server since it started, where there is no ledger. */

import { SectionHead } from "@/components/credits/section-head";
import { viewTitle } from "@/components/feed/view-words";
import { useNow } from "@/components/shell/clock";
import { endpointTitle } from "@/components/shell/endpoint-titles";
import type { DashboardCount, Spent } from "@/lib/api/credits";
import { cn } from "@/lib/cn";
import { count, formatCount } from "@/lib/format/counts";
import { EntriesTable } from "./entries-table";
import { ReconciledLine, withCount } from "./reconcile";

/** @param balance as the host reported it; null: unknown */
export function OwnCount({ balance, count: own }: { balance: number | null; count: DashboardCount }) {
  const now = useNow();
  return (
    <div className="grid gap-4">
      <p className="max-w-measure text-text-2">
        This is another host's API. It reports the balance with every response but has no readable ledger, so this page
        shows what this dashboard's server counted since it was started.
      </p>
      <ReconciledLine result={withCount(balance, own.expected, own.unknown)} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,260px),1fr))] items-start gap-x-10 gap-y-4">
        <Sums title="By endpoint" sums={own.endpoints} formatName={endpointTitle} />
        <Sums title="By view" sums={own.views} formatName={(address) => viewTitle(address, now)} />
      </div>
      <section aria-labelledby="receipts-title">
        <SectionHead
          id="receipts-title"
          title="Receipts"
          about={`${formatCount(own.receipts.length, "purchase")}, newest first, times in UTC`}
        />
        {own.receipts.length === 0 ? (
          <p className="text-12 text-text-2">Nothing was bought since the start.</p>
        ) : (
          <EntriesTable
            caption="Receipts"
            entries={own.receipts.map((receipt, index) => ({
              ...receipt,
              key: receipt.requestId ?? `${receipt.at} ${index}`,
              endpoint: endpointTitle(receipt.endpoint),
              address: receipt.view.startsWith("/v1/") ? null : receipt.view,
              view: viewTitle(receipt.view, now),
              delta: -receipt.credits,
            }))}
          />
        )}
      </section>
    </div>
  );
}

const CELL = "h-row-compact truncate border-t border-line font-regular";

function Sums({
  title,
  sums,
  formatName,
}: {
  title: string;
  sums: readonly Spent[];
  formatName: (name: string) => string;
}) {
  return (
    <table className="w-full table-fixed border-collapse text-12/5">
      <caption className="pb-1.5 text-left text-13/5 font-semibold">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Requests</th>
          <th scope="col">Credits</th>
        </tr>
      </thead>
      <tbody>
        {sums.length === 0 && (
          <tr>
            <td colSpan={3} className={cn(CELL, "text-right")}>
              Nothing yet
            </td>
          </tr>
        )}
        {sums.map((sum) => (
          <tr key={sum.name}>
            <th scope="row" className={cn(CELL, "text-left")}>
              {formatName(sum.name)}
            </th>
            <td className={cn(CELL, "w-21 text-right text-text-2")}>{formatCount(sum.requests, "request")}</td>
            <td className={cn(CELL, "w-16 text-right")}>{count(sum.credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
