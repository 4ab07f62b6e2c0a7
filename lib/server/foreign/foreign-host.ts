/** Holds the state of a dashboard for another host: the account of the key, and what was bought and spent on it. */
import "server-only";
import { resolve } from "node:path";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import type pino from "pino";
import { createCache } from "@/lib/cache/bounded-cache";
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

export type ForeignHost = Readonly<NonNullable<ReturnType<typeof openForeignHost>>>;

/** This holds about 1,000 purchases of unknown outcome; a service replays responses for 24 hours (ms). */
const UNCERTAIN_BYTES = 512 * 1024;
const UNCERTAIN_MS = 23 * 3_600_000;
const KEY_BYTES = 100;

/**
 * Returns undefined without an `API_KEY`, because the dashboard then works with our own service.
 * @param timeoutMs the time that the host may take for a complete response
 */
export function openForeignHost(settings: Environment, log: pino.Logger, timeoutMs: number) {
  const { apiKey, apiUrl: host, dashboardUrl, dataDir } = settings;
  if (apiKey === undefined) return undefined;
  return {
    host,
    credentials: { [API_KEY_HEADER]: apiKey },
    own: false,
    /** Identifies the account in files and browsers, without containing the key. */
    account: accountId(host, apiKey),
    pages: new PageCache<PurchaseOutcome>(undefined, { path: resolve(dataDir, "bought.jsonl"), log }),
    sessions: new Sessions(),
    budgets: new Budgets(dataDir, log),
    balance: new Balance(),
    usage: new UsageCounter(),
    /** Purchases that may have been charged have these idempotency keys, by what they buy. */
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
