/**
 * How much of the service one person, and one address, may take below `/account`: so many requests a minute, and so many at
 * once, so that whoever asks for more waits or is refused and everybody else is answered as ever. The address is the
 * browser's, as the dashboard's server tells it; that server itself is never counted.
 */
import type { Context, MiddlewareHandler } from "hono";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import { RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import { CONCURRENCY, REQUEST_LIMITS } from "@/lib/contract/limits";
import { ConcurrencyLimiter, type Release } from "@/lib/limits/concurrency-limiter";
import { RateLimiter } from "@/lib/limits/rate-limiter";
import { RejectionDelay } from "@/lib/limits/rejection-delay";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { knownNetworkOf } from "./client";

export interface AccountLimits {
  readonly rates: Readonly<Record<keyof typeof REQUEST_LIMITS, RateLimiter>>;
  readonly running: Readonly<Record<keyof typeof CONCURRENCY, ConcurrencyLimiter>>;
  readonly refusals: RejectionDelay;
}

interface LimitSettings {
  /** Multiplies the requests a minute, and at once after a rest. */
  readonly factor?: number;
  /** ms of a clock that never goes back. */
  readonly now?: () => number;
}

export function openAccountLimits({ factor = 1, now }: LimitSettings = {}): AccountLimits {
  const rate = (name: keyof typeof REQUEST_LIMITS) => {
    const { perMinute, burst } = REQUEST_LIMITS[name];
    return new RateLimiter(`requests by ${name}`, { perMinute: perMinute * factor, burst: burst * factor }, now);
  };
  const limiter = (name: keyof typeof CONCURRENCY) => new ConcurrencyLimiter(CONCURRENCY[name]);
  return {
    rates: { person: rate("person"), address: rate("address"), visitor: rate("visitor") },
    running: {
      read: limiter("read"),
      change: limiter("change"),
      heavy: limiter("heavy"),
      file: limiter("file"),
      feed: limiter("feed"),
      address: limiter("address"),
    },
    refusals: new RejectionDelay(),
  };
}

type Kind = Exclude<keyof typeof CONCURRENCY, "address">;

/** What reads a whole ledger, or counts for each of many views. */
const HEAVY: ReadonlySet<string> = new Set<keyof typeof ACCOUNT>(["credits", "usage", "viewCounts"]);

export function limitedEndpoint(services: Services, name: keyof typeof ACCOUNT): MiddlewareHandler<Env> {
  const { method, open, file }: AccountEndpoint = ACCOUNT[name];
  const kind = file ? "file" : HEAVY.has(name) ? "heavy" : method === "GET" ? "read" : "change";
  return limited(services, kind, open === true);
}

export function limitedFeed(services: Services): MiddlewareHandler<Env> {
  return limited(services, "feed", false);
}

/** @param open it is answered without a session, and counted by address alone */
function limited({ limits, people }: Services, kind: Kind, open: boolean): MiddlewareHandler<Env> {
  const { rates, running, refusals } = limits;

  async function personOf(c: Context<Env>): Promise<string | undefined> {
    const token = open ? undefined : await people.cookies.tokenIn(c.req.header("Cookie"));
    return token === undefined ? undefined : people.sessions.personOf(token);
  }

  async function take(rate: RateLimiter, key: string): Promise<void> {
    const waitMs = rate.consume(key);
    if (waitMs === 0) return;
    await refusals.wait();
    throw tooMany("Too many requests.", Math.ceil(waitMs / 1000));
  }

  async function turnOf(limiter: ConcurrencyLimiter, key: string): Promise<Release> {
    const release = await limiter.acquire(key);
    if (release !== undefined) return release;
    await refusals.wait();
    throw tooMany("Too many requests at once.", 1);
  }

  return async (c, next) => {
    const address = knownNetworkOf(c);
    if (address !== undefined) await take(rates.address, address);
    const person = await personOf(c);
    if (person !== undefined) await take(rates.person, person);
    else if (address !== undefined) await take(rates.visitor, address);
    const entered: Release[] = [];
    const leave = () => {
      for (const release of entered.splice(0)) release();
    };
    try {
      // The person first: whoever waits for themselves takes no place of those who share their address.
      if (person !== undefined) entered.push(await turnOf(running[kind], person));
      if (address !== undefined && kind !== "file") entered.push(await turnOf(running.address, address));
      await next();
    } finally {
      const written = c.get("written");
      if (written === undefined) leave();
      else void written.finally(leave);
    }
  };
}

function tooMany(what: string, seconds: number): ApiError {
  const message = `${what} Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new ApiError("TOO_MANY_REQUESTS", message, { [RETRY_AFTER_HEADER]: String(seconds) });
}
