/** Reports with one sentence why a change to people, workspaces, keys or saved items is not possible. */
import type { ErrorCode } from "@dealflow/contract/errors";
import { quote } from "@dealflow/contract/query/quote";

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

export function changedElsewhere(name: string): AccountError {
  return new AccountError("CONFLICT", `${quote(name)} was changed elsewhere; reload it`);
}

export function limitReached(most: number): AccountError {
  return new AccountError("CONFLICT", `a workspace can have at most ${most} of these; remove some first`);
}
