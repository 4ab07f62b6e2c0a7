/** Maps any error to the error envelope: no stack, no SQL, and the correct statement about the charge. */

import { CHARGE_UNKNOWN, type ErrorCode } from "@dealflow/contract/errors";
import { RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "pino";
import { TooBusy } from "@/service/accounts/people/hashing";
import { ChargeOutcomeUnknown, ChargeRejected } from "@/service/credits/charge";
import { isConnectionLoss } from "@/service/store/connection-loss";
import { ApiError, errorBody } from "./api-error";
import type { Env } from "./context";
import { OutOfTime } from "./response-deadline";

/** This is the SQLSTATE of a statement timeout; the next are those of an overloaded server or a lost conflict. */
const TIMED_OUT = "57014";
const UNAVAILABLE = /^(53|40001$|40P01$)/;
const RETRY_AFTER_S = 5;

const REJECTED = {
  cancelled: "the request was cancelled",
  overloaded: "the service is overloaded",
  locked: "the query timed out",
} as const satisfies Readonly<Record<ChargeRejected["reason"], string>>;

export function handleError(error: Error, c: Context<Env>, log: Logger): Response {
  const requestId = c.get("requestId");
  const envelope = toApiError(error, requestId, log, c.get("payment")?.pending);
  return c.body(errorBody(envelope.code, envelope.message, requestId), envelope.status as ContentfulStatusCode, {
    "Content-Type": "application/json",
    ...envelope.headers,
  });
}

/** Returns the error that is reported to the client, and logs one that is the service's fault. */
export function toApiError(error: Error, requestId: string, log: Logger, isCharged = false): ApiError {
  const apiError =
    error instanceof ApiError
      ? error
      : toUnavailableError(isCharged ? new ChargeOutcomeUnknown(error) : error, requestId);
  if (apiError === undefined || (apiError.status >= 500 && !isCancelled(error)))
    log.error({ requestId, err: error }, "request failed");
  return apiError ?? new ApiError("INTERNAL_ERROR", "something went wrong; nothing was charged");
}

/** The client is gone, which is no failure. */
function isCancelled(error: Error): boolean {
  return error instanceof ChargeRejected && error.reason === "cancelled";
}

function toUnavailableError(error: Error, requestId: string): ApiError | undefined {
  if (error instanceof ChargeOutcomeUnknown)
    return unavailableError(
      `the request failed during its charge or after it, so it may have been charged; look for ${requestId} in the ledger before you repeat it without an Idempotency-Key`,
      CHARGE_UNKNOWN,
    );
  if (error instanceof TooBusy) return unavailableError("too many people are signing in; try again in a few seconds");
  if (error instanceof ChargeRejected) return unavailableError(`${REJECTED[error.reason]}; nothing was charged`);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === TIMED_OUT) return unavailableError("the query timed out; nothing was charged");
  if (error instanceof OutOfTime || UNAVAILABLE.test(code) || isConnectionLoss(error))
    return unavailableError("the database is unavailable; nothing was charged");
  return undefined;
}

function unavailableError(message: string, code: ErrorCode = "SERVICE_UNAVAILABLE"): ApiError {
  return new ApiError(code, message, { [RETRY_AFTER_HEADER]: String(RETRY_AFTER_S) });
}
