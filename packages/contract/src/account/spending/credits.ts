/** These account endpoints serve the balance, daily usage, and the ledger. */
import * as z from "zod/mini";
import { accountEndpoints } from "../endpoint";
import { feedRecord } from "../explore";
import { readonlyList, requestBody, wholeNumberField } from "../schemas";

/** One grant or correction by an operator has at most this many credits. */
export const MAX_GRANT = 1_000_000_000;

/** Usage can be requested for this many days, including today. */
export const USAGE_DAYS = [30, 90] as const;
export type UsageDays = (typeof USAGE_DAYS)[number];
export const USAGE_DAYS_PARAMETER = "days";

export const LEDGER_CURSOR_PARAMETER = "cursor";
/** A page has at most this many ledger entries, and the file this many rows. */
export const LEDGER_PAGE = 50;
export const LEDGER_FILE_ROWS = 100_000;

/** The dashboard works for this workspace. */
const accountWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  /** The balance is null where another host has not reported it. */
  balance: z.nullable(z.number()),
  /** The sequence is that of the ledger entry that left the balance: of two balances the higher one is the newer. */
  sequence: z.number(),
  /** It is true where the balance is computed, because another host's last response did not have it. */
  estimated: z.optional(z.boolean()),
  /** The rest is measured against the balance after the latest grant. */
  highest: z.nullable(z.number()),
  /** This sign-in session used so many credits, until 8 hours after its last purchase. */
  sessionUsed: z.number(),
  /** The budget is null where none is set for a session. */
  sessionBudget: z.nullable(z.number()),
  /** This session may use so many credits in all by the budgets of the session, the day and the month; null without any. */
  sessionMost: z.nullable(z.number()),
});
export type AccountWorkspace = z.infer<typeof accountWorkspace>;

/** A workspace's balance and whether its ledger matches come from one snapshot. */
const accountCredits = z.object({
  workspace: z.string(),
  balance: z.number(),
  /** The sequence is that of the ledger entry that left the balance: of two balances the higher one is the newer. */
  sequence: z.number(),
  /** The sum of the ledger must equal the balance. */
  sum: z.number(),
  granted: z.number(),
  /** The sum of what operators gave back; it is no part of the grants. */
  refunded: z.number(),
  used: z.number(),
  /** The sum of operators' corrections, which are neither grants nor use, may be negative. */
  corrected: z.number(),
  grants: z.number(),
  /** ISO timestamps of the latest grant and of the first entry are null without one. */
  grantedAt: z.nullable(z.string()),
  since: z.nullable(z.string()),
});
export type AccountCredits = z.infer<typeof accountCredits>;

const usedBy = z.object({
  /** `none` is usage without a name, such as that of API clients by view. */
  kind: z.enum(["named", "none", "rest"]),
  /** The name is an endpoint, the name of a key or of a person, or the address of a view. */
  name: z.string(),
  credits: z.number(),
  /** Credits are listed by day (YYYY-MM-DD), only for days with usage. */
  days: z.record(z.string(), z.number()),
});
export type UsedBy = z.infer<typeof usedBy>;

const namedCost = z.object({
  /** The name is that of a person, or the address of a view; it is empty for everything without one. */
  name: z.string(),
  credits: z.number(),
  /** These records were delivered without a charge. */
  freeRecords: z.number(),
});
export type CostOf = z.infer<typeof namedCost>;

/** Counts the records that people got in the dashboard without a charge because the workspace had purchased them. */
const savings = z.object({
  /** Only days with any are listed, oldest first. */
  days: readonlyList(z.object({ day: z.string(), records: z.number(), requests: z.number() })),
  /** People are sorted by cost, the highest first, up to `MOST_COSTS`. */
  people: readonlyList(namedCost),
  views: readonlyList(namedCost),
});
export type Savings = z.infer<typeof savings>;

/** The lists hold at most this many people and views with their cost. */
export const MOST_COSTS = 20;

const accountUsage = z.object({
  /** Both days are YYYY-MM-DD in UTC, and included. */
  from: z.string(),
  to: z.string(),
  /** Only days with usage are listed, oldest first. */
  days: readonlyList(z.object({ day: z.string(), credits: z.number(), requests: z.number() })),
  /** Endpoints are sorted by usage; the remainder is summed up as the rest. */
  endpoints: readonlyList(usedBy),
  /** Clients are told apart by key. */
  clients: readonlyList(usedBy),
  /** People are those in the dashboard; `none` stands for API keys. */
  people: readonlyList(usedBy),
  views: readonlyList(usedBy),
  /** Savings are present where records are paid for once. */
  savings: z.optional(savings),
});
export type AccountUsage = z.infer<typeof accountUsage>;

export const ledgerEntry = z.object({
  id: z.string(),
  /** The time is an ISO timestamp. */
  at: z.string(),
  /** The id is null for a grant, a refund or a correction. */
  requestId: z.nullable(z.string()),
  endpoint: z.string(),
  /** The address of the page that it was bought for, or of the refunded record; null for API clients. */
  view: z.nullable(z.string()),
  /** The person bought it in the dashboard, or connected the MCP client; null for clients of the API. */
  person: z.nullable(z.string()),
  /** The client is the name of the key or of the MCP client. */
  client: z.nullable(z.string()),
  /** Records count all that were delivered; the credits are fewer when some of them were purchased before. */
  records: z.number(),
  /** The delta is negative for use, positive for a grant or a refund, and either for a correction. */
  delta: z.number(),
  balance: z.number(),
  /** A refund gives back the charge of the entry with this id. */
  refundOf: z.nullable(z.string()),
  /** An operator gave this reason for a refund or a correction. */
  note: z.nullable(z.string()),
});
export type AccountLedgerEntry = z.infer<typeof ledgerEntry>;

const accountLedger = z.object({
  /** The newest entries come first. */
  entries: readonlyList(ledgerEntry),
  /** The cursor starts the next page; it is null on the last one. */
  nextCursor: z.nullable(z.string()),
});
export type AccountLedger = z.infer<typeof accountLedger>;

const chargedRecord = z.discriminatedUnion("feed", [
  z.object({ feed: z.literal("funding"), record: feedRecord<"funding">() }),
  z.object({ feed: z.literal("acquisitions"), record: feedRecord<"acquisitions">() }),
  z.object({ feed: z.literal("execMoves"), record: feedRecord<"execMoves">() }),
  z.object({ feed: z.literal("companies"), record: feedRecord<"companies">() }),
  z.object({ feed: z.literal("investors"), record: feedRecord<"investors">() }),
]);
export type ChargedRecord = z.infer<typeof chargedRecord>;

const charge = z.object({
  entry: ledgerEntry,
  /** It bought these records; those that were removed or bought again since are left out. */
  records: readonlyList(chargedRecord),
});

export const CREDITS_PAGES = accountEndpoints({
  workspace: { path: "/workspace", response: accountWorkspace },
  credits: { path: "/credits", response: accountCredits },
  usage: { path: "/usage", response: accountUsage },
  ledger: { path: "/ledger", response: accountLedger },
  /** Tells what one entry of the ledger (`:id`) bought. Charges of API keys and of MCP clients buy nothing to keep. */
  charge: { path: "/ledger/:id", response: charge },
  ledgerCsv: { path: "/ledger.csv", file: true },
  /** Returns the credits of the open workspace after the grant. */
  grant: {
    method: "POST",
    path: "/credits/grant",
    operator: true,
    request: requestBody({
      amount: wholeNumberField(1, MAX_GRANT, `must be a whole number of credits from 1 to ${MAX_GRANT}`),
    }),
    response: accountCredits,
  },
});

/**
 * Returns true when a link to the view of a purchase stays on the dashboard: a path in printable ASCII, since browsers
 * drop other characters.
 */
export function isViewAddress(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
}
