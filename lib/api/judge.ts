/** What an answer comes to, judged in one place for everyone who asks: what was read, or why nothing was and its cost. */
import { CHARGE_UNKNOWN } from "@/lib/contract/errors";
import {
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@/lib/contract/headers";
import { countIn, retryAfterMs } from "./answer-headers";
import { type ErrorAnswer, parseJson, readErrorAnswer } from "./list-page";
import type { Answer, Host, NoAnswer } from "./send-once";

/** Of a failure: `no` when it is certain that nothing was charged. */
export type Charged = "no" | "unknown";

/** What every reader finds in an answer beside its content; null is what the answer does not say. */
export interface Priced {
  readonly creditsUsed: number | null;
  readonly creditsRemaining: number | null;
}

export interface Read<T> {
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
export interface Unread {
  readonly kind: "unread";
  readonly reason: NoAnswer["reason"] | "refusal" | "redirect" | "unreadable";
  /** 0: no answer. */
  readonly status: number;
  /** One sentence, without what it cost. */
  readonly what: string;
  readonly charged: Charged;
  readonly error: ErrorAnswer | undefined;
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
export function judge<T extends Priced>(
  to: Host,
  given: Answer | NoAnswer,
  now: number,
  read: (json: unknown) => T | undefined,
): Read<T> | Unread {
  if (given.kind === "none") return unanswered(given);
  const secrets = Object.values(to.credentials);
  const { body, text } = withoutSecrets(given.body, secrets);
  const json = parseJson(text);
  const requestId = plainHeader(given, REQUEST_ID_HEADER, secrets);
  const value = given.status === 200 ? read(json) : undefined;
  const beside = countIn(given.headers, CREDITS_REMAINING_HEADER);
  // A replayed answer tells the balance of the day on which it was first given; its headers are of now.
  const old = given.headers.get(IDEMPOTENT_REPLAYED_HEADER) === "true";
  const balance = (old ? beside : undefined) ?? value?.creditsRemaining ?? beside;
  if (value !== undefined) {
    const credits = value.creditsUsed ?? countIn(given.headers, CREDITS_USED_HEADER);
    return { kind: "read", value, body, headers: given.headers, requestId, credits, balance };
  }

  const error = given.status >= 400 ? readErrorAnswer(json) : undefined;
  // A redirect that may not be followed has the status 0 in browsers.
  const redirected = given.status < 400 && Math.floor(given.status / 100) !== 2;
  return {
    kind: "unread",
    reason: error !== undefined ? "refusal" : redirected ? "redirect" : "unreadable",
    status: given.status,
    what: error?.message ?? `The API answered ${given.status} with something that is not its own format.`,
    charged: chargedBy(given, to, error),
    error,
    text,
    requestId: error?.requestId ?? requestId,
    retryAfterMs: retryAfterMs(given.headers.get(RETRY_AFTER_HEADER), now),
    balance: balance ?? (given.status === 402 ? 0 : undefined),
  };
}

function unanswered({ reason, sent, timeoutMs }: NoAnswer): Unread {
  const what = {
    unreachable: "The API cannot be reached.",
    timeout: `The API did not answer within ${timeoutMs / 1000} seconds.`,
    broken: "The API's answer broke off.",
    "too-large": "The API's answer is larger than a page can be.",
  }[reason];
  const nothing = { error: undefined, requestId: undefined, retryAfterMs: undefined, balance: undefined };
  return { kind: "unread", reason, status: 0, what, charged: sent ? "unknown" : "no", text: "", ...nothing };
}

/**
 * The interface charges for returned records, so a refusal in its own envelope cost nothing, and neither does an error
 * of our own service unless it says that it may have. Of anything else only the host's word for it counts.
 */
function chargedBy(answer: Answer, to: Host, error: ErrorAnswer | undefined): Charged {
  if (error?.code === CHARGE_UNKNOWN) return "unknown";
  if (countIn(answer.headers, CREDITS_USED_HEADER) === 0) return "no";
  if (error === undefined) return "unknown";
  return answer.status < 500 || to.own ? "no" : "unknown";
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

function plainHeader(answer: Answer, name: string, secrets: readonly string[]): string | undefined {
  const value = answer.headers.get(name);
  if (value === null || !/^[\w.:-]{1,100}$/.test(value)) return undefined;
  return secrets.some((secret) => value.includes(secret)) ? undefined : value;
}
