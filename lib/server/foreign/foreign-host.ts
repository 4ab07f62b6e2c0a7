/** Holds the state of a dashboard for another host: the account of the key, and what was bought and spent on it. */
import "server-only";
import { resolve } from "node:path";
import type { Host } from "@dealflow/client/send-once";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type pino from "pino";
import { type BoundedCache, createCache } from "@/lib/cache/bounded-cache";
import type { Environment } from "../environment";
import type { Failure } from "../http/error-responses";
import { accountId } from "../proxy/account";
import { Balance } from "./balance";
import { Budgets } from "./budgets";
import { type CachedPage, PageCache } from "./page-cache";
import { Sessions } from "./sessions";
import { UsageCounter } from "./usage-counter";

/** `credits` is the cost of the purchase. Requests that shared it paid nothing. */
export type PurchaseOutcome =
  | { readonly kind: "page"; readonly page: CachedPage; readonly credits: number }
  | { readonly kind: "failure"; readonly failure: Failure };

export interface ForeignHost extends Host {
  /** Identifies the account in files and browsers, without containing the key. */
  readonly account: string;
  readonly pages: PageCache<PurchaseOutcome>;
  readonly sessions: Sessions;
  readonly budgets: Budgets;
  readonly balance: Balance;
  readonly usage: UsageCounter;
  /** Purchases that may have been charged have these idempotency keys, by what they buy. */
  readonly uncertain: BoundedCache<string>;
  readonly dashboardUrl: string;
  readonly log: pino.Logger;
  /** The host may take this many ms for a complete response. */
  readonly timeoutMs: number;
}

/** This holds about 1,000 purchases of unknown outcome; a service replays responses for 24 hours (ms). */
const UNCERTAIN_BYTES = 512 * 1024;
const UNCERTAIN_MS = 23 * 3_600_000;
const KEY_BYTES = 100;

/** Returns undefined without an `API_KEY`, because the dashboard then works with our own service. */
export function openForeignHost(settings: Environment, log: pino.Logger, timeoutMs: number): ForeignHost | undefined {
  const { apiKey, apiUrl: host, dashboardUrl, dataDir } = settings;
  if (apiKey === undefined) return undefined;
  return {
    host,
    credentials: { [API_KEY_HEADER]: apiKey },
    own: false,
    account: accountId(host, apiKey),
    pages: new PageCache(undefined, { path: resolve(dataDir, "bought.jsonl"), log }),
    sessions: new Sessions(),
    budgets: new Budgets(dataDir, log),
    balance: new Balance(),
    usage: new UsageCounter(),
    uncertain: createCache<string>({
      name: "purchases of unknown outcome",
      maxBytes: UNCERTAIN_BYTES,
      measureBytes: () => KEY_BYTES,
      ttlMs: UNCERTAIN_MS,
    }),
    dashboardUrl,
    log,
    timeoutMs,
  };
}

/**
 * Returns the key under which a response is cached.
 * @param request canonical path and query, and the body when there is one
 */
export function cacheKey({ account }: ForeignHost, request: string): string {
  return `${account} ${request}`;
}
