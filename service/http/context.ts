/** What the endpoints work with, and what middleware leaves for them. */
import type { Logger } from "pino";
import type { Caller, KeyCheck } from "@/service/accounts/keys";
import type { Debits } from "@/service/credits/debit";
import type { EventFeeds } from "@/service/feed/event-feeds";
import type { Pools } from "@/service/store/pools";

export interface Services {
  readonly pools: Pools;
  readonly feeds: EventFeeds;
  readonly keys: KeyCheck;
  readonly debits: Debits;
  /** Signs cursors. */
  readonly secret: string;
  readonly log: Logger;
  readonly version: string;
  /** Whether the demo data set is loaded. */
  readonly demo: () => Promise<boolean>;
}

export interface Variables {
  requestId: string;
  caller: Caller;
}

export interface Env {
  Variables: Variables;
}
