/** Answers what a browser may ask at this rate, and tells it how long to wait otherwise. */
import "server-only";
import { clientAddress } from "@/lib/net/address";
import { isLocked, isRemoteBlocked } from "./authorize";
import { type Caller, readCaller } from "./caller";
import type { DashboardContext } from "./dashboard-context";
import { errorResponse, failure } from "./error-responses";
import type { RateLimited, Requester } from "./request-limits";
import { originError } from "./request-origin";
import { verifiedSession } from "./upstream";

/** A page asks the service several times where a route does once. */
const PAGE_COST = 5;

/** For a route: before anything of the request is read. */
export async function withRequestLimits(
  context: DashboardContext,
  request: Request,
  handle: () => Promise<Response>,
): Promise<Response> {
  // What no page of ours can have asked is refused for nothing, and counts against nobody who sits there.
  if (originError(request.headers, context.settings.dashboardUrl) !== undefined) return handle();
  const requester = requesterOf(context, readCaller(request.headers, context.settings));
  const rejection = await context.limits.take(requester);
  if (rejection !== undefined) return tooManyRequests(request.headers, rejection);
  const slot = await context.limits.acquire(requester);
  if ("seconds" in slot) return tooManyRequests(request.headers, slot);
  return handle().finally(slot);
}

/** For a page, before it is rendered: what is answered in its place when it is one too many. */
export async function limitPageRequest(context: DashboardContext, headers: Headers): Promise<Response | undefined> {
  const requester = requesterOf(context, readCaller(headers, context.settings));
  const rejection = await context.limits.take(requester, PAGE_COST);
  return rejection && tooManyRequests(headers, rejection);
}

function requesterOf(context: DashboardContext, caller: Caller): Requester {
  const address = caller.address === undefined ? undefined : clientAddress(caller.address, undefined, []);
  if (context.settings.apiKey === undefined) return { session: verifiedSession(context, caller), address };
  // On another host nobody signs in: whoever is let in is known by their address.
  const inside = !isRemoteBlocked(context, caller) && !isLocked(context, caller);
  return { session: inside ? address : undefined, address };
}

function tooManyRequests(headers: Headers, { seconds }: RateLimited): Response {
  const wait = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const message = `Too many requests. Try again in ${wait}.`;
  if (headers.get("sec-fetch-mode") !== "navigate")
    return errorResponse({ ...failure(429, "TOO_MANY_REQUESTS", message), retryAfter: String(seconds) });
  return new Response(PAGE.replace("{wait}", wait), {
    status: 429,
    headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": String(seconds) },
  });
}

/** Costs nothing to make: no script, no sheet, nobody's name. */
const PAGE = `<!doctype html>
<html lang="en" style="color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Too many requests · Dealflow</title>
<main style="max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1 style="font-size: 1rem">Too many requests</h1>
<p>This browser, or others at its address, asked for more than is answered at once. Try again in {wait}.</p>
<p><a href="">Show it again</a></p>
</main>
</html>
`;
