/** What an answer comes to, judged in one place for everyone who asks: what was read, or why nothing was and its cost. */
import { CHARGE_UNKNOWN } from "@/lib/contract/errors";
import {
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@/lib/contract/headers";
import { type ErrorResponse, parseJson, readErrorResponse } from "./list-page";
import { countIn, retryAfterMs } from "./response-headers";
import type { Host, HttpResponse, NoResponse } from "./send-once";

/** Of a failure: `no` when it is certain that nothing was charged. */
export type Charged = "no" | "unknown";

/** What every reader finds in an answer beside its content; null is what the answer does not say. */
export interface CreditUsage {
  readonly creditsUsed: number | null;
  readonly creditsRemaining: number | null;
}

export interface ResponseSuccess<T> {
  readonly kind: "read";
  readonly value: T;
  /** As it came, without the key. */
  readonly body: Uint8Array;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  /** Credits that it cost, and that are left, where the host says so. */
  readonly credits: number | undefined;
  readonly balance: number | undefined;
}

/**
 * Nothing that can be used. `refusal`: an error in the interface's envelope; `redirect`, `unreadable`: an answer
 * outside the interface; the others: no whole answer.
 */
export interface ResponseFailure {
  readonly kind: "unread";
  readonly reason: NoResponse["reason"] | "refusal" | "redirect" | "unreadable";
  /** 0: no answer. */
  readonly status: number;
  /** One sentence, without what it cost. */
  readonly message: string;
  readonly charged: Charged;
  readonly error: ErrorResponse | undefined;
  /** Text of the answer without the key. */
  readonly text: string;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly balance: number | undefined;
}

export function costSentence(charged: Charged): string {
  return charged === "no" ? "Nothing was charged." : "It is not known whether this was charged; the balance will show.";
}

/** `now`: of what a `Retry-After` with a date is counted, in ms. `read` answers undefined for what is not its kind. */
export function parseResponse<T extends CreditUsage>(
  to: Host,
  response: HttpResponse | NoResponse,
  now: number,
  read: (json: unknown) => T | undefined,
): ResponseSuccess<T> | ResponseFailure {
  if (response.kind === "none") return noResponseFailure(response);
  const secrets = Object.values(to.credentials);
  const { body, text } = withoutSecrets(response.body, secrets);
  const json = parseJson(text);
  const requestId = plainHeader(response, REQUEST_ID_HEADER, secrets);
  const value = response.status === 200 ? read(json) : undefined;
  const headerBalance = countIn(response.headers, CREDITS_REMAINING_HEADER);
  // A replayed answer tells the balance of the day on which it was first given; its headers are of now.
  const replayed = response.headers.get(IDEMPOTENT_REPLAYED_HEADER) === "true";
  const balance = (replayed ? headerBalance : undefined) ?? value?.creditsRemaining ?? headerBalance;
  if (value !== undefined) {
    const credits = value.creditsUsed ?? countIn(response.headers, CREDITS_USED_HEADER);
    return { kind: "read", value, body, headers: response.headers, requestId, credits, balance };
  }

  const error = response.status >= 400 ? readErrorResponse(json) : undefined;
  // A redirect that may not be followed has the status 0 in browsers.
  const redirected = response.status < 400 && Math.floor(response.status / 100) !== 2;
  return {
    kind: "unread",
    reason: error !== undefined ? "refusal" : redirected ? "redirect" : "unreadable",
    status: response.status,
    message: error?.message ?? `The API answered ${response.status} with something that is not its own format.`,
    charged: chargedBy(response, to, error),
    error,
    text,
    requestId: error?.requestId ?? requestId,
    retryAfterMs: retryAfterMs(response.headers.get(RETRY_AFTER_HEADER), now),
    balance: balance ?? (response.status === 402 ? 0 : undefined),
  };
}

function noResponseFailure({ reason, sent, timeoutMs }: NoResponse): ResponseFailure {
  const message = {
    unreachable: "The API cannot be reached.",
    timeout: `The API did not answer within ${timeoutMs / 1000} seconds.`,
    broken: "The API's answer broke off.",
    "too-large": "The API's answer is larger than a page can be.",
  }[reason];
  const nothing = { error: undefined, requestId: undefined, retryAfterMs: undefined, balance: undefined };
  return { kind: "unread", reason, status: 0, message, charged: sent ? "unknown" : "no", text: "", ...nothing };
}

/**
 * The interface charges for returned records, so a refusal in its own envelope cost nothing, and neither does an error
 * of our own service unless it says that it may have. Of anything else only the host's word for it counts.
 */
function chargedBy(response: HttpResponse, to: Host, error: ErrorResponse | undefined): Charged {
  if (error?.code === CHARGE_UNKNOWN) return "unknown";
  if (countIn(response.headers, CREDITS_USED_HEADER) === 0) return "no";
  if (error === undefined) return "unknown";
  return response.status < 500 || to.own ? "no" : "unknown";
}

/** A host that repeats the key, in an error or in a header, shall tell it to nobody. */
function withoutSecrets(body: Uint8Array, secrets: readonly string[]): { body: Uint8Array; text: string } {
  const text = new TextDecoder().decode(body);
  const forms = secrets.flatMap((secret) => {
    const quoted = JSON.stringify(secret).slice(1, -1);
    // As it is, as JSON has to write it, and as some hosts do.
    return [secret, quoted, quoted.replaceAll("/", "\\/")];
  });
  const clean = forms.reduce((left, form) => left.replaceAll(form, "[key]"), text);
  return clean === text ? { body, text } : { body: new TextEncoder().encode(clean), text: clean };
}

function plainHeader(response: HttpResponse, name: string, secrets: readonly string[]): string | undefined {
  const value = response.headers.get(name);
  if (value === null || !/^[\w.:-]{1,100}$/.test(value)) return undefined;
  return secrets.some((secret) => value.includes(secret)) ? undefined : value;
}
