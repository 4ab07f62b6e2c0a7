/** What a request is charged for, and the result. */

/** A workspace's limit: sustained requests a minute, and a burst. */
export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

/** A record, by the table of its feed and its id. */
export interface RecordKey {
  readonly kind: string;
  readonly id: string;
}

/** The records of a charge that a workspace pays for once. */
interface PayOnce {
  /** In the order of delivery, as many as `records`; one that occurs twice is charged once. */
  readonly items: readonly RecordKey[];
  /** Purchases from before this instant do not count; null: all do. */
  readonly since: Date | null;
}

export interface Charge {
  readonly workspaceId: string;
  readonly keyId: string | null;
  /** The person, for requests of the dashboard and of an MCP client, which acts for the person who connected it. */
  readonly personId?: string | undefined;
  /** The connection of an MCP client, whose daily allowance the charge must stay within; only with its person. */
  readonly connectionId?: string | undefined;
  /** The sign-in session of a purchase in the dashboard, which may have a budget. */
  readonly sessionId?: string | undefined;
  readonly requestId: string;
  /** A delivery of webhooks: it has no person, and counts against the budget of the workspace. */
  readonly isDelivery?: boolean | undefined;
  /** Name of the endpoint in the ledger, such as `funding_events.list`. */
  readonly endpoint: string;
  /** Path of the dashboard's page that it is for; undefined for every other client. */
  readonly view?: string | undefined;
  /** Records that could be served; 0 only reads the balance. */
  readonly records: number;
  /** Take exactly one of these sums, the largest that the balance covers, or nothing; ascending, the last is `records`. */
  readonly steps?: readonly number[] | undefined;
  /** Charges only records that are not purchased yet, and marks them as purchased; for people and deliveries. */
  readonly once?: PayOnce | undefined;
  /** Table of the feed that the records are of. */
  readonly feed: string;
  /** Charge only if the feed still has this version, because the page was cached. */
  readonly version?: number | undefined;
  /** Counts as a request against this limit; undefined: the request was admitted before. */
  readonly limit: RateLimit | undefined;
  /** Called just before charging: whether the client has gone away. */
  readonly isCancelled?: (() => boolean) | undefined;
}

const REJECTIONS = {
  cancelled: "the request was cancelled before it was charged",
  overloaded: "too many charges wait",
  locked: "another transaction has locked the workspace for too long",
} as const;

/** Nothing was charged, nor will be. */
export class ChargeRejected extends Error {
  override readonly name = "ChargeRejected";

  constructor(readonly reason: keyof typeof REJECTIONS) {
    super(REJECTIONS[reason]);
  }
}

/** The connection was lost during the charge, and its outcome could not be determined in time. */
export class ChargeOutcomeUnknown extends Error {
  override readonly name = "ChargeOutcomeUnknown";

  constructor(override readonly cause?: unknown) {
    super("it is not known whether the charge was made");
  }
}

export interface Charged {
  /** Records to deliver: all of them, or as many as the balance, and the allowance of a connection, covered. */
  readonly records: number;
  /** Credits taken: one for each of these records that the workspace did not have. */
  readonly credits: number;
  /** Positions of the records that were paid for now, from 1, when the workspace pays once. */
  readonly paid?: readonly number[] | undefined;
  /** Credits left after this charge. */
  readonly balance: number;
  /** Number of the workspace's ledger entry that left this balance: of two balances the one of the higher is the newer. */
  readonly sequence: number;
  /** Current version of the feed; nothing was charged when another one was expected. */
  readonly version: number;
  /** False: the request is over the workspace's limit and nothing was charged. */
  readonly admitted: boolean;
  /** Credits that the connection may still use today; undefined without one, or when it is not known. */
  readonly allowance?: number | undefined;
  /** Credits that the session has used, in all and for the view; undefined when nothing was taken now. */
  readonly sessionUsed?: number | undefined;
  readonly viewUsed?: number | undefined;
  /** Requests that the workspace may make at once now; the fraction counts towards the next one. */
  readonly tokens: number;
}
