/** Serves the API to the forms of the reference; at another host from what was bought there, or bought. */
import "server-only";
import { VIEW_HEADER } from "@dealflow/contract/account";
import { accountFeedPath } from "@dealflow/contract/account-people";
import { MAX_ADDRESS_BYTES, MAX_BODY_BYTES } from "@dealflow/contract/errors";
import {
  BALANCE_SEQUENCE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  REQUEST_ID_HEADER,
  SESSION_USED_HEADER,
  VIEW_USED_HEADER,
} from "@dealflow/contract/headers";
import {
  CACHED_AT_HEADER,
  ESTIMATED_HEADER,
  INTENT_HEADER,
  INTENTS,
  type Intent,
  SOURCE_HEADER,
} from "@/lib/api/dashboard";
import { type ApiRequest, endpointsAt, parseApiRequest } from "./api-request";
import { authorizeRequest, staleWorkspace } from "./authorize";
import { cacheKey } from "./cache-key";
import type { DashboardContext } from "./dashboard-context";
import { errorResponse, failure, invalidInput, methodNotAllowed } from "./error-responses";
import { forwardPurchase, ownView } from "./forward-purchase";
import type { CachedPage } from "./page-cache";
import { purchase } from "./purchase";
import { readBody } from "./request-body";
import { Sessions, sessionCookie } from "./sessions";
import { type Upstream, upstream, verifiedUpstream } from "./upstream";

/** `path` is the API's (`/v1/funding-events`). */
export async function handleApiRequest(context: DashboardContext, path: string, request: Request): Promise<Response> {
  const endpoints = endpointsAt(path);
  const endpoint = endpoints.find(({ method }) => method === request.method);
  if (endpoint === undefined && endpoints.length > 0)
    return methodNotAllowed(
      request.method,
      endpoints.map(({ method }) => method),
    );
  const caller = authorizeRequest(context, request.headers);
  if ("failure" in caller) return errorResponse(caller.failure);
  const intent = intentOf(request.headers.get(INTENT_HEADER));
  if (intent === undefined)
    return errorResponse(failure(403, "FORBIDDEN", `${INTENT_HEADER} must be one of ${INTENTS.join(", ")}`));
  const { search, searchParams } = new URL(request.url);
  if (search.length > MAX_ADDRESS_BYTES)
    return errorResponse(failure(431, "HEADERS_TOO_LARGE", `The address is longer than ${MAX_ADDRESS_BYTES} bytes`));
  const body = await readBody(request);
  if (body === undefined)
    return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", `the body is larger than ${MAX_BODY_BYTES} bytes`));
  if (endpoint === undefined)
    return errorResponse(failure(404, "NOT_FOUND", `${path.slice(0, 100)} is not an API path`));
  const apiRequest = parseApiRequest(endpoint, searchParams, body);
  if ("issues" in apiRequest) return errorResponse(invalidInput(apiRequest.issues));
  if (intent === "check") return new Response(null, { status: 204 });
  const source = await upstream(context, caller);
  if ("failure" in source) return errorResponse(source.failure);
  const stale = staleWorkspace(request.headers, source);
  if (stale !== undefined) return errorResponse(stale);
  if (!source.own) return respondToRequest(context, source, apiRequest, intent, request.headers);
  if (intent === "cached") return new Response(null, { status: 204 });
  const { call } = apiRequest;
  return forwardPurchase(context, caller, {
    method: request.method,
    pathAndSearch: accountFeedPath(call.path),
    body: call.body ?? "",
    headers: request.headers,
  });
}

/** @param headers those of the browser's request, which name the page that it is for */
export async function respondToRequest(
  context: DashboardContext,
  source: Upstream,
  apiRequest: ApiRequest,
  intent: Exclude<Intent, "check">,
  headers: Headers,
): Promise<Response> {
  const key = cacheKey(source, apiRequest.text);
  const getCached = () => (intent === "refresh" ? undefined : context.pages.get(key));
  const at = { context, source, apiRequest, session: context.sessions.idOf(source.caller.session) };
  // Looked up before the service is called: by then it may have finished, and must not run twice.
  let running = context.pages.getInFlight(key);
  if (intent === "cached" || getCached() !== undefined || running !== undefined) {
    // The service authorizes purchases itself; a cached response is sent only after it has confirmed the session.
    const allowed = await verifiedUpstream(context, source.caller);
    if ("failure" in allowed) return errorResponse(allowed.failure);
  }
  for (;;) {
    running ??= context.pages.getInFlight(key);
    const page = getCached();
    if (page !== undefined) {
      if (intent === "buy") context.sessions.record(sessionKey(at), apiRequest.view, 0, apiRequest.records ?? 0);
      return pageResponse(at, page, undefined);
    }
    if (running === undefined && intent === "cached")
      return new Response(null, { status: 204, headers: usageHeaders(at) });
    const address = ownView(headers)[VIEW_HEADER];
    const purchaseRequest = { ...apiRequest, key, session: sessionKey(at), address };
    const outcome = await (running ?? context.pages.runOnce(key, () => purchase(context, source, purchaseRequest)));
    if (outcome.kind === "page")
      return pageResponse(at, outcome.page, running === undefined ? outcome.credits : undefined);
    // A 401 or 403 of another person's purchase does not apply to this one.
    const deniedToOther = running !== undefined && [401, 403].includes(outcome.failure.status);
    if (!deniedToOther) return errorResponse(outcome.failure, usageHeaders(at));
    running = undefined;
  }
}

function intentOf(header: string | null): Intent | undefined {
  return INTENTS.find((intent) => intent === header);
}

/** Who gets the response, and for which request. */
interface ResponseContext {
  readonly context: DashboardContext;
  readonly source: Upstream;
  readonly apiRequest: ApiRequest;
  readonly session: string;
}

function sessionKey({ source, session }: ResponseContext): string {
  return Sessions.key(source.account, session);
}

/** `paid`: what the response cost just now; undefined when it was cached, or bought by a concurrent request. */
function pageResponse(at: ResponseContext, page: CachedPage, paid: number | undefined): Response {
  const { body, boughtAt, requestId, eventsAvailable } = page;
  return new Response(at.apiRequest.convert?.(body) ?? Buffer.from(body), {
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

/** Usage and balance, and the cookie that extends a session in which something was bought. */
function usageHeaders(at: ResponseContext): Record<string, string> {
  const { context, source, apiRequest, session } = at;
  const used = context.sessions.used(sessionKey(at), apiRequest.view);
  const { balance, sequence, estimated } = context.accounts.get(source.account).balance.state;
  return {
    [SESSION_USED_HEADER]: String(used.session),
    [VIEW_USED_HEADER]: String(used.view),
    ...(balance === null
      ? {}
      : { [CREDITS_REMAINING_HEADER]: String(balance), [BALANCE_SEQUENCE_HEADER]: String(sequence) }),
    ...(estimated ? { [ESTIMATED_HEADER]: "true" } : {}),
    ...(context.sessions.has(sessionKey(at))
      ? { "Set-Cookie": sessionCookie(session, context.settings.dashboardUrl) }
      : {}),
  };
}
