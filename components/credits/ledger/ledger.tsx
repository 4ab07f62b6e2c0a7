"use client";

/** Lists the ledger, newest first, by days of UTC; the next page of it is free. */

import type { AccountCredits } from "@dealflow/contract/account/spending/credits";
import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { SectionHead } from "@/components/credits/section-head";
import { useViewTitle } from "@/components/feed/use-view-title";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { FREE } from "@/lib/format/price";
import { ledgerQuery } from "@/lib/queries/credits";
import { usePaysOnce } from "@/lib/queries/owned/owned";
import { EntriesTable } from "./entries-table";
import { CREDITS_PAGE, describeEntry, hasBought } from "./ledger-entry";
import { LedgerFile } from "./ledger-file";
import { ReconciledLine, withLedger } from "./reconcile";

export function Ledger({ credits }: { credits: AccountCredits }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(ledgerQuery());
  const paysOnce = usePaysOnce();
  const entries = data.pages.flatMap((page) => page.entries);
  const viewTitle = useViewTitle(entries.map(({ view }) => view));

  return (
    <section aria-labelledby="ledger-title" className="-mx-6 mt-6 max-tablet:-mx-gutter">
      <SectionHead
        id="ledger-title"
        title="Ledger"
        about="newest first, times in UTC"
        className="min-h-9 px-6 max-tablet:px-gutter max-tablet:pb-2"
      >
        <ReconciledLine result={withLedger(credits.balance, credits.sum)} />
        <LedgerFile className="tablet:hidden" />
      </SectionHead>
      {entries.length === 0 ? (
        <p className="px-6 max-tablet:px-gutter">Nothing was granted or used yet.</p>
      ) : (
        <EntriesTable
          caption="Ledger"
          whole
          entries={entries.map((entry) => ({
            ...describeEntry(entry, viewTitle),
            charge: paysOnce && hasBought(entry) ? `${CREDITS_PAGE}/${entry.id}` : undefined,
          }))}
        />
      )}
      <div className="flex flex-wrap items-center gap-3 px-6 py-3 max-tablet:px-gutter">
        {hasNextPage && (
          <PriceTag price={FREE} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older entries
          </PriceTag>
        )}
        <FormProblem of={{ problem: error?.message }} />
      </div>
    </section>
  );
}
