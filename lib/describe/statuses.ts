/** The meaning of every response status, and what a client should do. */
import {
  ERROR_STATUS,
  type ErrorCode,
  INSUFFICIENT_CREDITS,
  MAX_ADDRESS_BYTES,
  MAX_BODY_BYTES,
} from "@/lib/contract/errors";
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import { BAD_KEYS, IDEMPOTENCY } from "@/lib/contract/limits";

interface ErrorDescription {
  readonly title: string;
  readonly meaning: string;
  /** What to do about it. */
  readonly next: string;
  /** How long to wait before a retry; absent when a retry cannot help. */
  readonly wait?: string;
}

const RETRY_AFTER_SECONDS = `the seconds of \`${RETRY_AFTER_HEADER}\``;
/** Where the service cannot say how long. */
export const BACKOFF = "1, 2, then 4 s: 4 attempts in all";

export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, ErrorDescription>> = {
  INVALID_INPUT: {
    title: "Invalid input",
    meaning: `A parameter, the body, the cursor or the ${IDEMPOTENCY_KEY_HEADER} is not valid; the message names it, its value and what is allowed.`,
    next: "Mend what the message names. Without a valid cursor, start again without one.",
  },
  UNAUTHORIZED: {
    title: "Unauthorized",
    meaning: `The key in ${API_KEY_HEADER} is missing, mistyped, unknown or revoked. On a key that worked before it means that the key was revoked.`,
    next: "Ask the account owner for a key.",
  },
  PAYMENT_REQUIRED: {
    title: "No credits left",
    meaning: `The workspace has no credits left. Clients accept the code ${INSUFFICIENT_CREDITS} as the same.`,
    next: "Stop and tell the account owner; keep the last cursor, which stays good once credits are there.",
  },
  FORBIDDEN: {
    title: "Forbidden",
    meaning: `The operator blocked the workspace, or ${BAD_KEYS.count} unusable keys came from this address within ${BAD_KEYS.windowMinutes} minutes and this one is unusable too.`,
    next: `Stop sending that key. With \`${RETRY_AFTER_HEADER}\`, unusable keys are looked at again after so many seconds (${BAD_KEYS.blockedMinutes} minutes at most).`,
  },
  NOT_FOUND: {
    title: "Not found",
    meaning: "No company matches; nothing was charged. On an unknown path: nothing is there.",
    next: "Try another selector.",
  },
  METHOD_NOT_ALLOWED: {
    title: "Method not allowed",
    meaning: "The path does not take this method; `Allow` names those that it takes.",
    next: "Use a method of `Allow`.",
  },
  CONFLICT: {
    title: "Still running",
    meaning: `A request under the same ${IDEMPOTENCY_KEY_HEADER} is still running.`,
    next: "Send the same request under the same key a little later.",
    wait: "1 s",
  },
  PAYLOAD_TOO_LARGE: {
    title: "Body too large",
    meaning: `The body has more than ${MAX_BODY_BYTES} bytes.`,
    next: "Send fewer companies.",
  },
  TOO_MANY_REQUESTS: {
    title: "Too many requests",
    meaning: "The workspace is over the rate limit of its plan.",
    next: "Wait; a client that waits exactly as long as it is told is admitted.",
    wait: RETRY_AFTER_SECONDS,
  },
  HEADERS_TOO_LARGE: {
    title: "Address too long",
    meaning: `The address has more than ${MAX_ADDRESS_BYTES} bytes, or the headers are too large.`,
    next: "Ask for fewer values at once.",
  },
  INTERNAL_ERROR: {
    title: "Internal error",
    meaning: "Something went wrong in the service; nothing was charged.",
    next: "Try again a few times, then report `meta.requestId`.",
    wait: BACKOFF,
  },
  SERVICE_UNAVAILABLE: {
    title: "Unavailable",
    meaning: "The service cannot answer at the moment; nothing was charged.",
    next: "Wait and try again.",
    wait: RETRY_AFTER_SECONDS,
  },
  CHARGE_UNKNOWN: {
    title: "May have been charged",
    meaning:
      "The database stopped answering while this request was being charged, and what became of the charge could not be found out: it may have been charged.",
    next: `With an ${IDEMPOTENCY_KEY_HEADER}, send the same request again under the same key. Without one do not repeat it: look for \`meta.requestId\` in the ledger first.`,
  },
};

export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** How long a response is replayed, in words. */
export const REPLAY = `The same key and request within ${IDEMPOTENCY.hours} h replays the stored answer byte for byte and charges nothing; another request under that key is refused with 400.`;

/** The code of an error status; undefined for 200. */
export function codeOf(status: number): ErrorCode | undefined {
  return ERROR_CODES.find((code) => ERROR_STATUS[code] === status);
}
