/** Every rejection and failure is this one class, which `error-handler.ts` handles. */
import { ALLOWANCE_REACHED, BUDGET_REACHED, ERROR_STATUS, type ErrorCode } from "@dealflow/contract/errors";
import { RETRY_AFTER_HEADER } from "@dealflow/contract/headers";

/** Only people's clients, which are the dashboard and MCP clients, receive the last two codes. */
type ResponseErrorCode = ErrorCode | typeof BUDGET_REACHED | typeof ALLOWANCE_REACHED;

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: (typeof ERROR_STATUS)[ErrorCode];

  /** @param headers sent with the envelope, such as `Allow` or `Retry-After` */
  constructor(
    readonly code: ResponseErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = ERROR_STATUS[code === BUDGET_REACHED || code === ALLOWANCE_REACHED ? "FORBIDDEN" : code];
  }
}

/** @param seconds after which the request may be repeated */
export function tooManyRequests(message: string, seconds: number): ApiError {
  return new ApiError("TOO_MANY_REQUESTS", message, { [RETRY_AFTER_HEADER]: String(Math.ceil(seconds)) });
}

export function errorBody(code: ResponseErrorCode, message: string, requestId: string): string {
  return JSON.stringify({ success: false, error: { code, message }, meta: { requestId } });
}
