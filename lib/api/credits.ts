import type { AccountBudgets } from "@dealflow/contract/account/spending/budgets";
import type { AccountCredits, AccountLedger, AccountUsage } from "@dealflow/contract/account/spending/credits";

export interface Receipt {
  readonly at: string;
  readonly requestId: string | null;
  readonly endpoint: string;
  readonly view: string;
  readonly credits: number;
  readonly balance: number | null;
}

export interface Spent {
  readonly name: string;
  readonly credits: number;
  readonly requests: number;
}

/** The dashboard counts its own use since its server was started. */
export interface DashboardCount {
  readonly since: string;
  /** The expected balance is null while it is unknown, or a purchase is in flight. */
  readonly expected: number | null;
  readonly spent: number;
  /** These requests of unknown outcome may have been charged. */
  readonly unknown: number;
  /** The newest is first. */
  readonly receipts: readonly Receipt[];
  readonly endpoints: readonly Spent[];
  readonly views: readonly Spent[];
}

/** The account as our own service reports it. */
export interface AccountState {
  readonly credits: AccountCredits;
  readonly usage: AccountUsage;
  readonly ledger: AccountLedger;
}

export interface CreditsState {
  /**
   * The state is undefined on a foreign host, which has no account endpoints, and a sentence when our own could not be
   * reached.
   */
  readonly account: AccountState | string | undefined;
  /** This dashboard counts usage and stores budgets itself for a foreign host. */
  readonly local?: { readonly count: DashboardCount; readonly budgets: AccountBudgets };
  /** The last known balance; it is null when none is known. */
  readonly balance: number | null;
  /** The balance with the higher sequence is the newer one. */
  readonly sequence: number;
  readonly estimated: boolean;
  readonly at: string;
}
