/** A change to people, workspaces or keys that is not possible, with a one-sentence reason. */
import type { ErrorCode } from "@dealflow/contract/errors";

export class AccountError extends Error {
  override readonly name = "AccountError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Seconds after which it becomes possible. */
    readonly retryAfterS?: number,
  ) {
    super(message);
  }
}
