/**
 * Applies the request limits, and responds with the time to wait above them, or while the program starts: a request
 * that arrives before the hooks has no trusted cookies, and would otherwise be answered as that of a visitor.
 */
import "server-only";
import { clientAddress } from "@/lib/net/address";
import { type DashboardContext, getDashboardContext } from "../dashboard-context";
import { isLocked, isRemoteBlocked } from "../proxy/authorize";
import { type Caller, readCaller } from "../proxy/caller";
import { verifiedSession } from "../proxy/upstream";
import { errorResponse, type Failure, failure } from "./error-responses";
import { everyMethod } from "./every-method";
import { plainPage } from "./plain-page";
import { isHooked } from "./request-hooks";
import type { LimitedClient, RateLimited } from "./request-limits";
import { originError } from "./request-origin";

/** A page calls the service several times where a route does once. */
const PAGE_COST = 5;

type HandlePath = (context: DashboardContext, path: string, request: Request) => Promise<Response>;

/** Makes the exports of a route for the paths below `root`: the limits apply before anything of a request is read. */
export function limitedMethods(root: string, handle: HandlePath) {
  return everyMethod(async (request: Request, { params }: { params: Promise<{ path?: string[] } | undefined> }) => {
    // A route at one path has no parameters.
    const path = (await params)?.path ?? [];
    const context = getDashboardContext();
    const respond = () => handle(context, [root, ...path].join("/"), request);
    // Cross-origin requests are rejected at no cost, and do not count against people at that address.
    if (originError(request.headers, context.settings.dashboardUrl) !== undefined) return respond();
    return withLimits(context, request, respond);
  });
}

export async function withLimits(
  context: DashboardContext,
  request: Request,
  handle: () => Promise<Response>,
): Promise<Response> {
  if (!isHooked(request.headers)) return starting(request.headers);
  const client = limitedClient(context, readCaller(request.headers, context.settings));
  const rejection = await context.limits.consume(client);
  if (rejection !== undefined) return tooManyRequests(request.headers, rejection);
  const slot = await context.limits.acquire(client);
  if ("seconds" in slot) return tooManyRequests(request.headers, slot);
  return handle().finally(slot);
}

/** Returns the response to send instead of a page when the limit is exceeded, before the page is rendered. */
export async function limitPageRequest(context: DashboardContext, headers: Headers): Promise<Response | undefined> {
  if (!isHooked(headers)) return starting(headers);
  const client = limitedClient(context, readCaller(headers, context.settings));
  const rejection = await context.limits.consume(client, PAGE_COST);
  return rejection && tooManyRequests(headers, rejection);
}

function limitedClient(context: DashboardContext, caller: Caller): LimitedClient {
  const address = caller.address === undefined ? undefined : clientAddress(caller.address, undefined, []);
  if (context.settings.apiKey === undefined) return { session: verifiedSession(context, caller), address };
  // On a foreign host nobody signs in: authorized browsers are identified by address.
  const inside = !isRemoteBlocked(context, caller) && !isLocked(context, caller);
  return { session: inside ? address : undefined, address };
}

function tooManyRequests(headers: Headers, { seconds }: RateLimited): Response {
  const wait = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const message = `Too many requests. Try again in ${wait}.`;
  const text = `This browser, or another one at your address, sent too many requests. Try again in ${wait}.`;
  return laterResponse(headers, { ...failure(429, "TOO_MANY_REQUESTS", message), retryAfter: String(seconds) }, text);
}

function starting(headers: Headers): Response {
  const problem = { ...failure(503, "SERVICE_UNAVAILABLE", `${STARTING} Nothing was charged.`), retryAfter: "1" };
  return laterResponse(headers, problem, STARTING);
}

const STARTING = "The dashboard is starting. Try again in a moment.";

/** @param text is shown to a person who opens an address */
function laterResponse(headers: Headers, later: Failure & { readonly retryAfter: string }, text: string): Response {
  if (headers.get("sec-fetch-mode") !== "navigate") return errorResponse(later);
  return plainPage({
    status: later.status,
    title: later.status === 429 ? "Too many requests" : "One moment",
    text,
    retry: true,
    headers: { "Retry-After": later.retryAfter },
  });
}
