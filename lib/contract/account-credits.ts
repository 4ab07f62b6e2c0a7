/** The account endpoints about credits: the balance, daily usage, and the ledger. */
export const CREDITS_PAGES = {
  credits: { method: "GET", path: "/account/v1/credits" },
  usage: { method: "GET", path: "/account/v1/usage" },
  ledger: { method: "GET", path: "/account/v1/ledger" },
  ledgerCsv: { method: "GET", path: "/account/v1/ledger.csv", file: true },
  /** `{amount}`, 1 to `MAX_GRANT` → `AccountCredits` of the open workspace after the grant. */
  grant: { method: "POST", path: "/account/v1/credits/grant", operator: true },
} as const;

/** Maximum credits of one grant by an operator. */
export const MAX_GRANT = 1_000_000_000;

/** A workspace's balance and whether its ledger matches, from one snapshot. */
export interface AccountCredits {
  readonly workspace: string;
  readonly balance: number;
  /** Of the ledger entry that left the balance: of two balances the one of the higher is the newer. */
  readonly sequence: number;
  /** Sum of the ledger: must equal the balance. */
  readonly sum: number;
  readonly granted: number;
  readonly used: number;
  readonly grants: number;
  /** ISO timestamps: of the latest grant and of the first entry; null without one. */
  readonly grantedAt: string | null;
  readonly since: string | null;
}

/** Days for which usage can be requested, including today. */
export const USAGE_DAYS = [30, 90] as const;
export type UsageDays = (typeof USAGE_DAYS)[number];
export const USAGE_DAYS_PARAMETER = "days";

export interface AccountUsage {
  /** YYYY-MM-DD in UTC, both included. */
  readonly from: string;
  readonly to: string;
  /** Only days with usage, oldest first. */
  readonly days: readonly { readonly day: string; readonly credits: number; readonly requests: number }[];
  /** Sorted by usage; the remainder is summed up as the rest. */
  readonly endpoints: readonly UsedBy[];
  /** By key. */
  readonly clients: readonly UsedBy[];
  /** By person in the dashboard; `none` for API keys. */
  readonly people: readonly UsedBy[];
  readonly views: readonly UsedBy[];
}

export interface UsedBy {
  /** `none`: used without one, such as a view by API clients. */
  readonly kind: "named" | "none" | "rest";
  /** Endpoint, name of a key or of a person, or address of a view. */
  readonly name: string;
  readonly credits: number;
  /** Credits by day (YYYY-MM-DD), only days with usage. */
  readonly days: Readonly<Record<string, number>>;
}

export interface AccountLedger {
  /** Newest first. */
  readonly entries: readonly AccountLedgerEntry[];
  /** Start of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

export const LEDGER_CURSOR_PARAMETER = "cursor";
/** Maximum ledger entries per page, and rows of its file. */
export const LEDGER_PAGE = 50;
export const LEDGER_FILE_ROWS = 100_000;

export interface AccountLedgerEntry {
  readonly id: string;
  /** ISO timestamp. */
  readonly at: string;
  /** Null for a grant. */
  readonly requestId: string | null;
  readonly endpoint: string;
  /** Address of the page that it was bought for; null for API clients. */
  readonly view: string | null;
  /** Who bought it in the dashboard; null for API clients. */
  readonly person: string | null;
  /** Name of the key. */
  readonly client: string | null;
  /** Records served: one credit each. */
  readonly records: number;
  /** Negative for use, positive for a grant. */
  readonly delta: number;
  readonly balance: number;
}
