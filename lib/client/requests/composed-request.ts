/**
 * Sends a request of the interface that a person composed. The dashboard's server first checks it by the contract, for
 * free; only a valid one is sent, once, by the press of a button.
 */

import type { Charged } from "@dealflow/client/charged";
import { parseJson } from "@dealflow/client/list-page";
import { readCount } from "@dealflow/client/response-headers";
import { text } from "@dealflow/client/tolerant-reader";
import {
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@dealflow/contract/headers";
import type { Issue } from "@dealflow/contract/query/parameters";
import { isObject } from "@dealflow/contract/query/syntax";
import { CACHED_AT_HEADER, CHARGED_HEADER, SOURCE_HEADER } from "@/lib/api/dashboard";
import { type DashboardResponse, type RequestError, RequestFailure, sendRequest } from "./send-request";

export interface ComposedRequest {
  readonly path: string;
  readonly body: string | undefined;
  /** The number of requested records is undefined where only the response contains it. */
  readonly records: number | undefined;
}

export interface ComposedResponse {
  readonly status: number;
  /** The headers with its cost and request id are in display order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** The number is undefined when the request was rejected. */
  readonly creditsUsed: number | undefined;
  /** The response was bought before, by this document or, at another host, by this dashboard. */
  readonly purchased: boolean;
  readonly purchasedAt: Date | undefined;
  readonly charged: Charged;
  readonly retryAfterS: number | undefined;
}

/** `refused` means that the contract does not accept it, and it was not sent. */
export type Outcome =
  | { readonly kind: "response"; readonly response: ComposedResponse }
  | { readonly kind: "refused"; readonly problems: readonly Issue[] }
  | { readonly kind: "failed"; readonly error: RequestError };

/** Resolves to undefined when the contract accepts the request. */
export function checkComposed(request: ComposedRequest): Promise<Outcome | undefined> {
  return failing(async () => {
    const reply = await sendRequest({ ...request, intent: "check" });
    if (reply.status === 204) return undefined;
    const problems = problemsIn(reply.text);
    return problems.length > 0 ? { kind: "refused", problems } : { kind: "response", response: parseComposed(reply) };
  });
}

/** Keeps the responses that this document bought, by request, the latest last: sending one again shows it without a charge. */
const bought = new Map<string, ComposedResponse>();
const MOST_KEPT = 20;

/** Sends a checked request. `refresh`: bought even when it was bought before. */
export function sendComposed(request: ComposedRequest, intent: "buy" | "refresh"): Promise<Outcome> {
  return failing(async () => {
    const what = `${request.path} ${request.body ?? ""}`;
    const known = intent === "buy" ? bought.get(what) : undefined;
    if (known !== undefined) return { kind: "response", response: known };
    const response = parseComposed(await sendRequest({ ...request, intent }));
    if (response.status === 200) keepBought(what, response);
    return { kind: "response", response };
  });
}

function keepBought(what: string, response: ComposedResponse): void {
  bought.delete(what);
  const headers = response.headers.filter(([name]) => name === REQUEST_ID_HEADER || name === EVENTS_AVAILABLE_HEADER);
  const purchasedAt = response.purchasedAt ?? new Date();
  bought.set(what, { ...response, headers, creditsUsed: 0, purchased: true, purchasedAt });
  for (const [oldest] of bought) if (bought.size > MOST_KEPT) bought.delete(oldest);
}

async function failing<T>(task: () => Promise<T | Outcome>): Promise<T | Outcome> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof RequestFailure) return { kind: "failed", error: error.details };
    throw error;
  }
}

function problemsIn(body: string): Issue[] {
  const json = parseJson(body);
  const error = isObject(json) && isObject(json.error) ? json.error : {};
  const named: unknown[] = Array.isArray(error.problems) ? error.problems : [];
  return named.filter(isObject).map((problem) => ({
    parameter: text(problem.parameter) ?? "",
    message: text(problem.message) ?? "",
  }));
}

const SHOWN = [
  REQUEST_ID_HEADER,
  CREDITS_USED_HEADER,
  CREDITS_REMAINING_HEADER,
  EVENTS_AVAILABLE_HEADER,
  RETRY_AFTER_HEADER,
] as const;

function parseComposed({ status, headers, text: body }: DashboardResponse): ComposedResponse {
  const purchasedAt = headers.get(CACHED_AT_HEADER);
  return {
    status,
    headers: SHOWN.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    text: body,
    creditsUsed: status === 200 ? readCount(headers, CREDITS_USED_HEADER) : undefined,
    purchased: headers.get(SOURCE_HEADER) === "cached",
    purchasedAt: purchasedAt === null ? undefined : new Date(purchasedAt),
    charged: status === 200 || headers.get(CHARGED_HEADER) === "no" ? "no" : "unknown",
    retryAfterS: readCount(headers, RETRY_AFTER_HEADER),
  };
}
