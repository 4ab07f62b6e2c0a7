/** Parses every response in one place: the value that was read, or why there is none and what it may have cost. */
import { CHARGE_UNKNOWN } from "@/lib/contract/errors";
import {
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@/lib/contract/headers";
import { type ErrorResponse, parseJson, readErrorResponse } from "./list-page";
import { parseRetryAfter, readCount } from "./response-headers";
import type { Host, HttpResponse, NoResponse } from "./send-once";

/** On failures: `no` when it is certain that nothing was charged. */
export type Charged = "no" | "unknown";

/** Metadata that every reader returns beside the content; null where the response has none. */
export interface CreditUsage {
  readonly creditsUsed: number | null;
  readonly creditsRemaining: number | null;
}

export interface ResponseSuccess<T> {
  readonly kind: "success";
  readonly value: T;
  /** Unchanged, but without the key. */
  readonly body: Uint8Array;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  /** Its cost and the remaining balance, where the host reports them. */
  readonly credits: number | undefined;
  readonly balance: number | undefined;
}

/**
 * No usable response. `refusal`: an error in the API's envelope; `redirect`, `unreadable`: a response outside the API's
 * format; the others: no complete response.
 */
export interface ResponseFailure {
  readonly kind: "failure";
  readonly reason: NoResponse["reason"] | "refusal" | "redirect" | "unreadable";
  /** 0: no response. */
  readonly status: number;
  /** One sentence, without the cost. */
  readonly message: string;
  readonly charged: Charged;
  readonly error: ErrorResponse | undefined;
  /** Text of the response without the key. */
  readonly text: string;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly balance: number | undefined;
}

export function costSentence(charged: Charged): string {
  return charged === "no" ? "Nothing was charged." : "This may have been charged; check your balance.";
}

/** `now`: reference time for a `Retry-After` date, in ms. `read` returns undefined for a response of another kind. */
export function parseResponse<T extends CreditUsage>(
  to: Host,
  response: HttpResponse | NoResponse,
  now: number,
  read: (json: unknown) => T | undefined,
): ResponseSuccess<T> | ResponseFailure {
  if (response.kind === "none") return noResponseFailure(response);
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
    charged: chargedOf(response, to, error),
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
  const nothing = { error: undefined, requestId: undefined, retryAfterMs: undefined, balance: undefined };
  return { kind: "failure", reason, status: 0, message, charged: sent ? "unknown" : "no", text: "", ...nothing };
}

/**
 * The API charges for returned records, so an error in its own envelope cost nothing, and neither does an error of our
 * own service unless it says that it may have. For anything else only the host's own report counts.
 */
function chargedOf(response: HttpResponse, to: Host, error: ErrorResponse | undefined): Charged {
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
    // Raw, as JSON escapes it, and as some hosts do.
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
