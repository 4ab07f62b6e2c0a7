/** Shows the balance, usage, budgets and the ledger; with a foreign host, the counts of this dashboard. */

import { PAGE_COLUMNS, Page } from "@/components/shell/page";
import type { CreditsState } from "@/lib/api/credits";
import { AccountBudgets } from "./account-budgets";
import { AddCredits } from "./add-credits";
import { Ledger } from "./ledger/ledger";
import { LedgerFile } from "./ledger/ledger-file";
import { OwnCount } from "./ledger/own-count";
import { AccountMetrics, LocalMetrics } from "./metrics";
import { RefreshOnBalanceChange } from "./refresh-on-balance-change";
import { Savings } from "./savings";
import { Settings } from "./settings";
import { Used } from "./used";

export function CreditsPage({ state }: { state: CreditsState }) {
  const { account, local } = state;
  const full = typeof account === "object" ? account : undefined;
  return (
    <Page
      title="Credits"
      aside={full?.credits.workspace}
      tools={
        <>
          {full && <LedgerFile className="max-tablet:hidden" />}
          <AddCredits />
        </>
      }
    >
      <RefreshOnBalanceChange balance={state.balance} sequence={state.sequence} estimated={state.estimated} />
      <div className={PAGE_COLUMNS}>
        <div className="flex min-w-0 flex-col">
          {local && <LocalMetrics state={state} local={local} />}
          {local && <OwnCount balance={state.balance} count={local.count} />}
          {typeof account === "string" && (
            <p className="max-w-measure text-text-2">The account's own pages cannot be read: {account}</p>
          )}
          {full && <AccountMetrics account={full} />}
          {full && <Used usage={full.usage} />}
          {full?.usage.savings && <Savings usage={full.usage} savings={full.usage.savings} />}
        </div>
        <aside aria-label="Budgets and settings">
          <AccountBudgets at={state.at} />
          <Settings />
        </aside>
      </div>
      {full && <Ledger credits={full.credits} />}
    </Page>
  );
}
