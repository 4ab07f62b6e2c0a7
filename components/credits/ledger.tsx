"use client";
/** The ledger, newest first, by days of UTC; the next page of it is free. */
import { useState } from "react";
import { useNow } from "@/components/shell/clock";
import { PriceTag } from "@/components/ui/price-tag";
import { readLedger } from "@/lib/api/credits";
import { requestAccount } from "@/lib/client/request-account";
import { ACCOUNT } from "@/lib/contract/account";
import { type AccountCredits, type AccountLedger, LEDGER_CURSOR_PARAMETER } from "@/lib/contract/account-credits";
import { FREE } from "@/lib/format/price";
import { EntriesTable } from "./entries-table";
import { LedgerFile } from "./ledger-file";
import { withLedger } from "./reconcile";
import { ReconciledLine } from "./reconciled-line";
import { endpointTitle, viewTitle } from "./titles";

export function Ledger({ first, credits }: { first: AccountLedger; credits: AccountCredits }) {
  const [older, setOlder] = useState<AccountLedger>();
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const now = useNow();
  const entries = [...first.entries, ...(older?.entries ?? [])];
  const cursor = older === undefined ? first.nextCursor : older.nextCursor;

  async function more() {
    if (cursor === null) return;
    setLoading(true);
    const reply = await requestAccount(ACCOUNT.ledger, {
      search: new URLSearchParams({ [LEDGER_CURSOR_PARAMETER]: cursor }),
    });
    const read = reply.ok ? readLedger(reply.json) : undefined;
    setLoading(false);
    setProblem(read !== undefined ? undefined : reply.ok ? "The answer could not be read." : reply.message);
    if (read !== undefined)
      setOlder({ entries: [...(older?.entries ?? []), ...read.entries], nextCursor: read.nextCursor });
  }

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
        {cursor !== null && (
          <PriceTag price={FREE} disabled={loading} onClick={() => void more()}>
            Show older entries
          </PriceTag>
        )}
        {problem !== undefined && (
          <p role="alert" className="text-12 text-bad-text">
            {problem}
          </p>
        )}
      </div>
    </section>
  );
}
