/** All rejections and failures as one class, handled in one place. */
import { ALLOWANCE_REACHED, BUDGET_REACHED, ERROR_STATUS, type ErrorCode } from "@dealflow/contract/errors";

/** Codes of the interface, and those that only people's clients receive: the dashboard, and MCP clients. */
type ResponseErrorCode = ErrorCode | typeof BUDGET_REACHED | typeof ALLOWANCE_REACHED;

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: (typeof ERROR_STATUS)[ErrorCode];

  /** @param headers sent beside the envelope, such as `Allow` or `Retry-After` */
  constructor(
    readonly code: ResponseErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = ERROR_STATUS[code === BUDGET_REACHED || code === ALLOWANCE_REACHED ? "FORBIDDEN" : code];
  }
}

/** The body of the error envelope (interface, Errors). */
export function errorBody(code: ResponseErrorCode, message: string, requestId: string): string {
  return JSON.stringify({ success: false, error: { code, message }, meta: { requestId } });
}
