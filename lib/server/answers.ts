/** Answers of the dashboard's own, in the interface's error envelope. */
import "server-only";
import { v7 as uuid } from "uuid";
import { CHARGED_HEADER, type Charged } from "@/lib/api/dashboard";
import type { ErrorCode } from "@/lib/contract/errors";
import { REQUEST_ID_HEADER } from "@/lib/contract/headers";

export interface Failure {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  readonly requestId: string;
  readonly charged: Charged;
  /** Seconds. */
  readonly retryAfter?: string;
}

/** An error of ours, or one that the host did not put into the envelope. */
export function failure(status: number, code: ErrorCode, message: string, charged: Charged = "no"): Failure {
  const requestId = uuid();
  const body = JSON.stringify({ success: false, error: { code, message }, meta: { requestId } });
  return { status, body, requestId, charged };
}

export function failed(problem: Failure, headers: Record<string, string> = {}): Response {
  return new Response(problem.body, {
    status: problem.status,
    headers: {
      ...PRIVATE,
      "Content-Type": "application/json; charset=utf-8",
      [REQUEST_ID_HEADER]: problem.requestId,
      [CHARGED_HEADER]: problem.charged,
      ...(problem.retryAfter === undefined ? {} : { "Retry-After": problem.retryAfter }),
      ...headers,
    },
  });
}

/** Nothing of this is for a shared cache, another site, or a guess at its type. */
export const PRIVATE = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
} as const;

/** The route answers only to GET. */
export function wrongMethod(method: string): Response {
  const message = `${method} is not possible here; only GET is`;
  return failed(failure(405, "METHOD_NOT_ALLOWED", message), { Allow: "GET" });
}
