import { RATE_LIMIT_HEADER, RATE_LIMIT_POLICY_HEADER } from "@dealflow/contract/headers";

/** The state of the account's rate limit is null where the host did not send it. */
export interface RateLimit {
  readonly policy: string;
  readonly remaining: number;
  /** The full quota is available again after this many seconds. */
  readonly resetS: number | null;
  /** The quota is a number of requests, the window of its policy is in seconds. */
  readonly quota: number | null;
  readonly windowS: number | null;
}

export function readCount(headers: Headers, name: string): number | undefined {
  const given = headers.get(name);
  return given !== null && /^\d+$/.test(given) ? Number(given) : undefined;
}

/** Returns null without such headers (draft-ietf-httpapi-ratelimit-headers-11); of several limits, the first. */
export function readRateLimit(headers: Headers): RateLimit | null {
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

/** Parses items of the form `"name";r=1;t=2`. */
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
