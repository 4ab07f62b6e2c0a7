/** Reports with one sentence which rule forbids a change. Nothing was changed. */
export class RuleError extends Error {
  override readonly name = "RuleError";

  constructor(
    readonly code: "NOT_FOUND" | "CONFLICT" | "INVALID_INPUT" | "FORBIDDEN" | "TOO_MANY_REQUESTS",
    message: string,
    /** The change becomes possible after this many seconds. */
    readonly retryAfterS?: number,
  ) {
    super(message);
  }
}
