/** Answers a request to another host's API: from what was bought there, or by buying it. */
import "server-only";
import {
  BALANCE_SEQUENCE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  REQUEST_ID_HEADER,
  SESSION_USED_HEADER,
  VIEW_HEADER,
  VIEW_USED_HEADER,
} from "@dealflow/contract/headers";
import { CACHED_AT_HEADER, ESTIMATED_HEADER, type Intent, SOURCE_HEADER } from "@/lib/api/dashboard";
import { errorResponse } from "../http/error-responses";
import type { ApiRequest } from "../proxy/api-request";
import type { Caller } from "../proxy/caller";
import { ownView } from "../proxy/forward";
import { cacheKey, type ForeignHost } from "./foreign-host";
import type { CachedPage } from "./page-cache";
import { purchase } from "./purchase";
import { sessionCookie } from "./sessions";

interface ResponseContext {
  readonly foreign: ForeignHost;
  readonly apiRequest: ApiRequest;
  readonly session: string;
}

/** @param headers those of the browser's request, which name the page that it is for */
export async function respondToRequest(
  foreign: ForeignHost,
  caller: Caller,
  apiRequest: ApiRequest,
  intent: Exclude<Intent, "check">,
  headers: Headers,
): Promise<Response> {
  const { pages, sessions } = foreign;
  const key = cacheKey(foreign, apiRequest.text);
  const session = sessions.readId(caller.session);
  const at = { foreign, apiRequest, session };
  for (;;) {
    const page = intent === "refresh" ? undefined : pages.get(key);
    const running = pages.getInFlight(key);
    if (page !== undefined) return pageResponse(at, page, undefined);
    const request = { ...apiRequest, key, session, address: ownView(headers)[VIEW_HEADER] };
    const outcome = await (running ?? pages.runOnce(key, () => purchase(foreign, request)));
    if (outcome.kind === "page")
      return pageResponse(at, outcome.page, running === undefined ? outcome.credits : undefined);
    // The budget of another session does not apply to this one.
    const deniedToOther = running !== undefined && outcome.failure.status === 403;
    if (!deniedToOther) return errorResponse(outcome.failure, usageHeaders(at));
  }
}

/** `paid` is what the response cost just now; undefined when it was cached, or bought by a concurrent request. */
function pageResponse(at: ResponseContext, page: CachedPage, paid: number | undefined): Response {
  const { body, boughtAt, requestId, eventsAvailable } = page;
  return new Response(at.apiRequest.convert?.(page) ?? Buffer.from(body), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      [CREDITS_USED_HEADER]: String(paid ?? 0),
      [SOURCE_HEADER]: paid === undefined ? "cached" : "api",
      [CACHED_AT_HEADER]: boughtAt,
      ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
      ...(eventsAvailable === undefined ? {} : { [EVENTS_AVAILABLE_HEADER]: String(eventsAvailable) }),
      ...usageHeaders(at),
    },
  });
}

/** Writes usage and balance, and the cookie that extends a session in which something was bought. */
function usageHeaders({ foreign, apiRequest, session }: ResponseContext): Record<string, string> {
  const { sessions, dashboardUrl } = foreign;
  const used = sessions.used(session, apiRequest.view);
  const { balance, sequence, estimated } = foreign.balance.state;
  return {
    [SESSION_USED_HEADER]: String(used.session),
    [VIEW_USED_HEADER]: String(used.view),
    ...(balance === null
      ? {}
      : { [CREDITS_REMAINING_HEADER]: String(balance), [BALANCE_SEQUENCE_HEADER]: String(sequence) }),
    ...(estimated ? { [ESTIMATED_HEADER]: "true" } : {}),
    ...(sessions.has(session) ? { "Set-Cookie": sessionCookie(session, dashboardUrl) } : {}),
  };
}
