"use client";
/** The ledger, newest first, by days of UTC; the next page of it is free. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNow } from "@/components/shell/clock";
import { PriceTag } from "@/components/ui/price-tag";
import type { AccountCredits, AccountLedger } from "@/lib/contract/account-credits";
import { FREE } from "@/lib/format/price";
import { ledgerQuery } from "@/lib/queries/credits";
import { EntriesTable } from "./entries-table";
import { LedgerFile } from "./ledger-file";
import { withLedger } from "./reconcile";
import { ReconciledLine } from "./reconciled-line";
import { endpointTitle, viewTitle } from "./titles";

export function Ledger({ first, credits }: { first: AccountLedger; credits: AccountCredits }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(ledgerQuery(first));
  const now = useNow();
  const entries = [first, ...data.pages.slice(1)].flatMap((page) => page.entries);

  return (
    <section aria-labelledby="ledger-title" className="credits-ledger">
      <div className="credits-head">
        <h2 id="ledger-title">
          Ledger <span>newest first, times in UTC</span>
        </h2>
        <ReconciledLine result={withLedger(credits.balance, credits.sum)} />
        <div className="credits-file-narrow">
          <LedgerFile />
        </div>
      </div>
      {entries.length === 0 ? (
        <p className="credits-empty">Nothing was granted or used yet.</p>
      ) : (
        <EntriesTable
          caption="Ledger"
          whole
          entries={entries.map((entry) => ({
            ...entry,
            key: entry.id,
            // For what a person bought here the key is the dashboard's own, which adds nothing.
            client: entry.person ?? entry.client,
            endpoint: endpointTitle(entry.endpoint),
            address: entry.view,
            view: entry.view === null ? null : viewTitle(entry.view, now),
          }))}
        />
      )}
      <div className="credits-more">
        {hasNextPage && (
          <PriceTag price={FREE} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older entries
          </PriceTag>
        )}
        {error !== null && (
          <p role="alert" className="text-12 text-bad-text">
            {error.message}
          </p>
        )}
      </div>
    </section>
  );
}
