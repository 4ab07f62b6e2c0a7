/** Sends requests to the API through the dashboard's own server. Credits in a response update the meter. */

import { type Charged, costSentence } from "@dealflow/client/charged";
import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import { readCount } from "@dealflow/client/response-headers";
import { CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER } from "@dealflow/contract/feeds";
import {
  BALANCE_SEQUENCE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
  SESSION_USED_HEADER,
  VIEW_HEADER,
} from "@dealflow/contract/headers";
import { CHARGED_HEADER, ESTIMATED_HEADER, INTENT_HEADER, type Intent } from "@/lib/api/dashboard";
import { OPEN_KEY, ORDER_KEY } from "@/lib/filters/pages";
import { updateMeter } from "../meter";
import { isOwnedOnly } from "../owned-only";
import { fetchDashboard } from "./fetch-dashboard";

export interface RequestError {
  /** The status is 0 when there was no response. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId?: string;
  readonly charged: Charged;
  readonly retryAfterS?: number;
}

export class RequestFailure extends Error {
  constructor(readonly details: RequestError) {
    super(details.message);
  }
}

export function toRequestError(error: Error): RequestError {
  if (error instanceof RequestFailure) return error.details;
  return { status: 0, code: "UNEXPECTED", message: error.message, charged: "unknown" };
}

interface DashboardRequest {
  readonly path: string;
  readonly body?: string | undefined;
  readonly intent: Intent;
  /** Address of the feed's view that a purchase is for. */
  readonly page?: string;
  /** The number of requested records is undefined where only the response contains it. */
  readonly records: number | undefined;
}

/** Returns the response with any status. */
export interface DashboardResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const OWNED_ONLY: RequestError = {
  status: 0,
  code: "OWNED_ONLY",
  message: "Owned only is on. Nothing was requested or charged.",
  charged: "no",
};

/**
 * Idempotency keys of purchases without an answer, by what they buy: pressed again, such a purchase is sent under its key,
 * so that it is charged once in all.
 */
const uncertain = new Map<string, string>();

/** Throws `RequestFailure` without a response, and before anything is sent when it could spend while owned only is on. Has no abort signal: a purchase is finished even if its page is left. */
export async function sendRequest(request: DashboardRequest): Promise<DashboardResponse> {
  const { path, body, intent, page } = request;
  const spends = intent !== "check";
  if (spends && isOwnedOnly()) throw new RequestFailure(OWNED_ONLY);
  const posted = body === undefined ? {} : { method: "POST", body };
  const what = `${path} ${body ?? ""}`;
  const known = uncertain.get(what);
  const key = known ?? crypto.randomUUID();
  const headers = {
    [INTENT_HEADER]: intent,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(spends ? { [IDEMPOTENCY_KEY_HEADER]: key, [VIEW_HEADER]: viewAddress(page) } : {}),
  };
  if (spends) uncertain.set(what, key);
  try {
    const response = await fetchDashboard(path, { ...posted, headers });
    updateMeterFrom(response, request);
    const text = await response.text();
    // A refusal says nothing about an earlier attempt, which may have been charged.
    const refused = known === undefined && response.headers.get(CHARGED_HEADER) === "no";
    if (response.ok || refused) uncertain.delete(what);
    return { status: response.status, headers: response.headers, text };
  } catch {
    throw new RequestFailure(unreachable(intent));
  }
}

/** Sends a purchase and reads its answer. Throws `RequestFailure`, also for an answer of another kind. */
export async function requestPurchase<T>(
  request: DashboardRequest,
  read: (json: unknown) => T | undefined,
): Promise<{ readonly value: T; readonly headers: Headers }> {
  const response = await sendRequest(request);
  const json = parseJson(response.text);
  const value = response.status === 200 ? read(json) : undefined;
  if (value === undefined) throw new RequestFailure(parseError(response, json));
  return { value, headers: response.headers };
}

/** Returns the dashboard's page that a purchase is for, without parameters that concern only the screen or paging. */
function viewAddress(page: string | undefined): string {
  const { pathname, searchParams } = new URL(window.location.href);
  // The address of a feed's view is exact where the purchase is made on that feed's page.
  if (page !== undefined && page.split("?")[0] === pathname) return page;
  for (const name of [OPEN_KEY, ORDER_KEY, CURSOR_PARAMETER, LIMIT_PARAMETER, TOTAL_PARAMETER])
    searchParams.delete(name);
  return `${pathname}${searchParams.size === 0 ? "" : `?${searchParams}`}`;
}

/** The status of a response is this when the balance is 0. */
const PAYMENT_REQUIRED = 402;

/** The error of a response without what was requested, and whether it was charged. */
export function parseError(
  { status, headers }: Pick<DashboardResponse, "status" | "headers">,
  body: unknown,
  isFree = false,
): RequestError {
  const error = readErrorResponse(body);
  const requestId = error?.requestId ?? headers.get(REQUEST_ID_HEADER);
  const retryAfterS = readCount(headers, RETRY_AFTER_HEADER);
  const chargedHeader = headers.get(CHARGED_HEADER);
  return {
    status,
    code: error?.code ?? "UNREADABLE",
    message:
      status === PAYMENT_REQUIRED ? "You’re out of credits." : (error?.message ?? "The response could not be read."),
    charged: chargedHeader === "no" || isFree ? "no" : "unknown",
    ...(requestId ? { requestId } : {}),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  };
}

/** Fetches what costs nothing from the private API. Throws `RequestFailure`. */
export async function fetchFree(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetchDashboard(path, init).catch((): never => {
    throw new RequestFailure(unreachable("check"));
  });
  if (response.ok) return response;
  throw new RequestFailure(parseError(response, await response.json().catch(() => undefined), true));
}

export function unreachable(intent: Intent): RequestError {
  if (!navigator.onLine)
    return { status: 0, code: "OFFLINE", message: "You're offline. Nothing was charged.", charged: "no" };
  const charged = intent === "check" ? "no" : "unknown";
  const message = `The dashboard's server did not respond. ${costSentence(charged)}`;
  return { status: 0, code: "NO_ANSWER", message, charged };
}

function updateMeterFrom({ ok, headers }: Response, { records }: DashboardRequest): void {
  const balance = readCount(headers, CREDITS_REMAINING_HEADER);
  const sequence = readCount(headers, BALANCE_SEQUENCE_HEADER);
  const sessionUsed = readCount(headers, SESSION_USED_HEADER);
  const cost = readCount(headers, CREDITS_USED_HEADER);
  const estimated = headers.get(ESTIMATED_HEADER) === "true";
  updateMeter({
    ...(balance === undefined || sequence === undefined ? {} : { balance, sequence, estimated }),
    ...(sessionUsed === undefined ? {} : { sessionUsed }),
    ...(!ok || cost === undefined ? {} : { lastCost: cost, lastRequested: records ?? cost }),
  });
}
