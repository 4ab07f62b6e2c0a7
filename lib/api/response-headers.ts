/** What the headers of an answer say, read tolerantly. */
import { RATE_LIMIT_HEADER, RATE_LIMIT_POLICY_HEADER } from "@/lib/contract/headers";

/** Where the account stands against its rate limit; null is what the host did not say. */
export interface RateLimit {
  readonly policy: string;
  /** Requests that are left at this moment. */
  readonly remaining: number;
  /** Seconds until all of the quota is there again. */
  readonly resetS: number | null;
  /** Requests that may be made at once, and the seconds of the policy's window. */
  readonly quota: number | null;
  readonly windowS: number | null;
}

/** A header that counts something. */
export function countIn(headers: Headers, name: string): number | undefined {
  const given = headers.get(name);
  return given !== null && /^\d+$/.test(given) ? Number(given) : undefined;
}

/** The wait that a `Retry-After` asks for, in ms, whether the host wrote seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,7}$/.test(header)) return Number(header) * 1000;
  // Every form of an HTTP date begins with the day of the week and is UTC, which the oldest one does not say; other text
  // is often a date to JavaScript.
  const date = /^[A-Z][a-z]{2,8},? /.test(header) ? header.replace(/(?<! GMT)$/, " GMT") : "";
  const at = Date.parse(date);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Null when the host sends no such headers (draft-ietf-httpapi-ratelimit-headers-11); of several limits, the first. */
export function rateLimitIn(headers: Headers): RateLimit | null {
  const [limit] = items(headers.get(RATE_LIMIT_HEADER));
  const remaining = limit?.numbers.r;
  if (limit === undefined || remaining === undefined) return null;
  const policy = items(headers.get(RATE_LIMIT_POLICY_HEADER)).find((item) => item.name === limit.name);
  return {
    policy: limit.name,
    remaining,
    resetS: limit.numbers.t ?? null,
    quota: policy?.numbers.q ?? null,
    windowS: policy?.numbers.w ?? null,
  };
}

/** Items of the form `"name";r=1;t=2`. */
function items(header: string | null): { name: string; numbers: Record<string, number | undefined> }[] {
  return [...(header ?? "").matchAll(/"([^"]*)"((?:\s*;\s*[a-z]+=[^;,]*)*)/g)].map(
    ([, name = "", parameters = ""]) => ({
      name,
      numbers: Object.fromEntries(
        [...parameters.matchAll(/([a-z]+)=(\d+)/g)].map(([, key = "", value]) => [key, Number(value)]),
      ),
    }),
  );
}
