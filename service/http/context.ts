/** The services of the endpoints, and the variables that middleware sets. */

import type { FreeExplore } from "@dealflow/contract/account/free-explore";
import type { HttpBindings } from "@hono/node-server";
import type { Handler } from "hono";
import type { Logger } from "pino";
import type { Network } from "@/lib/net/address";
import type { BadKeys } from "@/service/accounts/bad-keys";
import type { Connection } from "@/service/accounts/connections";
import type { Caller, KeyAuthenticator } from "@/service/accounts/keys";
import type { OAuthServer } from "@/service/accounts/oauth/server";
import type { People } from "@/service/accounts/people/people";
import type { Viewer } from "@/service/accounts/people/session-check";
import type { Debits } from "@/service/credits/debit";
import type { RateCache } from "@/service/credits/rates";
import type { Feeds } from "@/service/feed/feeds";
import type { InboxUpdates } from "@/service/inbox/updates";
import type { Outbound } from "@/service/net/outbound";
import type { Pools } from "@/service/store/pools";
import type { Summaries } from "@/service/summaries/summaries";
import type { AccountLimits } from "./account/limits";
import type { Payment } from "./payment";

export interface Services {
  readonly pools: Pools;
  readonly feeds: Feeds;
  readonly summaries: Summaries;
  readonly keys: KeyAuthenticator;
  readonly badKeys: BadKeys;
  readonly people: People;
  /** The authorization server of MCP clients. */
  readonly oauth: OAuthServer;
  /** Limits per person and per address of the account pages. */
  readonly limits: AccountLimits;
  readonly debits: Debits;
  readonly rates: RateCache;
  /** Networks of trusted proxies, whose forwarded client addresses are used. */
  readonly trustedProxies: readonly Network[];
  /** Origins whose pages may call /v1; `*` for all. */
  readonly corsOrigins: readonly string[];
  /** Signs cursors. */
  readonly secret: string;
  /** What people of the dashboard see of a result without paying. */
  readonly freeExplore: FreeExplore;
  /** Days for which a workspace has a record that it purchased in the dashboard; Infinity: forever; 0: every delivery is charged. */
  readonly payOnceDays: number;
  /** Companies that a person may look up a day without owning them. */
  readonly lookupsPerDay: number;
  readonly log: Logger;
  /** Requests to addresses that people enter. */
  readonly outbound: Outbound;
  /** Changes of inboxes, for streams. */
  readonly inboxUpdates: InboxUpdates;
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
  /** Only for requests of MCP clients. */
  connection: Connection;
  /** Of a call to an MCP tool: its name. */
  tool: string;
  payment: Payment;
  /** Of a response that is still being streamed when its handler is done: until then it occupies a slot. */
  written: Promise<void>;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: Variables;
}

/** Creates the handler of an endpoint. */
export type HandlerFactory = (services: Services) => Handler<Env>;
