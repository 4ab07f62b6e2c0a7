/** Sends a request until it succeeds or may not be retried: the client's retries. */
import { CHARGE_UNKNOWN, ERROR_STATUS, type ErrorCode } from "@dealflow/contract/errors";
import { API_KEY_HEADER } from "@dealflow/contract/headers";
import { IDEMPOTENCY } from "@dealflow/contract/limits";
import type { Charged } from "./charged";
import { toApiProblem } from "./problem";
import {
  type Call,
  type CreditUsage,
  type Host,
  type ResponseFailure,
  type ResponseSuccess,
  sendOnce,
} from "./send-once";

export interface ClientOptions {
  /** The address of the API ends before `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The API supports `Idempotency-Key`. Then every request carries one, and lost ones are retried. */
  readonly idempotent?: boolean | undefined;
  /** The API is a service of this project, whose errors never cost anything. */
  readonly own?: boolean | undefined;
  /** One complete response may take this long; the default is 30 s. */
  readonly timeoutMs?: number | undefined;
  /** The limit applies to each call, without attempts that a rate limit refused and said for how long; the default is 4. */
  readonly maxAttempts?: number | undefined;
  /**
   * The waits of one call add up to at most this; the default is 60 s. A longer wait fails immediately and reports its
   * length.
   */
  readonly maxWaitMs?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** The clock is in ms. The sleep ends early, without an error, when the signal is aborted. */
  readonly now?: (() => number) | undefined;
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  readonly random?: (() => number) | undefined;
  readonly newKey?: (() => string) | undefined;
}

/** Throws `ApiProblem`, or the reason of the call's signal: a request in flight then may have been charged. */
export type SendRequest = <T extends CreditUsage>(
  call: Call,
  read: (json: unknown) => T | undefined,
) => Promise<ResponseSuccess<T>>;

const HEADER_TEXT = /^[\x21-\x7e]+$/;
/** A longer timer would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Throws `TypeError` when an option is invalid. */
export function createRequestSender(options: ClientOptions): SendRequest {
  const { idempotent = false, timeoutMs = 30_000, maxAttempts = 4, maxWaitMs = 60_000 } = options;
  const { now = Date.now, random = Math.random, newKey = () => crypto.randomUUID(), sleep = timer } = options;
  const host = parseHost(options);
  const maxTotalWait = Math.min(maxWaitMs, MAX_TIMER_MS);

  return async (given, read) => {
    const idempotencyKey = given.idempotencyKey ?? (idempotent ? newKey() : undefined);
    const call = idempotencyKey === undefined ? given : { ...given, idempotencyKey: checkedKey(idempotencyKey) };
    let charged: Charged = "no";
    let waited = 0;
    let limited = 0;
    for (let attempts = 1; ; attempts++) {
      const result = await sendOnce(host, call, read, { timeoutMs, fetch: options.fetch, now });
      if (result.kind === "success") return result;
      // An attempt of unknown cost makes the cost of the whole call unknown.
      if (result.charged === "unknown") charged = "unknown";
      // A service that reports an unknown charge is one that supports the call's own key.
      const replayable = idempotent || (idempotencyKey !== undefined && result.error?.code === CHARGE_UNKNOWN);
      const wait =
        attempts < maxAttempts
          ? waitBeforeRetry(result, { attempts, limited, replayable, random: random() })
          : undefined;
      if (wait === undefined || waited + wait > maxTotalWait) throw toApiProblem(result, charged);
      waited += wait;
      // Clients that share a limit get the same time, and one of them is admitted.
      if (result.status === ERROR_STATUS.TOO_MANY_REQUESTS && (result.retryAfterMs ?? 0) >= LEAST_LIMIT_MS) {
        limited++;
        attempts--;
      }
      await sleep(wait, call.signal);
    }
  };
}

function parseHost({ baseUrl, apiKey, own = false }: ClientOptions): Host {
  const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // Neither value is repeated, because both may contain a secret.
  if (address === undefined || !["http:", "https:"].includes(address.protocol))
    throw new TypeError("baseUrl must be an http or https URL such as https://api.example.com");
  if (address.username !== "" || address.password !== "" || address.search !== "" || address.hash !== "")
    throw new TypeError("baseUrl must be a URL without user name, password, query or fragment");
  if (!HEADER_TEXT.test(apiKey))
    throw new TypeError("apiKey must be printable ASCII without spaces, because it is sent as a header");
  return { host: address.href, credentials: { [API_KEY_HEADER]: apiKey }, own };
}

function checkedKey(key: string): string {
  if (HEADER_TEXT.test(key) && key.length <= IDEMPOTENCY.maxKeyLength) return key;
  throw new TypeError(
    `idempotencyKey must be 1 to ${IDEMPOTENCY.maxKeyLength} characters of printable ASCII without spaces`,
  );
}

function timer(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(running);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const running = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

/** A shorter time is counted as an attempt, so that no host has requests repeated without end. */
const LEAST_LIMIT_MS = 1_000;

/** The first wait without a Retry-After is this long, and each further one twice as long. */
const BACKOFF_MS = 500;

interface Attempt {
  /** This attempt is counted too. */
  readonly attempts: number;
  /** A rate limit refused this many attempts before. */
  readonly limited: number;
  /** The request carried an idempotency key that the host supports, so a retry is never charged again. */
  readonly replayable: boolean;
  /** This number from 0 to 1 keeps clients that failed together from retrying together. */
  readonly random: number;
}

/** Returns the ms to wait, or undefined when the request must not be retried. */
function waitBeforeRetry(failure: ResponseFailure, attempt: Attempt): number | undefined {
  const { status, reason, retryAfterMs, error, charged } = failure;
  const limited = status === ERROR_STATUS.TOO_MANY_REQUESTS;
  // A retry without an idempotency key could be charged twice.
  if (error?.code === CHARGE_UNKNOWN && !attempt.replayable) return undefined;
  if ((limited || status === ERROR_STATUS.SERVICE_UNAVAILABLE) && retryAfterMs !== undefined)
    return retryAfterMs + (attempt.limited > 0 ? attempt.random * BACKOFF_MS : 0);
  const wait = retryAfterMs ?? BACKOFF_MS * 2 ** (attempt.attempts - 1) * (0.75 + attempt.random / 2);
  // The request was rejected before anything was looked up.
  if (limited && charged === "no") return wait;
  if (!attempt.replayable) return undefined;
  const running = error?.code === ("CONFLICT" satisfies ErrorCode);
  const lost = reason === "timeout" || reason === "unreachable" || reason === "broken";
  return running || lost || status >= 500 ? wait : undefined;
}
