/** Something of people, workspaces or keys that cannot be done, with the one sentence that says why. */
import type { ErrorCode } from "@/lib/contract/errors";

export class AccountError extends Error {
  override readonly name = "AccountError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** After how many seconds it can be done. */
    readonly retryAfterS?: number,
  ) {
    super(message);
  }
}
