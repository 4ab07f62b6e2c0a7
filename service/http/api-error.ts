/** Every refusal and failure as one class, answered in one place. */
import { ERROR_STATUS, type ErrorCode } from "@/lib/contract/errors";

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: (typeof ERROR_STATUS)[ErrorCode];

  /** @param headers sent beside the envelope, such as `Allow` or `Retry-After` */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = ERROR_STATUS[code];
  }
}

/** The body of the error envelope (interface, Errors). */
export function errorBody(code: ErrorCode, message: string, requestId: string): string {
  return JSON.stringify({ success: false, error: { code, message }, meta: { requestId } });
}
