/** The client throws one class for every failure, and a subclass for an empty account. */
import { ERROR_STATUS, type ErrorCode, INSUFFICIENT_CREDITS } from "@dealflow/contract/errors";
import { type Charged, costSentence } from "./charged";
import type { ResponseFailure } from "./send-once";

/** These codes stand for failures without an error envelope. */
const NO_RESPONSE = "NO_ANSWER";
const UNREADABLE = "UNREADABLE";
const UNREADABLE_REASONS: readonly ResponseFailure["reason"][] = ["redirect", "unreadable"];

/** The message, like every other part, never contains the API key. */
export class ApiProblem extends Error {
  override readonly name: string = "ApiProblem";
  readonly reason: ResponseFailure["reason"];
  /** The status is 0 without a response. */
  readonly status: number;
  /** The code is the API's own, or `NO_ANSWER` or `UNREADABLE`. */
  readonly code: string;
  readonly requestId: string | undefined;
  /** The wait comes from `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  /** `failure` is that of the last attempt; `charged` covers all attempts. */
  constructor(
    failure: ResponseFailure,
    readonly charged: Charged,
  ) {
    super(failure.error === undefined ? `${failure.message} ${costSentence(charged)}` : failure.message);
    this.reason = failure.reason;
    this.status = failure.status;
    this.code = failure.error?.code ?? (UNREADABLE_REASONS.includes(failure.reason) ? UNREADABLE : NO_RESPONSE);
    this.requestId = failure.requestId;
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/** The client throws this when no credits are left, for both of the API's codes. */
export class OutOfCredits extends ApiProblem {
  override readonly name = "OutOfCredits";
}

const OUT_OF_CREDITS: readonly string[] = ["PAYMENT_REQUIRED" satisfies ErrorCode, INSUFFICIENT_CREDITS];

export function toApiProblem(failure: ResponseFailure, charged: Charged): ApiProblem {
  const empty = failure.status === ERROR_STATUS.PAYMENT_REQUIRED || OUT_OF_CREDITS.includes(failure.error?.code ?? "");
  return empty ? new OutOfCredits(failure, charged) : new ApiProblem(failure, charged);
}

/** Describes a response that could be read, but from which paging cannot continue. */
export function protocolProblem(message: string): ApiProblem {
  const error = { code: UNREADABLE, message };
  const nothing = { requestId: undefined, retryAfterMs: undefined, balance: undefined };
  const failure = { kind: "failure", reason: "unreadable", status: 200, message, text: "", error } as const;
  return new ApiProblem({ ...failure, ...nothing, charged: "no" }, "no");
}
