/** Answers of the dashboard's own, in the interface's error envelope. */
import "server-only";
import { v7 as uuid } from "uuid";
import { AUTH_PAGE_HEADER, CHARGED_HEADER } from "@/lib/api/dashboard";
import type { Charged } from "@/lib/api/parse-response";
import type { BUDGET_REACHED } from "@/lib/contract/account-budgets";
import type { ErrorCode } from "@/lib/contract/errors";
import { REQUEST_ID_HEADER } from "@/lib/contract/headers";
import type { Problem } from "@/lib/contract/wire";
import type { SIGN_IN_PAGE, UNLOCK_PAGE } from "@/lib/filters/return-path";

/** Codes of the interface, and the one that is the dashboard's alone. */
type OwnCode = ErrorCode | typeof BUDGET_REACHED;

export interface Failure {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  readonly requestId: string;
  readonly charged: Charged;
  /** Seconds. */
  readonly retryAfter?: string;
  /** The page that lets people in, where nobody is let in yet. */
  readonly authPage?: AuthPage;
}

type AuthPage = typeof SIGN_IN_PAGE | typeof UNLOCK_PAGE;

/** An error of ours, or one that the host did not put into the envelope. */
export function failure(status: number, code: OwnCode, message: string, charged: Charged = "no"): Failure {
  return withEnvelope(status, { code, message }, charged);
}

/** Whoever asks has to pass a door first. */
export function unauthorized(authPage: AuthPage, message: string): Failure {
  return { ...failure(401, "UNAUTHORIZED", message), authPage };
}

/** A request that the contract refuses, with each problem by the parameter that it is about. */
export function invalidInput(problems: readonly Problem[]): Failure {
  const message = problems.map((problem) => problem.message).join("; ");
  const named = problems.map((problem) => ({ parameter: problem.parameter, message: problem.message }));
  return withEnvelope(400, { code: "INVALID_INPUT", message, problems: named }, "no");
}

function withEnvelope(
  status: number,
  error: { code: OwnCode; message: string; problems?: Problem[] },
  charged: Charged,
) {
  const requestId = uuid();
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

/** The path answers only to these methods. */
export function methodNotAllowed(method: string, allowed: readonly string[] = ["GET"]): Response {
  const message = `${method} is not possible here; only ${allowed.join(" or ")} is`;
  return errorResponse(failure(405, "METHOD_NOT_ALLOWED", message), { Allow: allowed.join(", ") });
}

/** Where files lie and this one does not: told without a page, which would know the person. */
export function fileNotFound(): Response {
  return new Response("Not found\n", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
