/** Builds the dashboard's own error responses, in the API's error envelope. */
import "server-only";
import type { Charged } from "@dealflow/client/charged";
import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import type { BUDGET_REACHED, ErrorCode } from "@dealflow/contract/errors";
import { REQUEST_ID_HEADER } from "@dealflow/contract/headers";
import type { Issue } from "@dealflow/contract/query/parameters";
import { v7 as uuid } from "uuid";
import { AUTH_PAGE_HEADER, CHARGED_HEADER } from "@/lib/api/dashboard";
import type { SIGN_IN_PAGE, UNLOCK_PAGE } from "@/lib/filters/return-path";

/** The dashboard uses the API's codes and one more. */
type DashboardErrorCode = ErrorCode | typeof BUDGET_REACHED;

export interface Failure {
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly charged: Charged;
  /** The client may retry after this many seconds. */
  readonly retryAfter?: string;
  readonly authPage?: AuthPage;
}

type AuthPage = typeof SIGN_IN_PAGE | typeof UNLOCK_PAGE;

/**
 * Writes an error of our own, or one that the host sent without the envelope, with the request id of the host where it
 * has one.
 */
export function failure(
  status: number,
  code: DashboardErrorCode,
  message: string,
  charged: Charged = "no",
  requestId: string = uuid(),
): Failure {
  return withEnvelope(status, { code, message }, charged, requestId);
}

export function failureMessage({ body }: Failure): string {
  return readErrorResponse(parseJson(body))?.message ?? body;
}

/** A page that cannot be rendered without the response throws this: the error page shows its request id. */
export class PageFailure extends Error {
  override readonly name = "PageFailure";
  /** Next passes this on to the error page, and creates a digest where there is none. */
  readonly digest: string;

  constructor(problem: Failure) {
    super(failureMessage(problem));
    this.digest = problem.requestId;
  }
}

export function unauthorized(authPage: AuthPage, message: string): Failure {
  return { ...failure(401, "UNAUTHORIZED", message), authPage };
}

/** Rejects a request that violates the contract, with each issue and its parameter. */
export function invalidInput(issues: readonly Issue[]): Failure {
  const message = issues.map((issue) => issue.message).join("; ");
  const problems = issues.map((issue) => ({ parameter: issue.parameter, message: issue.message }));
  return withEnvelope(400, { code: "INVALID_INPUT", message, problems }, "no");
}

function withEnvelope(
  status: number,
  error: { code: DashboardErrorCode; message: string; problems?: Issue[] },
  charged: Charged,
  requestId: string = uuid(),
): Failure {
  return { status, body: JSON.stringify({ success: false, error, meta: { requestId } }), requestId, charged };
}

export function errorResponse(problem: Failure, headers: Record<string, string> = {}): Response {
  return new Response(problem.body, {
    status: problem.status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      [REQUEST_ID_HEADER]: problem.requestId,
      [CHARGED_HEADER]: problem.charged,
      ...(problem.retryAfter === undefined ? {} : { "Retry-After": problem.retryAfter }),
      ...(problem.authPage === undefined ? {} : { [AUTH_PAGE_HEADER]: problem.authPage }),
      ...headers,
    },
  });
}

export function methodNotAllowed(method: string, allowed: readonly string[] = ["GET"]): Response {
  const message = `${method} is not allowed here; use ${allowed.join(" or ")}`;
  return errorResponse(failure(405, "METHOD_NOT_ALLOWED", message), { Allow: allowed.join(", ") });
}

/** Responds to a missing static file with plain text, because rendering a page would need the person's session. */
export function fileNotFound(): Response {
  return new Response("Not found\n", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
