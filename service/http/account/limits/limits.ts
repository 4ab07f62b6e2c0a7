/**
 * Limits per person and per address below `/account`: requests a minute, and concurrent
 * requests, so that heavy clients wait or are rejected and others are not affected. The address is the
 * browser's, as reported by the dashboard's server; that server itself is never counted.
 */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { CONCURRENCY, REQUEST_LIMITS } from "@dealflow/contract/limits";
import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import { ConcurrencyLimiter, type Release } from "@/lib/limits/concurrency-limiter";
import { RateLimiter } from "@/lib/limits/rate-limiter";
import { RejectionDelay } from "@/lib/limits/rejection-delay";
import { type ApiError, tooManyRequests } from "@/service/http/api-error";
import type { Env, Services } from "@/service/http/context";
import { findNetwork } from "../client";
import { PersonRates } from "./person-rates";

export type AccountLimits = Readonly<ReturnType<typeof createAccountLimits>>;

interface LimitSettings {
  /** Multiplies the requests a minute and the burst. */
  readonly factor?: number;
  /** The clock is monotonic (ms). */
  readonly now?: () => number;
}

export function createAccountLimits(pool: pg.Pool, { factor = 1, now }: LimitSettings = {}) {
  const getRate = (name: keyof typeof REQUEST_LIMITS) => {
    const { perMinute, burst } = REQUEST_LIMITS[name];
    return { perMinute: perMinute * factor, burst: burst * factor };
  };
  const rate = (name: keyof typeof REQUEST_LIMITS) => new RateLimiter(`requests by ${name}`, getRate(name), now);
  const limiter = (name: keyof typeof CONCURRENCY) => new ConcurrencyLimiter(CONCURRENCY[name]);
  return {
    rates: {
      person: new PersonRates(pool, getRate("person"), now),
      address: rate("address"),
      visitor: rate("visitor"),
      registration: rate("registration"),
      summary: rate("summary"),
    },
    running: {
      read: limiter("read"),
      change: limiter("change"),
      heavy: limiter("heavy"),
      file: limiter("file"),
      stream: limiter("stream"),
      feed: limiter("feed"),
      address: limiter("address"),
    },
    rejectionDelay: new RejectionDelay(),
  };
}

type Kind = Exclude<keyof typeof CONCURRENCY, "address">;

/** These endpoints read pages of records. */
const FEED: ReadonlySet<string> = new Set<keyof typeof ACCOUNT>([
  "explore",
  "purchased",
  "purchasedRecords",
  "ownedInvestor",
  "ownedTimelines",
  "quotePage",
]);

/** These endpoints read a whole ledger, or count events of views or webhooks. */
const HEAVY: ReadonlySet<string> = new Set<keyof typeof ACCOUNT>([
  "credits",
  "usage",
  "viewCounts",
  "newInViews",
  "estimateWebhook",
  "webhookActivity",
  "quoteAll",
]);

export function limitEndpoint(services: Services, name: keyof typeof ACCOUNT): MiddlewareHandler<Env> {
  const { open }: AccountEndpoint = ACCOUNT[name];
  return limitRequests(services, getKind(name, ACCOUNT[name]), open === true);
}

function getKind(name: keyof typeof ACCOUNT, { method, file, stream }: AccountEndpoint): Kind {
  if (file) return "file";
  if (stream) return "stream";
  if (HEAVY.has(name)) return "heavy";
  if (FEED.has(name)) return "feed";
  return method === "GET" ? "read" : "change";
}

/** @param open needs no session, and is counted by address alone */
export function limitRequests({ limits, people }: Services, kind: Kind, open: boolean): MiddlewareHandler<Env> {
  const { rates, running, rejectionDelay } = limits;

  async function getPersonId(c: Context<Env>): Promise<string | undefined> {
    const token = open ? undefined : people.cookies.parseToken(c.req.header("Cookie"));
    return token === undefined ? undefined : people.sessions.getPersonId(token);
  }

  async function takeToken(rate: RateLimiter, key: string): Promise<void> {
    const waitMs = rate.consume(key);
    if (waitMs === 0) return;
    await rejectionDelay.wait();
    throw tryAgainLater("Too many requests.", waitMs);
  }

  async function acquireSlot(limiter: ConcurrencyLimiter, key: string): Promise<Release> {
    const release = await limiter.acquire(key);
    if (release !== undefined) return release;
    await rejectionDelay.wait();
    throw tryAgainLater("Too many requests at once.", 1_000);
  }

  return async (c, next) => {
    const address = findNetwork(c);
    if (address !== undefined) await takeToken(rates.address, address);
    const person = await getPersonId(c);
    if (person !== undefined) await takeToken(rates.person, person);
    else if (address !== undefined) await takeToken(rates.visitor, address);
    const acquired: Release[] = [];
    const releaseAll = () => {
      for (const release of acquired.splice(0)) release();
    };
    try {
      // The person's slot is taken first, because someone who waits for their own requests takes no slot of others at
      // their address.
      if (person !== undefined) acquired.push(await acquireSlot(running[kind], person));
      if (address !== undefined && kind !== "file" && kind !== "stream")
        acquired.push(await acquireSlot(running.address, address));
      await next();
    } finally {
      const written = c.get("written");
      if (written === undefined) releaseAll();
      else void written.finally(releaseAll);
    }
  };
}

export function tryAgainLater(what: string, waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1_000);
  return tooManyRequests(`${what} Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`, seconds);
}
