/** Declares what a request is charged for, the result, and the refusals. */
import type { ExceededBudget } from "./budgets";

/** A workspace is limited to sustained requests a minute, and a burst. */
export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

/** The table of its feed and its id identify a record. */
export interface RecordKey {
  readonly kind: string;
  readonly id: string;
}

/** A workspace pays for these records of a charge once. */
interface PayOnce {
  /** They are in the order of delivery, as many as `records`; one that occurs twice is charged once. */
  readonly items: readonly RecordKey[];
  /** Purchases from before this instant do not count; null: all do. */
  readonly since: Date | null;
}

export interface Charge {
  readonly workspaceId: string;
  readonly keyId: string | null;
  /**
   * Requests of the dashboard have a person, and so have those of an MCP client, which acts for the one who connected
   * it.
   */
  readonly personId?: string | undefined;
  /** The charge must stay within the daily allowance of this connection of an MCP client; it has a person too. */
  readonly connectionId?: string | undefined;
  /** A purchase in the dashboard has a sign-in session, which may have a budget. */
  readonly sessionId?: string | undefined;
  readonly requestId: string;
  /** A delivery of webhooks has no person, and counts against the budget of the workspace. */
  readonly isDelivery?: boolean | undefined;
  /** The ledger names the endpoint like this: `funding_events.list`. */
  readonly endpoint: string;
  /** The dashboard's page that it is for has this path; it is undefined for every other client. */
  readonly view?: string | undefined;
  /** This many records could be served; 0 only reads the balance. */
  readonly records: number;
  /** Take exactly one of these sums, the largest that the balance covers, or nothing; ascending, the last is `records`. */
  readonly steps?: readonly number[] | undefined;
  /** Charges only records that are not purchased yet, and marks them as purchased; for people and deliveries. */
  readonly once?: PayOnce | undefined;
  /** The records are of the feed with this table. */
  readonly feed: string;
  /** Charge only if the feed still has this version, because the page was cached. */
  readonly version?: number | undefined;
  /** Counts as a request against this limit; undefined: the request was admitted before. */
  readonly limit: RateLimit | undefined;
  /** Returns true when the client has gone away; it is called just before charging. */
  readonly isCancelled?: (() => boolean) | undefined;
}

/** The connection was lost during the charge, and its outcome could not be determined in time. */
export class ChargeOutcomeUnknown extends Error {
  override readonly name = "ChargeOutcomeUnknown";

  constructor(override readonly cause?: unknown) {
    super("it is not known whether the charge was made");
  }
}

/** Nothing was charged, because the charge would exceed a budget of the workspace or of the person. */
export class BudgetReached extends Error {
  override readonly name = "BudgetReached";

  /** @param admitted the result, which took nothing but counted the request */
  constructor(
    readonly exceeded: ExceededBudget,
    readonly admitted: Charged,
  ) {
    super(`the ${exceeded.period}'s budget of the ${exceeded.owner} would be exceeded`);
  }
}

/** Nothing was charged, because the connection has used its daily allowance. */
export class AllowanceUsedUp extends Error {
  override readonly name = "AllowanceUsedUp";

  /** @param admitted the result, which took nothing but counted the request */
  constructor(
    readonly allowance: number,
    readonly admitted: Charged,
  ) {
    super(`the connection's allowance of ${allowance} a day is used up`);
  }
}

export interface Charged {
  /** These records are delivered: all, or as many as the balance, and the allowance of a connection, covered. */
  readonly records: number;
  /** One credit was taken for each of these records that the workspace did not have. */
  readonly credits: number;
  /** Positions of the records that were paid for now, from 1, when the workspace pays once. */
  readonly paid?: readonly number[] | undefined;
  /** This many credits are left after the charge. */
  readonly balance: number;
  /** The ledger entry with this number left the balance: of two balances the one of the higher is the newer. */
  readonly sequence: number;
  /** The feed has this version now; nothing was charged when another one was expected. */
  readonly version: number;
  /** It is false when the request is over the workspace's limit and nothing was charged. */
  readonly admitted: boolean;
  /** The connection may still use this many credits today; undefined without one, or when it is not known. */
  readonly allowance?: number | undefined;
  /** The session has used these credits, in all and for the view; undefined when nothing was taken now. */
  readonly sessionUsed?: number | undefined;
  readonly viewUsed?: number | undefined;
  /** The workspace may make this many requests now; the fraction counts towards the next one. */
  readonly tokens: number;
}
