/** The account's pages about credits: what there is, what was used by day, and the ledger. */
export const CREDITS_PAGES = {
  credits: { method: "GET", path: "/account/v1/credits" },
  usage: { method: "GET", path: "/account/v1/usage" },
  ledger: { method: "GET", path: "/account/v1/ledger" },
  ledgerCsv: { method: "GET", path: "/account/v1/ledger.csv", file: true },
  /** `{amount}`, 1 to `MOST_GRANT` → `AccountCredits` of the open workspace, with them. */
  grant: { method: "POST", path: "/account/v1/credits/grant", operator: true },
} as const;

/** Credits that an operator grants at once, at most. */
export const MAX_GRANT = 1_000_000_000;

/** What a workspace has, and whether its ledger explains it: all of one moment. */
export interface AccountCredits {
  readonly workspace: string;
  readonly balance: number;
  /** Sum of the ledger: equal to the balance, or something is wrong. */
  readonly sum: number;
  readonly granted: number;
  readonly used: number;
  readonly grants: number;
  /** ISO timestamps: of the latest grant and of the first entry; null without one. */
  readonly grantedAt: string | null;
  readonly since: string | null;
}

/** Days that use can be asked for, today included. */
export const USAGE_DAYS = [30, 90] as const;
export const USAGE_DAYS_PARAMETER = "days";

export interface AccountUsage {
  /** YYYY-MM-DD in UTC, both included. */
  readonly from: string;
  readonly to: string;
  /** Days with use alone, oldest first. */
  readonly days: readonly { readonly day: string; readonly credits: number; readonly requests: number }[];
  /** Each most used first; what is beyond the first ones is summed up as the rest. */
  readonly endpoints: readonly UsedBy[];
  /** By key. */
  readonly clients: readonly UsedBy[];
  /** By who used it in the dashboard; `none` for API keys. */
  readonly people: readonly UsedBy[];
  readonly views: readonly UsedBy[];
}

export interface UsedBy {
  /** `none`: used without one, as a view by clients of the API. */
  readonly kind: "named" | "none" | "rest";
  /** Endpoint, name of a key or of a person, or address of a view. */
  readonly name: string;
  readonly credits: number;
  /** Credits by day (YYYY-MM-DD), days with use alone. */
  readonly days: Readonly<Record<string, number>>;
}

export interface AccountLedger {
  /** Newest first. */
  readonly entries: readonly AccountLedgerEntry[];
  /** Where the next page begins; null on the last one. */
  readonly nextCursor: string | null;
}

export const LEDGER_CURSOR_PARAMETER = "cursor";
/** Entries on a page of the ledger, and rows in the file of it, at most. */
export const LEDGER_PAGE = 50;
export const LEDGER_FILE_ROWS = 100_000;

export interface AccountLedgerEntry {
  readonly id: string;
  /** ISO timestamp. */
  readonly at: string;
  /** Null for a grant. */
  readonly requestId: string | null;
  readonly endpoint: string;
  /** Address of the page that it was bought for; null for other clients of the API. */
  readonly view: string | null;
  /** Who bought it in the dashboard; null for other clients of the API. */
  readonly person: string | null;
  /** Name of the key. */
  readonly client: string | null;
  /** Records served: one credit each. */
  readonly records: number;
  /** Negative for use, positive for a grant. */
  readonly delta: number;
  readonly balance: number;
}
