/**
 * Sends one request to the API without retries or redirects, and with a timeout. Returns the value that was read, or
 * the reason why there is none and the cost that it may have had.
 */
import { CHARGE_UNKNOWN } from "@dealflow/contract/errors";
import {
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@dealflow/contract/headers";
import { parseRetryAfter } from "@dealflow/contract/retry-after";
import type { Charged } from "./charged";
import { type ErrorResponse, parseJson, readErrorResponse } from "./list-page";
import { readCount } from "./response-headers";

/** Names the called host and the credentials for it. */
export interface Host {
  /** The address ends before the API's paths. */
  readonly host: string;
  /** These are authentication headers; their values are removed from responses, in case the host repeats them. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Our own service reports more than the API requires. */
  readonly own: boolean;
}

export interface Call {
  /** The path includes the query. */
  readonly path: string;
  /** The body is JSON text; a call with a body is a POST. */
  readonly body?: string;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SendOptions {
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch | undefined;
  /** The clock is in ms, and is the reference of a `Retry-After` date. */
  readonly now?: (() => number) | undefined;
}

/** Every reader returns this metadata with the content; null where the response has none. */
export interface CreditUsage {
  readonly creditsUsed: number | null;
  readonly creditsRemaining: number | null;
}

export interface ResponseSuccess<T> {
  readonly kind: "success";
  readonly value: T;
  /** The body is unchanged, but without the key. */
  readonly body: Uint8Array;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  /** The cost and the remaining balance are undefined where the host does not report them. */
  readonly credits: number | undefined;
  readonly balance: number | undefined;
}

/**
 * There was no usable response. A `refusal` is an error in the API's envelope; `redirect` and `unreadable` are
 * responses outside the API's format; the other kinds had no complete response.
 */
export interface ResponseFailure {
  readonly kind: "failure";
  readonly reason: NoResponse["reason"] | "refusal" | "redirect" | "unreadable";
  /** The status is 0 without a response. */
  readonly status: number;
  /** The message is one sentence, without the cost. */
  readonly message: string;
  readonly charged: Charged;
  readonly error: ErrorResponse | undefined;
  /** The text of the response does not contain the key. */
  readonly text: string;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly balance: number | undefined;
}

interface HttpResponse {
  readonly kind: "response";
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/**
 * There was no complete response. `sent` is true when the host can have received the request, and so can have charged
 * for it.
 */
interface NoResponse {
  readonly kind: "none";
  readonly sent: boolean;
  readonly reason: "timeout" | "unreachable" | "broken" | "too-large";
  readonly timeoutMs: number;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** These errors occur before a request is sent, so nothing can have been served. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/**
 * Redirects are not followed: the key is sent to no other host. `read` returns undefined for a response of another
 * kind. Throws only the reason of the caller's signal.
 */
export async function sendOnce<T extends CreditUsage>(
  to: Host,
  call: Call,
  read: (json: unknown) => T | undefined,
  options: SendOptions,
): Promise<ResponseSuccess<T> | ResponseFailure> {
  const response = await send(to, call, options);
  if (response.kind === "none") return noResponseFailure(response);
  return parseResponse(to, response, (options.now ?? Date.now)(), read);
}

async function send(to: Host, call: Call, options: SendOptions): Promise<HttpResponse | NoResponse> {
  call.signal?.throwIfAborted();
  const { timeoutMs } = options;
  const noResponse = (reason: NoResponse["reason"], sent: boolean): NoResponse => ({
    kind: "none",
    sent,
    reason,
    timeoutMs,
  });
  // The signals are combined by hand: with the platform's combined signal, some versions of Node lose the timeout.
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  const timer = setTimeout(stop, timeoutMs);
  call.signal?.addEventListener("abort", stop);
  try {
    const response = await (options.fetch ?? fetch)(`${to.host.replace(/\/+$/, "")}${call.path}`, {
      ...(call.body === undefined ? {} : { method: "POST", body: call.body }),
      headers: requestHeaders(to, call),
      redirect: "manual",
      cache: "no-store",
      signal: stopped.signal,
    });
    const body = await readBody(response);
    if (body === undefined) return noResponse("too-large", true);
    return { kind: "response", status: response.status, headers: response.headers, body };
  } catch (error) {
    call.signal?.throwIfAborted();
    if (stopped.signal.aborted) return noResponse("timeout", true);
    return wasSent(error) ? noResponse("broken", true) : noResponse("unreachable", false);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", stop);
  }
}

function requestHeaders(to: Host, call: Call): Record<string, string> {
  return {
    ...to.credentials,
    Accept: "application/json",
    ...(call.body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(call.idempotencyKey === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: call.idempotencyKey }),
  };
}

async function readBody(response: Response): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BYTES) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}

/** Returns true when the host can have received the request of a failed fetch, and so can have charged for it. */
export function wasSent(error: unknown): boolean {
  return !NOT_SENT.has(causeCode(error));
}

/** Returns the system's code of a failed fetch; for a host with several addresses, that of the first. */
function causeCode(error: unknown): string {
  let at = error;
  while (typeof at === "object" && at !== null) {
    if (at instanceof AggregateError && at.errors.length > 0) at = at.errors[0];
    else if ("code" in at && typeof at.code === "string") return at.code;
    else at = "cause" in at ? at.cause : undefined;
  }
  return "";
}

function parseResponse<T extends CreditUsage>(
  to: Host,
  response: HttpResponse,
  now: number,
  read: (json: unknown) => T | undefined,
): ResponseSuccess<T> | ResponseFailure {
  const secrets = Object.values(to.credentials);
  const { body, text } = redactSecrets(response.body, secrets);
  const json = parseJson(text);
  const requestId = readHeader(response, REQUEST_ID_HEADER, secrets);
  const value = response.status === 200 ? read(json) : undefined;
  const headerBalance = readCount(response.headers, CREDITS_REMAINING_HEADER);
  // A replayed response contains the balance at the time of the original; its headers are current.
  const replayed = response.headers.get(IDEMPOTENT_REPLAYED_HEADER) === "true";
  const balance = (replayed ? headerBalance : undefined) ?? value?.creditsRemaining ?? headerBalance;
  if (value !== undefined) {
    const credits = value.creditsUsed ?? readCount(response.headers, CREDITS_USED_HEADER);
    return { kind: "success", value, body, headers: response.headers, requestId, credits, balance };
  }

  const error = response.status >= 400 ? readErrorResponse(json) : undefined;
  // In browsers a redirect that may not be followed has status 0.
  const redirected = response.status < 400 && Math.floor(response.status / 100) !== 2;
  return {
    kind: "failure",
    reason: error !== undefined ? "refusal" : redirected ? "redirect" : "unreadable",
    status: response.status,
    message: error?.message ?? `The API returned ${response.status} in an unexpected format.`,
    charged: wasCharged(response, to, error),
    error,
    text,
    requestId: error?.requestId ?? requestId,
    retryAfterMs: parseRetryAfter(response.headers.get(RETRY_AFTER_HEADER), now),
    balance: balance ?? (response.status === 402 ? 0 : undefined),
  };
}

function noResponseFailure({ reason, sent, timeoutMs }: NoResponse): ResponseFailure {
  const message = {
    unreachable: "The API cannot be reached.",
    timeout: `The API did not respond within ${timeoutMs / 1000} seconds.`,
    broken: "The connection was lost during the API's response.",
    "too-large": "The API's response is too large.",
  }[reason];
  const charged = sent ? "unknown" : "no";
  const nothing = { error: undefined, requestId: undefined, retryAfterMs: undefined, balance: undefined };
  return { kind: "failure", reason, status: 0, message, charged, text: "", ...nothing };
}

/**
 * The API charges for returned records, so an error in its own envelope cost nothing, and neither does an error of our
 * own service unless it says that it may have. For anything else only the host's own report counts.
 */
function wasCharged(response: HttpResponse, to: Host, error: ErrorResponse | undefined): Charged {
  if (error?.code === CHARGE_UNKNOWN) return "unknown";
  if (readCount(response.headers, CREDITS_USED_HEADER) === 0) return "no";
  if (error === undefined) return "unknown";
  return response.status < 500 || to.own ? "no" : "unknown";
}

/** Removes the key from a response, in case the host repeats it in an error or a header. */
function redactSecrets(body: Uint8Array, secrets: readonly string[]): { body: Uint8Array; text: string } {
  const text = new TextDecoder().decode(body);
  const forms = secrets.flatMap((secret) => {
    const quoted = JSON.stringify(secret).slice(1, -1);
    // A key can occur raw, as JSON escapes it, and as some hosts do.
    return [secret, quoted, quoted.replaceAll("/", "\\/")];
  });
  const clean = forms.reduce((left, form) => left.replaceAll(form, "[key]"), text);
  return clean === text ? { body, text } : { body: new TextEncoder().encode(clean), text: clean };
}

function readHeader(response: HttpResponse, name: string, secrets: readonly string[]): string | undefined {
  const value = response.headers.get(name);
  if (value === null || !/^[\w.:-]{1,100}$/.test(value)) return undefined;
  return secrets.some((secret) => value.includes(secret)) ? undefined : value;
}
