/** The services of the endpoints, and the variables that middleware sets. */
import type { HttpBindings } from "@hono/node-server";
import type { Logger } from "pino";
import type { Network } from "@/lib/net/address";
import type { BadKeys } from "@/service/accounts/bad-keys";
import type { Caller, KeyAuthenticator } from "@/service/accounts/keys";
import type { People } from "@/service/accounts/people/people";
import type { Viewer } from "@/service/accounts/people/session-check";
import type { Debits } from "@/service/credits/debit";
import type { RateCache } from "@/service/credits/rates";
import type { Feeds } from "@/service/feed/feeds";
import type { Pools } from "@/service/store/pools";
import type { AccountLimits } from "./account/limits";
import type { Payment } from "./payment";

export interface Services {
  readonly pools: Pools;
  readonly feeds: Feeds;
  readonly keys: KeyAuthenticator;
  readonly badKeys: BadKeys;
  readonly people: People;
  /** Limits per person and per address of the account pages. */
  readonly limits: AccountLimits;
  readonly debits: Debits;
  readonly rates: RateCache;
  /** Networks of trusted proxies, whose forwarded client addresses are used. */
  readonly trustedProxies: readonly Network[];
  /** Signs cursors. */
  readonly secret: string;
  readonly log: Logger;
  readonly version: string;
  /** Public addresses, for the documents that describe the interface. */
  readonly addresses: { readonly apiUrl: string; readonly siteUrl: string; readonly dashboardUrl: string };
  /** Whether the demo data set is loaded. */
  readonly demo: () => Promise<boolean>;
}

interface Variables {
  requestId: string;
  caller: Caller;
  /** Only for requests with a person's session. */
  viewer: Viewer;
  payment: Payment;
  /** Of a response that is still being streamed when its handler is done: until then it occupies a slot. */
  written: Promise<void>;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: Variables;
}
