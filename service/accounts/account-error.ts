/** Reports with one sentence why a change to people, workspaces or keys is not possible. */
import type { ErrorCode } from "@dealflow/contract/errors";

export class AccountError extends Error {
  override readonly name = "AccountError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** The change becomes possible after this many seconds. */
    readonly retryAfterS?: number,
  ) {
    super(message);
  }
}
