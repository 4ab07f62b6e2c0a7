/** Explains every response status, and what a client should do about it. */
import {
  ERROR_STATUS,
  type ErrorCode,
  INSUFFICIENT_CREDITS,
  MAX_ADDRESS_BYTES,
  MAX_BODY_BYTES,
} from "@dealflow/contract/errors";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { BAD_KEYS, IDEMPOTENCY } from "@dealflow/contract/limits";

export interface ErrorDescription {
  readonly title: string;
  readonly meaning: string;
  readonly next: string;
  /** Tells how long to wait before a retry; it is absent when a retry cannot help. */
  readonly wait?: string;
}

const RETRY_AFTER_SECONDS = `the seconds of \`${RETRY_AFTER_HEADER}\``;
/** Clients wait this long where the service cannot say how long. */
export const BACKOFF = "1, 2, then 4 s: 4 attempts in total";

export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, ErrorDescription>> = {
  INVALID_INPUT: {
    title: "Invalid input",
    meaning: `A parameter, the body, the cursor or the ${IDEMPOTENCY_KEY_HEADER} is not valid; the message names it, its value and what is allowed.`,
    next: "Fix what the message names. If the cursor is invalid, start again without one.",
  },
  UNAUTHORIZED: {
    title: "Unauthorized",
    meaning: `The key in ${API_KEY_HEADER} is missing, mistyped, unknown or revoked. A key that used to work was revoked.`,
    next: "Ask the account owner for a key.",
  },
  PAYMENT_REQUIRED: {
    title: "No credits left",
    meaning: `The workspace has no credits left. Clients accept the code ${INSUFFICIENT_CREDITS} as the same.`,
    next: "Stop and tell the account owner; keep the last cursor, which stays valid.",
  },
  FORBIDDEN: {
    title: "Forbidden",
    meaning: `The operator blocked the workspace, or ${BAD_KEYS.count} unusable keys came from this address within ${BAD_KEYS.windowMinutes} minutes and this one is unusable too.`,
    next: `Stop sending that key. \`${RETRY_AFTER_HEADER}\` says for how many seconds unusable keys from this address stay blocked (at most ${BAD_KEYS.blockedMinutes} minutes).`,
  },
  NOT_FOUND: {
    title: "Not found",
    meaning: "No company matches, or the path does not exist; nothing was charged.",
    next: "Try another selector.",
  },
  METHOD_NOT_ALLOWED: {
    title: "Method not allowed",
    meaning: "The path does not support this method; `Allow` lists the supported ones.",
    next: "Use a method listed in `Allow`.",
  },
  CONFLICT: {
    title: "Still running",
    meaning: `A request with the same ${IDEMPOTENCY_KEY_HEADER} is still running.`,
    next: "Send the same request with the same key a little later.",
    wait: "1 s",
  },
  PAYLOAD_TOO_LARGE: {
    title: "Body too large",
    meaning: `The body is larger than ${MAX_BODY_BYTES} bytes.`,
    next: "Send fewer companies.",
  },
  TOO_MANY_REQUESTS: {
    title: "Too many requests",
    meaning: "The workspace exceeded its rate limit.",
    next: "Wait; a client that waits exactly that long is admitted.",
    wait: RETRY_AFTER_SECONDS,
  },
  HEADERS_TOO_LARGE: {
    title: "URL too long",
    meaning: `The URL is longer than ${MAX_ADDRESS_BYTES} bytes, or the headers are too large.`,
    next: "Send fewer values at once.",
  },
  INTERNAL_ERROR: {
    title: "Internal error",
    meaning: "Something went wrong in the service; nothing was charged.",
    next: "Try again a few times, then report `meta.requestId`.",
    wait: BACKOFF,
  },
  SERVICE_UNAVAILABLE: {
    title: "Unavailable",
    meaning: "The service is temporarily unavailable; nothing was charged.",
    next: "Wait and try again.",
    wait: RETRY_AFTER_SECONDS,
  },
  CHARGE_UNKNOWN: {
    title: "May have been charged",
    meaning: "The request failed during its charge or after it: it may have been charged.",
    next: `With an ${IDEMPOTENCY_KEY_HEADER}, send the same request again with the same key. Without one, do not repeat it before you have looked for \`meta.requestId\` in the ledger.`,
  },
};

export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** Tells in words how long a response is replayed. */
export const REPLAY = `Repeating the same request with the same key within ${IDEMPOTENCY.hours} h returns the stored response byte for byte and charges nothing; a different request with that key is rejected with 400.`;

/** Returns the code of an error status; undefined for 200. */
export function errorCode(status: number): ErrorCode | undefined {
  return ERROR_CODES.find((code) => ERROR_STATUS[code] === status);
}
