/** Asks the API until it has answered or may not be asked again: the retries of the client. */
import { CHARGE_UNKNOWN } from "@/lib/contract/errors";
import { API_KEY_HEADER } from "@/lib/contract/headers";
import { IDEMPOTENCY } from "@/lib/contract/limits";
import { type Charged, type CreditUsage, parseResponse, type ResponseSuccess } from "./parse-response";
import { toApiProblem } from "./problem";
import { waitBeforeRetry } from "./retry";
import { type Call, type Host, sendOnce } from "./send-once";

export interface ClientOptions {
  /** Address of the API before `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The API honours `Idempotency-Key`. Then every request carries one, and what was lost is asked for again. */
  readonly idempotent?: boolean | undefined;
  /** The API is a service of this project, whose errors never cost anything. */
  readonly own?: boolean | undefined;
  /** For one whole answer; 30 s. */
  readonly timeoutMs?: number | undefined;
  /** Of one call; 4. */
  readonly maxAttempts?: number | undefined;
  /** Of all waits of one call together; 60 s. What has to wait longer fails at once and says how long. */
  readonly maxWaitMs?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** The time in ms, and waiting for it: ends early, without an error, when the signal says so. */
  readonly now?: (() => number) | undefined;
  readonly sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  readonly random?: (() => number) | undefined;
  readonly newKey?: (() => string) | undefined;
}

/** Throws `ApiProblem`, or the reason of the call's signal: what was under way then may have been charged. */
export type SendRequest = <T extends CreditUsage>(
  call: Call,
  read: (json: unknown) => T | undefined,
) => Promise<ResponseSuccess<T>>;

const HEADER_TEXT = /^[\x21-\x7e]+$/;
/** A longer timer ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Throws `TypeError` when an option cannot be used. */
export function createRequestSender(options: ClientOptions): SendRequest {
  const { idempotent = false, timeoutMs = 30_000, maxAttempts = 4, maxWaitMs = 60_000 } = options;
  const { now = Date.now, random = Math.random, newKey = () => crypto.randomUUID(), sleep = timer } = options;
  const host = hostOf(options);
  const longest = Math.min(maxWaitMs, MAX_TIMER_MS);

  return async (given, read) => {
    const idempotencyKey = given.idempotencyKey ?? (idempotent ? newKey() : undefined);
    const call = idempotencyKey === undefined ? given : { ...given, idempotencyKey: checkedKey(idempotencyKey) };
    let charged: Charged = "no";
    let waited = 0;
    for (let attempts = 1; ; attempts++) {
      const sent = await sendOnce(host, call, { timeoutMs, fetch: options.fetch });
      const result = parseResponse(host, sent, now(), read);
      if (result.kind === "read") return result;
      // An attempt that is not known to have cost nothing leaves that doubt on all of them.
      if (result.charged === "unknown") charged = "unknown";
      // Whoever says that it does not know what became of a charge is a service that honours the call's own key.
      const replayable = idempotent || (idempotencyKey !== undefined && result.error?.code === CHARGE_UNKNOWN);
      const wait =
        attempts < maxAttempts ? waitBeforeRetry(result, { attempts, replayable, random: random() }) : undefined;
      if (wait === undefined || waited + wait > longest) throw toApiProblem(result, charged);
      waited += wait;
      await sleep(wait, call.signal);
    }
  };
}

function hostOf({ baseUrl, apiKey, own = false }: ClientOptions): Host {
  const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // Neither value is repeated: both may hold a secret.
  if (address === undefined || !["http:", "https:"].includes(address.protocol))
    throw new TypeError("baseUrl must be an http or https address such as https://api.example.com");
  if (address.username !== "" || address.password !== "" || address.search !== "" || address.hash !== "")
    throw new TypeError("baseUrl must be a plain address without name, password, query and fragment");
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
