/** The account endpoints about credits: the balance, daily usage, and the ledger. */
import * as z from "zod/mini";
import { listOf, requestBody, wholeNumberField } from "./account-schemas";

/** Maximum credits of one grant by an operator. */
export const MAX_GRANT = 1_000_000_000;

/** Days for which usage can be requested, including today. */
export const USAGE_DAYS = [30, 90] as const;
export type UsageDays = (typeof USAGE_DAYS)[number];
export const USAGE_DAYS_PARAMETER = "days";

export const LEDGER_CURSOR_PARAMETER = "cursor";
/** Maximum ledger entries per page, and rows of its file. */
export const LEDGER_PAGE = 50;
export const LEDGER_FILE_ROWS = 100_000;

/** The workspace that the dashboard works for. */
const accountWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  /** Credits that are left, and the sequence of the ledger entry that left them: the higher is the newer. */
  balance: z.number(),
  sequence: z.number(),
  /** The balance after the latest grant, which the rest is measured against. */
  highest: z.nullable(z.number()),
  /** Credits that this sign-in session used, until 8 hours after its last purchase. */
  sessionUsed: z.number(),
  /** Null: no budget is set for a session. */
  sessionBudget: z.nullable(z.number()),
});
export type AccountWorkspace = z.infer<typeof accountWorkspace>;

/** A workspace's balance and whether its ledger matches, from one snapshot. */
const accountCredits = z.object({
  workspace: z.string(),
  balance: z.number(),
  /** Of the ledger entry that left the balance: of two balances the one of the higher is the newer. */
  sequence: z.number(),
  /** Sum of the ledger: must equal the balance. */
  sum: z.number(),
  granted: z.number(),
  used: z.number(),
  grants: z.number(),
  /** ISO timestamps: of the latest grant and of the first entry; null without one. */
  grantedAt: z.nullable(z.string()),
  since: z.nullable(z.string()),
});
export type AccountCredits = z.infer<typeof accountCredits>;

const usedBy = z.object({
  /** `none`: used without one, such as a view by API clients. */
  kind: z.enum(["named", "none", "rest"]),
  /** Endpoint, name of a key or of a person, or address of a view. */
  name: z.string(),
  credits: z.number(),
  /** Credits by day (YYYY-MM-DD), only days with usage. */
  days: z.record(z.string(), z.number()),
});
export type UsedBy = z.infer<typeof usedBy>;

const costOf = z.object({
  /** Of a person, or the address of a view; empty for everything without one. */
  name: z.string(),
  credits: z.number(),
  /** Delivered without a charge. */
  freeRecords: z.number(),
});
export type CostOf = z.infer<typeof costOf>;

/** What people got in the dashboard without a charge because the workspace had purchased it. */
const savings = z.object({
  /** Only days with any, oldest first. */
  days: listOf(z.object({ day: z.string(), records: z.number(), requests: z.number() })),
  /** By cost, the highest first, up to `MOST_COSTS`. */
  people: listOf(costOf),
  views: listOf(costOf),
});
export type Savings = z.infer<typeof savings>;

/** People and views that are listed with their cost. */
export const MOST_COSTS = 20;

const accountUsage = z.object({
  /** YYYY-MM-DD in UTC, both included. */
  from: z.string(),
  to: z.string(),
  /** Only days with usage, oldest first. */
  days: listOf(z.object({ day: z.string(), credits: z.number(), requests: z.number() })),
  /** Sorted by usage; the remainder is summed up as the rest. */
  endpoints: listOf(usedBy),
  /** By key. */
  clients: listOf(usedBy),
  /** By person in the dashboard; `none` for API keys. */
  people: listOf(usedBy),
  views: listOf(usedBy),
  /** Where records are paid for once. */
  savings: z.optional(savings),
});
export type AccountUsage = z.infer<typeof accountUsage>;

const ledgerEntry = z.object({
  id: z.string(),
  /** ISO timestamp. */
  at: z.string(),
  /** Null for a grant. */
  requestId: z.nullable(z.string()),
  endpoint: z.string(),
  /** Address of the page that it was bought for; null for API clients. */
  view: z.nullable(z.string()),
  /** Who bought it in the dashboard; null for clients of the API and of MCP. */
  person: z.nullable(z.string()),
  /** Name of the key. */
  client: z.nullable(z.string()),
  /** Records delivered; fewer credits when some of them were purchased before. */
  records: z.number(),
  /** Negative for use, positive for a grant. */
  delta: z.number(),
  balance: z.number(),
});
export type AccountLedgerEntry = z.infer<typeof ledgerEntry>;

const accountLedger = z.object({
  /** Newest first. */
  entries: listOf(ledgerEntry),
  /** Start of the next page; null on the last one. */
  nextCursor: z.nullable(z.string()),
});
export type AccountLedger = z.infer<typeof accountLedger>;

export const CREDITS_PAGES = {
  workspace: { method: "GET", path: "/account/v1/workspace", response: accountWorkspace },
  credits: { method: "GET", path: "/account/v1/credits", response: accountCredits },
  usage: { method: "GET", path: "/account/v1/usage", response: accountUsage },
  ledger: { method: "GET", path: "/account/v1/ledger", response: accountLedger },
  ledgerCsv: { method: "GET", path: "/account/v1/ledger.csv", file: true },
  /** The credits of the open workspace after the grant. */
  grant: {
    method: "POST",
    path: "/account/v1/credits/grant",
    operator: true,
    request: requestBody({
      amount: wholeNumberField(1, MAX_GRANT, `must be a whole number of credits from 1 to ${MAX_GRANT}`),
    }),
    response: accountCredits,
  },
} as const;

/** Whether a link to the view of a purchase stays on the dashboard: a path in printable ASCII, since browsers drop other characters. */
export function isViewAddress(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
}
