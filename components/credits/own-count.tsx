"use client";
/** Where there is no ledger to read: what this dashboard's server counted itself since it was started. */
import { useNow } from "@/components/shell/clock";
import type { CreditsState, Spent } from "@/lib/api/credits";
import { count, formatCount } from "@/lib/format/counts";
import { EntriesTable } from "./entries-table";
import { withCount } from "./reconcile";
import { ReconciledLine } from "./reconciled-line";
import { endpointTitle, viewTitle } from "./titles";

export function OwnCount({ state: { account, balance, count: own } }: { state: CreditsState }) {
  const now = useNow();
  return (
    <div className="credits-own">
      <p className="credits-why">
        {account === undefined
          ? "This is another host's API. It reports the balance with every response but has no readable ledger, so this page shows what this dashboard's server counted since it was started."
          : `The account's own pages cannot be read: ${account} Below is what this dashboard's server counted since it was started.`}
      </p>
      <ReconciledLine result={withCount(balance, own.expected, own.unknown)} />
      <div className="credits-sums">
        <Sums title="By endpoint" sums={own.endpoints} titleOf={endpointTitle} />
        <Sums title="By view" sums={own.views} titleOf={(address) => viewTitle(address, now)} />
      </div>
      <section aria-labelledby="receipts-title">
        <div className="credits-head">
          <h2 id="receipts-title">
            Receipts <span>{formatCount(own.receipts.length, "purchase")}, newest first, times in UTC</span>
          </h2>
        </div>
        {own.receipts.length === 0 ? (
          <p className="credits-hint">Nothing was bought since the start.</p>
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

function Sums({ title, sums, titleOf }: { title: string; sums: readonly Spent[]; titleOf: (name: string) => string }) {
  return (
    <table className="credits-sum">
      <caption>{title}</caption>
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
            <td colSpan={3}>Nothing yet</td>
          </tr>
        )}
        {sums.map((sum) => (
          <tr key={sum.name}>
            <th scope="row">{titleOf(sum.name)}</th>
            <td>{formatCount(sum.requests, "request")}</td>
            <td>{count(sum.credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
