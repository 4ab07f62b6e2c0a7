/** Declares the services of the endpoints, and the variables that middleware sets. */

import type { FreeExplore } from "@dealflow/contract/account/free-explore";
import type { HttpBindings } from "@hono/node-server";
import type { Handler } from "hono";
import type { Logger } from "pino";
import type { Network } from "@/lib/net/address";
import type { BadKeys } from "@/service/accounts/bad-keys";
import type { Connection } from "@/service/accounts/connections";
import type { Caller, KeyAuthenticator } from "@/service/accounts/keys";
import type { OAuthServer } from "@/service/accounts/oauth/server";
import type { People, SignInResult } from "@/service/accounts/people/people";
import type { Viewer } from "@/service/accounts/people/session-check";
import type { BulkBuyer } from "@/service/bulk-purchases/buyer";
import type { Debits } from "@/service/credits/debit";
import type { RateCache } from "@/service/credits/rates";
import type { Feeds } from "@/service/feed/feeds";
import type { ImportFiles } from "@/service/import-files/import-files";
import type { InboxUpdates } from "@/service/inbox/updates";
import type { QualityReader } from "@/service/ingest/quality/quality-reader";
import type { Outbound } from "@/service/net/outbound";
import type { Jobs } from "@/service/scheduled-jobs";
import type { Pools } from "@/service/store/pools/pools";
import type { Summaries } from "@/service/summaries/summaries";
import type { AccountLimits } from "./account/limits/limits";
import type { Readiness } from "./health";
import type { Payment } from "./metered/payment";

export interface Services {
  readonly pools: Pools;
  readonly feeds: Feeds;
  readonly summaries: Summaries;
  readonly bulkBuyer: BulkBuyer;
  readonly importFiles: ImportFiles;
  readonly scheduleRunner: Jobs;
  readonly importQuality: QualityReader;
  /** Scheduled imports may read folders below these absolute paths. */
  readonly importFolders: readonly string[];
  readonly keys: KeyAuthenticator;
  readonly badKeys: BadKeys;
  readonly people: People;
  /** It authorizes MCP clients. */
  readonly oauth: OAuthServer;
  /** They limit each person and each address of the account pages. */
  readonly limits: AccountLimits;
  readonly debits: Debits;
  readonly rates: RateCache;
  /** Client addresses that proxies in these networks forward are used. */
  readonly trustedProxies: readonly Network[];
  /** Pages of these origins may call /v1; `*` allows all. */
  readonly corsOrigins: readonly string[];
  /** Signs cursors. */
  readonly secret: string;
  /** People of the dashboard see this much of a result without paying. */
  readonly freeExplore: FreeExplore;
  /** A workspace has a record for this many days after a purchase in the dashboard; 0 charges every delivery. */
  readonly payOnceDays: number;
  /** A person may look up this many companies a day without owning them. */
  readonly lookupsPerDay: number;
  readonly log: Logger;
  /** It sends requests to addresses that people enter. */
  readonly outbound: Outbound;
  /** It tells streams about changes of inboxes. */
  readonly inboxUpdates: InboxUpdates;
  readonly makesBackups: boolean;
  readonly version: string;
  /** The documents that describe the interface name these public addresses. */
  readonly addresses: { readonly apiUrl: string; readonly siteUrl: string; readonly dashboardUrl: string };
  /** It tells health checks whether requests can be served. */
  readonly readiness: Readiness;
}

interface Variables {
  requestId: string;
  caller: Caller;
  /** Only requests with a person's session have it. */
  viewer: Viewer;
  /** Only requests of MCP clients have it. */
  connection: Connection;
  /** A call to an MCP tool has the name of the tool. */
  tool: string;
  payment: Payment;
  /** The rest of the body has not arrived yet. */
  readsBody: boolean;
  /** Only attempts to sign in with a password have it. */
  signIn: SignInResult;
  /** Only requests for the rows of a feed have these: its filters in their canonical form. */
  filters: string;
  /** Only metered requests that succeed have the credits that they used, as their header says. */
  creditsUsed: string | undefined;
  /** A response that is still being streamed when its handler is done occupies a slot until this resolves. */
  written: Promise<void>;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: Variables;
}

/** Creates the handler of an endpoint. */
export type HandlerFactory = (services: Services) => Handler<Env>;
