/** Proxies the account endpoints of our own service for the dashboard's pages, unchanged and free of charge. */
import "server-only";
import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { LAST_EVENT_ID_HEADER } from "@dealflow/contract/account/inbox-stream";
import {
  cookieName,
  KNOWN_BROWSER_COOKIE,
  RENEW_SESSION_HEADER,
  SIGN_IN_COOKIE,
} from "@dealflow/contract/account/people";
import { MAX_BODY_BYTES } from "@dealflow/contract/errors";
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { AUTH_PAGE_HEADER, PAGE_ACCOUNT_HEADER } from "@/lib/api/dashboard";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { fetchAccount } from "./account";
import { authorizeRequest, staleWorkspace } from "./authorize";
import type { DashboardContext } from "./dashboard-context";
import { errorResponse, failure, methodNotAllowed } from "./error-responses";
import { exploreForeign } from "./foreign/explore";
import { untilStopped } from "./open-streams";
import { readBody } from "./request-body";
import { NOT_SIGNED_IN, upstream } from "./upstream";

/** Files are passed through for as long as the client's network takes, events until the service ends their stream; ms. */
const STREAMED_TIMEOUT_MS = 10 * 60_000;
/** Response headers of the service that are forwarded to the browser. */
const FORWARDED_HEADERS = [
  "Content-Type",
  "Content-Disposition",
  // By it a stream is not compressed, which would take 300 kB of memory for each; it is not sent as it is.
  "Cache-Control",
  "X-Accel-Buffering",
  RETRY_AFTER_HEADER,
  REQUEST_ID_HEADER,
];

/** `path` is that of the private API (`/account/v1/workspace`). */
export async function handleAccountRequest(
  context: DashboardContext,
  path: string,
  request: Request,
): Promise<Response> {
  const caller = authorizeRequest(context, request.headers);
  if ("failure" in caller) return errorResponse(caller.failure);
  const at = Object.values<AccountEndpoint>(ACCOUNT).filter((endpoint) => matches(endpoint.path, path));
  if (at.length === 0) return errorResponse(failure(404, "NOT_FOUND", `no endpoint at ${path.slice(0, 100)}`));
  const endpoint = at.find(({ method }) => method === request.method);
  if (endpoint === undefined)
    return methodNotAllowed(
      request.method,
      at.map(({ method }) => method),
    );
  const body = request.method === "GET" ? "" : await readBody(request);
  if (body === undefined)
    return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", `the body is larger than ${MAX_BODY_BYTES} bytes`));
  if (!endpoint.open && context.settings.apiKey === undefined) {
    if (caller.signIn === undefined) return errorResponse(NOT_SIGNED_IN.failure);
    const source = request.headers.has(PAGE_ACCOUNT_HEADER) ? await upstream(context, caller) : undefined;
    const stale = source && ("failure" in source ? source.failure : staleWorkspace(request.headers, source));
    if (stale !== undefined) return errorResponse(stale);
  }
  const { search, searchParams } = new URL(request.url);
  if (context.settings.apiKey !== undefined) {
    const source = await upstream(context, caller);
    const explored = "failure" in source ? undefined : exploreForeign(context, source, path, searchParams);
    if (explored !== undefined) return explored;
  }
  const lastEventId = endpoint.stream ? request.headers.get(LAST_EVENT_ID_HEADER) : null;
  const response = await fetchAccount(context, caller, {
    method: request.method,
    pathAndSearch: `${path}${search}`,
    body,
    timeoutMs: endpoint.file || endpoint.stream ? STREAMED_TIMEOUT_MS : context.timeoutMs,
    headers: {
      [RENEW_SESSION_HEADER]: "1",
      ...(lastEventId === null ? {} : { [LAST_EVENT_ID_HEADER]: lastEventId }),
    },
  });
  if ("failure" in response) return errorResponse(response.failure);
  return forwardResponse(response, endpoint, context.settings.dashboardUrl);
}

/** Forwards status, body, the allowed headers and, of all cookies, those for signing in. */
function forwardResponse(response: Response, endpoint: AccountEndpoint, dashboardUrl: string): Response {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const cookies = [SIGN_IN_COOKIE, KNOWN_BROWSER_COOKIE].map((name) => `${cookieName(dashboardUrl, name)}=`);
  for (const set of response.headers.getSetCookie())
    if (cookies.some((cookie) => set.startsWith(cookie))) headers.append("Set-Cookie", set);
  // On open endpoints a 401 is about the submitted data (a wrong password, say), so there is no redirect.
  if (response.status === 401 && !endpoint.open) headers.set(AUTH_PAGE_HEADER, SIGN_IN_PAGE);
  const body = endpoint.stream && response.ok && response.body !== null ? untilStopped(response.body) : response.body;
  return new Response(body, { status: response.status, headers });
}

function matches(pattern: string, path: string): boolean {
  const [expected, given] = [pattern.split("/"), path.split("/")];
  return (
    expected.length === given.length &&
    expected.every((part, index) => (part === ":id" ? /^[\w-]{1,64}$/.test(given[index] ?? "") : part === given[index]))
  );
}
