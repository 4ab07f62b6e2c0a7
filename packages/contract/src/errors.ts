/** After this error alone a request may have been charged: the outcome of its charge is unknown. */
export const CHARGE_UNKNOWN = "CHARGE_UNKNOWN";

/** The list of error codes with their statuses is closed (interface, Errors; decisions for the rest). */
export const ERROR_STATUS = {
  INVALID_INPUT: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  [CHARGE_UNKNOWN]: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The integration guide names the 402 code differently, and clients must accept both. */
export const INSUFFICIENT_CREDITS = "INSUFFICIENT_CREDITS";

/** A purchase above a budget gets this code, with 403. It is not part of the API: only the dashboard receives it. */
export const BUDGET_REACHED = "BUDGET_REACHED";

/** An MCP call whose connection has used its daily allowance gets this code. It is not part of the REST API. */
export const ALLOWANCE_REACHED = "ALLOWANCE_REACHED";

/** An address and a body have at most this many bytes. */
export const MAX_ADDRESS_BYTES = 64 * 1024;
export const MAX_BODY_BYTES = 64 * 1024;
