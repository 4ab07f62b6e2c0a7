import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { type Charged, costSentence } from "@dealflow/client/charged";
import { parseJson, readErrorResponse } from "@dealflow/client/list-page";
import { number } from "@dealflow/client/tolerant-reader";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import {
  cookieName,
  KNOWN_BROWSER_COOKIE,
  RENEW_SESSION_HEADER,
  SIGN_IN_COOKIE,
} from "@dealflow/contract/account/people";
import { isViewAddress } from "@dealflow/contract/account/spending/credits";
import { CHARGE_UNKNOWN } from "@dealflow/contract/errors";
import {
  BALANCE_SEQUENCE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENT_REPLAYED_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
  SESSION_USED_HEADER,
  VIEW_HEADER,
  VIEW_LENGTH,
  VIEW_USED_HEADER,
} from "@dealflow/contract/headers";
import { isObject } from "@dealflow/contract/query/syntax";
import { AUTH_PAGE_HEADER, CHARGED_HEADER } from "@/lib/api/dashboard";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import type { DashboardContext } from "../dashboard-context";
import { errorResponse, failure } from "../http/error-responses";
import { untilStopped } from "../http/open-streams";
import { fetchAccount } from "./account";
import type { Caller } from "./caller";

/** The service may have been restarted during a response, so a purchase is sent again after this time (ms). */
const REPEAT_AFTER_MS = 1_000;

interface Purchase {
  /** The service charges a purchase once under its idempotency key, however often it is sent. */
  readonly key: string;
  readonly method: string;
  readonly pathAndSearch: string;
  readonly body: string;
  readonly headers: Headers;
}

/**
 * A lost answer is requested once more under the same key, so that the service charges once in all. The answer says in
 * `CHARGED_HEADER` when it is not known whether anything was charged.
 */
export async function forwardPurchase(
  context: DashboardContext,
  caller: Caller,
  purchase: Purchase,
): Promise<Response> {
  const first = await sendPurchase(context, caller, purchase);
  // After a timeout the person has waited for long, and presses again.
  if (first.headers.get(CHARGED_HEADER) !== "unknown" || first.status === 504) return first;
  await delay(REPEAT_AFTER_MS);
  const second = await sendPurchase(context, caller, purchase);
  // A second attempt that fails says nothing about whether the first one was charged.
  return second.ok ? second : first;
}

/** Returns the header that names the page of a request, when that is a page of the dashboard. */
export function ownView(headers: Headers): Readonly<Record<string, string>> {
  const view = headers.get(VIEW_HEADER)?.slice(0, VIEW_LENGTH);
  return view !== undefined && isViewAddress(view) ? { [VIEW_HEADER]: view } : {};
}

async function sendPurchase(
  context: DashboardContext,
  caller: Caller,
  { key, method, pathAndSearch, body, headers }: Purchase,
): Promise<Response> {
  const sent = { [RENEW_SESSION_HEADER]: "1", [IDEMPOTENCY_KEY_HEADER]: key, ...ownView(headers) };
  const sentAt = Date.now();
  const response = await fetchAccount(context, caller, { method, pathAndSearch, body, headers: sent });
  if ("failure" in response) return errorResponse(response.failure);
  const { ok, status } = response;
  context.log.info({
    event: "purchase forwarded",
    path: pathAndSearch.split("?")[0],
    status,
    requestId: response.headers.get(REQUEST_ID_HEADER),
    ms: Date.now() - sentAt,
  });
  const { dashboardUrl } = context.settings;
  if (ok && response.headers.get(IDEMPOTENT_REPLAYED_HEADER) !== "true")
    return forwardResponse(response, {}, dashboardUrl);
  const text = await response.text();
  const json = parseJson(text);
  const answer = forwardResponse(new Response(text, response), {}, dashboardUrl);
  if (ok) {
    // A replayed response says in its headers what the repetition cost, and in its body what the purchase did.
    answer.headers.set(CREDITS_USED_HEADER, String(costIn(json)));
    return answer;
  }
  const error = readErrorResponse(json);
  if (error === undefined) {
    const message = `The service returned ${status} in an unexpected format. ${costSentence("unknown")}`;
    return errorResponse(failure(502, "SERVICE_UNAVAILABLE", message, "unknown"));
  }
  const charged: Charged = error.code === CHARGE_UNKNOWN ? "unknown" : "no";
  answer.headers.set(CHARGED_HEADER, charged);
  return answer;
}

/** Returns the credits that a purchase cost, by its body; that of a batch has them by company. */
function costIn(json: unknown): number {
  if (Array.isArray(json))
    return json.reduce((sum: number, item: unknown) => sum + (isObject(item) ? (number(item.cost) ?? 0) : 0), 0);
  return (isObject(json) && isObject(json.meta) ? number(json.meta.creditsUsed) : null) ?? 0;
}

const FORWARDED_HEADERS = [
  "Content-Type",
  "Content-Disposition",
  // This keeps a stream from being compressed, which would take 300 kB of memory for each; another value is sent to the
  // browser.
  "Cache-Control",
  "X-Accel-Buffering",
  RETRY_AFTER_HEADER,
  REQUEST_ID_HEADER,
  // Only responses to purchases have them.
  BALANCE_SEQUENCE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  SESSION_USED_HEADER,
  VIEW_USED_HEADER,
  CHARGED_HEADER,
];

/** Returns those of the named headers that a response has. */
export function pickHeaders(response: Response, names: readonly string[]): Headers {
  const headers = new Headers();
  for (const name of names) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** Passes status, body, some headers and the sign-in cookies of a response to the browser. */
export function forwardResponse(
  response: Response,
  { open, stream }: Pick<AccountEndpoint, "open" | "stream">,
  dashboardUrl: string,
): Response {
  const headers = pickHeaders(response, FORWARDED_HEADERS);
  const cookies = [SIGN_IN_COOKIE, KNOWN_BROWSER_COOKIE].map((name) => `${cookieName(dashboardUrl, name)}=`);
  for (const set of response.headers.getSetCookie())
    if (cookies.some((cookie) => set.startsWith(cookie))) headers.append("Set-Cookie", set);
  // On open endpoints a 401 is about the submitted data (a wrong password, say), so there is no redirect.
  if (response.status === 401 && !open) headers.set(AUTH_PAGE_HEADER, SIGN_IN_PAGE);
  const body = stream && response.ok && response.body !== null ? untilStopped(response.body) : response.body;
  return new Response(body, { status: response.status, headers });
}
