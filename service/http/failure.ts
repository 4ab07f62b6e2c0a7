/** Turns whatever was thrown into the error envelope: no stack, no SQL, nothing charged. */
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "pino";
import { RETRY_AFTER_HEADER } from "@/lib/contract/headers";
import { TooBusy } from "@/service/accounts/people/hashing";
import { ApiError, errorBody } from "./api-error";
import type { Env } from "./context";

/** SQLSTATE of a statement that took too long; those of a server that is not there, cannot take more or gave way to another. */
const TIMED_OUT = "57014";
const UNAVAILABLE = /^(08|53|57|40001$|40P01$)/;
/** System errors of a connection that could not be made or broke. */
const NO_CONNECTION = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/;
/** What the driver says of a connection that was lost, or not had in time. */
const NO_ANSWER = /^(Connection terminated|timeout exceeded when trying to connect)/;
const RETRY_AFTER_S = 5;

export function answerFailure(error: Error, c: Context<Env>, log: Logger): Response {
  const requestId = c.get("requestId");
  const known = error instanceof ApiError ? error : (busy(error) ?? databaseTrouble(error));
  if (known === undefined || known.status >= 500) log.error({ requestId, err: error }, "request failed");
  const answer = known ?? new ApiError("INTERNAL_ERROR", "something went wrong here; nothing was charged");
  return c.body(errorBody(answer.code, answer.message, requestId), answer.status as ContentfulStatusCode, {
    "Content-Type": "application/json",
    ...answer.headers,
  });
}

function busy(error: Error): ApiError | undefined {
  if (!(error instanceof TooBusy)) return undefined;
  const message = "too many people sign in at this moment; try again in a few seconds";
  return new ApiError("SERVICE_UNAVAILABLE", message, { [RETRY_AFTER_HEADER]: String(RETRY_AFTER_S) });
}

function databaseTrouble(error: Error): ApiError | undefined {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const broken = UNAVAILABLE.test(code) || NO_CONNECTION.test(code) || NO_ANSWER.test(error.message);
  if (!broken) return undefined;
  const message =
    code === TIMED_OUT
      ? "the query took too long and was given up; nothing was charged"
      : "the database does not answer at the moment; nothing was charged";
  return new ApiError("SERVICE_UNAVAILABLE", message, { [RETRY_AFTER_HEADER]: String(RETRY_AFTER_S) });
}
