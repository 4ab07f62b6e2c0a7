/** What a request is charged for, and what came of it. */

/** A workspace's limit: requests a minute in the long run, and requests at once after a rest. */
export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

export interface Charge {
  readonly workspaceId: string;
  readonly keyId: string | null;
  /** Who asked, of the dashboard's people. */
  readonly personId?: string | undefined;
  readonly requestId: string;
  /** Name of the endpoint in the ledger, such as `funding_events.list`. */
  readonly endpoint: string;
  /** Address of the dashboard's page that it is for; undefined for every other client. */
  readonly view?: string | undefined;
  /** Records that could be served; 0 only requests the balance. */
  readonly records: number;
  /** Take exactly one of these sums, the largest that the balance holds, or nothing; ascending, the last is `records`. */
  readonly steps?: readonly number[] | undefined;
  /** Table of the feed that the records are of. */
  readonly feed: string;
  /** Charge only if the feed still has this version, because the page was kept since then. */
  readonly version?: number | undefined;
  /** Counts as a request against this limit; undefined: the request was admitted before. */
  readonly limit: RateLimit | undefined;
  /** Asked just before it is charged: whether no one waits for the response any more. */
  readonly isCancelled?: (() => boolean) | undefined;
}

/** Nothing was charged, and nothing will be. */
export class ChargeRejected extends Error {
  override readonly name = "ChargeRejected";

  /** @param reason no one waits for it any more, or more charges wait than can be made in time */
  constructor(readonly reason: "cancelled" | "overloaded") {
    super(reason === "cancelled" ? "the request was cancelled before it was charged" : "too many charges wait");
  }
}

/** The connection was lost during the charge, and whether it was made could not be found out in time. */
export class ChargeOutcomeUnknown extends Error {
  override readonly name = "ChargeOutcomeUnknown";

  constructor(override readonly cause?: unknown) {
    super("it is not known whether the charge was made");
  }
}

export interface Charged {
  /** Records paid for: all of them, or as many as the balance held. */
  readonly records: number;
  /** Credits left after this charge. */
  readonly balance: number;
  /** Version of the feed at this moment; nothing was charged when another one was requested. */
  readonly version: number;
  /** False: the request is over the workspace's limit and nothing was charged. */
  readonly admitted: boolean;
  /** Requests that the workspace may make at once now; a fraction is on its way to the next one. */
  readonly tokens: number;
}
