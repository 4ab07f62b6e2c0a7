/** What the client throws: one class for whatever keeps an answer away, and a class of its own for an empty account. */
import { ERROR_STATUS, type ErrorCode, INSUFFICIENT_CREDITS } from "@/lib/contract/errors";
import { type Charged, costSentence, type Unread } from "./judge";

/** Codes of problems that no error envelope came with. */
const NO_ANSWER = "NO_ANSWER";
const UNREADABLE = "UNREADABLE";
const OUTSIDE: readonly Unread["reason"][] = ["redirect", "unreadable"];

/** Its message, like every other part of it, never holds the API key. */
export class ApiProblem extends Error {
  override readonly name: string = "ApiProblem";
  readonly reason: Unread["reason"];
  /** 0: no answer. */
  readonly status: number;
  /** The API's own, else `NO_ANSWER` or `UNREADABLE`. */
  readonly code: string;
  readonly requestId: string | undefined;
  /** How long the API asked to wait. */
  readonly retryAfterMs: number | undefined;

  /** @param unread of the last attempt @param charged of all attempts */
  constructor(
    unread: Unread,
    readonly charged: Charged,
  ) {
    super(unread.error === undefined ? `${unread.what} ${costSentence(charged)}` : unread.what);
    this.reason = unread.reason;
    this.status = unread.status;
    this.code = unread.error?.code ?? (OUTSIDE.includes(unread.reason) ? UNREADABLE : NO_ANSWER);
    this.requestId = unread.requestId;
    this.retryAfterMs = unread.retryAfterMs;
  }
}

/** No credits are left, under whichever of the two codes the API says so. */
export class OutOfCredits extends ApiProblem {
  override readonly name = "OutOfCredits";
}

const OUT_OF_CREDITS: readonly string[] = ["PAYMENT_REQUIRED" satisfies ErrorCode, INSUFFICIENT_CREDITS];

export function problemOf(unread: Unread, charged: Charged): ApiProblem {
  const empty = unread.status === ERROR_STATUS.PAYMENT_REQUIRED || OUT_OF_CREDITS.includes(unread.error?.code ?? "");
  return empty ? new OutOfCredits(unread, charged) : new ApiProblem(unread, charged);
}

/** An answer that could be read, but not gone on from. */
export function outsideTheInterface(message: string): ApiProblem {
  const error = { code: UNREADABLE, message };
  const nothing = { requestId: undefined, retryAfterMs: undefined, balance: undefined };
  const unread = { kind: "unread", reason: "unreadable", status: 200, what: message, text: "", error } as const;
  return new ApiProblem({ ...unread, ...nothing, charged: "no" }, "no");
}
