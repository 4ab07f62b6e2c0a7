/**
 * Proxies the authorization server of MCP clients, so that its issuer and its cookies are the dashboard's. Redirects stay
 * redirects; what cannot be redirected is a page of ours. Clients get no cookie, and send none.
 */
import "server-only";
import { REQUEST_ID_HEADER, RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import {
  OAUTH_PATHS,
  OAUTH_PROBLEM_HEADER,
  OAUTH_PROBLEMS,
  OAUTH_RESUME_COOKIE,
  OAUTH_RETURN_HEADER,
  OAUTH_SERVICE_PREFIX,
  type OAuthProblem,
} from "@dealflow/contract/oauth";
import type { DashboardContext } from "../dashboard-context";
import { readCookie } from "../http/cookie";
import { errorResponse, failure, methodNotAllowed } from "../http/error-responses";
import { plainPage } from "../http/plain-page";
import { readBody } from "../http/request-body";
import { clientAddressHeader, fetchWithTimeout, NO_SECRET, serviceCredentials } from "./account";
import { type Caller, readCaller } from "./caller";
import { pickHeaders } from "./forward";

/** Each path is requested by a client, from any origin, or by a person's browser by navigation. */
const METHODS: ReadonlyMap<string, "GET" | "POST"> = new Map([
  [OAUTH_PATHS.metadata, "GET"],
  [OAUTH_PATHS.token, "POST"],
  [OAUTH_PATHS.register, "POST"],
  [OAUTH_PATHS.revoke, "POST"],
]);
const NAVIGATED = new RegExp(`^${OAUTH_PATHS.authorize}(?:/[\\w-]{1,64})?$`);

const FORWARDED_HEADERS = ["Content-Type", "Location", RETRY_AFTER_HEADER, REQUEST_ID_HEADER].concat([
  OAUTH_PROBLEM_HEADER,
  OAUTH_RETURN_HEADER,
]);

/** Clients that run in a browser may call this, because nothing here depends on a cookie. */
const ANY_ORIGIN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": [RETRY_AFTER_HEADER, REQUEST_ID_HEADER].join(", "),
};
const PREFLIGHT = {
  "Access-Control-Allow-Headers": "Content-Type, Accept, MCP-Protocol-Version",
  "Access-Control-Max-Age": "3600",
};

/** @param path that of the dashboard (`/oauth/token`) */
export async function handleOAuthRequest(context: DashboardContext, path: string, request: Request): Promise<Response> {
  const method = METHODS.get(path);
  if (context.settings.apiKey !== undefined || (method === undefined && !NAVIGATED.test(path)))
    return errorResponse(failure(404, "NOT_FOUND", `no endpoint at ${path.slice(0, 100)}`));
  if (method === undefined)
    return request.method === "GET" ? navigate(context, path, request) : methodNotAllowed(request.method);
  if (request.method === "OPTIONS")
    return new Response(null, {
      status: 204,
      headers: { ...ANY_ORIGIN, ...PREFLIGHT, "Access-Control-Allow-Methods": `${method}, OPTIONS` },
    });
  const response =
    request.method === method ? await forward(context, path, request, {}) : methodNotAllowed(request.method, [method]);
  for (const [name, value] of Object.entries(ANY_ORIGIN)) response.headers.set(name, value);
  return response;
}

/** Forwards a person's browser, with its session and the cookies that bind a request to it. */
async function navigate(context: DashboardContext, path: string, request: Request): Promise<Response> {
  const { signIn } = readCaller(request.headers, context.settings);
  const sent = request.headers.get("cookie");
  const cookies = [OAUTH_RESUME_COOKIE, `${OAUTH_RESUME_COOKIE}.sig`].flatMap((name) => {
    const value = readCookie(sent, name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const response = await forward(context, path, request, { signIn, cookies });
  return response.headers.has("Location") ? response : problemPage(context, response);
}

async function forward(
  context: DashboardContext,
  path: string,
  request: Request,
  { signIn, cookies }: { readonly signIn?: string | undefined; readonly cookies?: readonly string[] },
): Promise<Response> {
  const { settings, timeoutMs, log } = context;
  const caller: Caller = { ...readCaller(request.headers, settings), signIn, knownBrowser: undefined };
  const credentials = serviceCredentials(settings, caller);
  if (credentials === undefined) return errorResponse(failure(503, "SERVICE_UNAVAILABLE", NO_SECRET));
  const body = request.method === "POST" ? await readBody(request) : undefined;
  if (request.method === "POST" && body === undefined)
    return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", "the body is too large"));
  const { Cookie: session, ...secret } = { Cookie: "", ...credentials };
  const cookie = [session, ...(cookies ?? [])].filter((text) => text !== "").join("; ");
  const contentType = request.headers.get("content-type");
  try {
    const response = await fetchWithTimeout(
      timeoutMs,
      `${settings.apiInternalUrl}${OAUTH_SERVICE_PREFIX}${path}${new URL(request.url).search}`,
      {
        method: request.method,
        headers: {
          ...secret,
          ...clientAddressHeader(caller),
          ...(cookie === "" ? {} : { Cookie: cookie }),
          ...(contentType === null ? {} : { "Content-Type": contentType }),
        },
        ...(body === undefined ? {} : { body }),
        cache: "no-store",
        // Only the client's browser may follow it.
        redirect: "manual",
      },
    );
    return withoutForeignHeaders(response, cookies !== undefined);
  } catch (error) {
    log.warn({ event: "service unreachable", path, reason: String(error) });
    return errorResponse(failure(503, "SERVICE_UNAVAILABLE", "The service could not be reached."));
  }
}

function withoutForeignHeaders(response: Response, ofBrowser: boolean): Response {
  const headers = pickHeaders(response, FORWARDED_HEADERS);
  if (ofBrowser)
    for (const cookie of response.headers.getSetCookie())
      if (cookie.startsWith(OAUTH_RESUME_COOKIE)) headers.append("Set-Cookie", cookie);
  return new Response(response.body, { status: response.status, headers });
}

const TITLE = "The app could not be connected";
const SENTENCES: Readonly<Record<Exclude<OAuthProblem, "unapproved">, string>> = {
  expired: "This request has expired or was already answered. Go back to the app and connect again.",
  client:
    "Dealflow doesn't know this app, or couldn't read the document that describes it. Remove the connection in the app and add it again.",
  redirect:
    "The app asked to return to an address that it has not registered, so nothing was sent there. Don't try again unless you trust the app.",
  request: "The app sent a request that can't be answered. Update the app, or ask those who make it.",
};

/** Nothing is sent to the app, because its address may be part of what is wrong, and a person decides to follow it. */
function problemPage({ settings }: DashboardContext, { status, headers: sent }: Response): Response {
  const retryAfter = sent.get(RETRY_AFTER_HEADER);
  const headers = retryAfter === null ? {} : { [RETRY_AFTER_HEADER]: retryAfter };
  if (status === 429 || status >= 500)
    return plainPage({ status, title: TITLE, text: "Dealflow can't answer right now.", retry: true, headers });
  const problem = OAUTH_PROBLEMS.find((name) => name === sent.get(OAUTH_PROBLEM_HEADER)) ?? "request";
  if (problem !== "unapproved") return plainPage({ status: 400, title: TITLE, text: SENTENCES[problem] });
  const href = sent.get(OAUTH_RETURN_HEADER) ?? "/";
  const { protocol, host } = new URL(href, settings.dashboardUrl);
  const name = host === "" ? protocol : host;
  const text = `An app of ${name} that you haven't connected sent a request that can't be answered, so nothing was sent there. Don't continue unless you trust ${name}.`;
  return plainPage({ status: 400, title: TITLE, text, link: { href, text: `Continue to ${name}` } });
}
