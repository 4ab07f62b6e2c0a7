/** Applies the request limits, and responds with the time to wait above them. */
import "server-only";
import { clientAddress } from "@/lib/net/address";
import { isLocked, isRemoteBlocked } from "./authorize";
import { type Caller, readCaller } from "./caller";
import type { DashboardContext } from "./dashboard-context";
import { errorResponse, failure } from "./error-responses";
import type { LimitedClient, RateLimited } from "./request-limits";
import { originError } from "./request-origin";
import { verifiedSession } from "./upstream";

/** A page calls the service several times where a route does once. */
const PAGE_COST = 5;

/** For a route: runs before anything of the request is read. */
export async function withRequestLimits(
  context: DashboardContext,
  request: Request,
  handle: () => Promise<Response>,
): Promise<Response> {
  // Cross-origin requests are rejected at no cost, and do not count against people at that address.
  if (originError(request.headers, context.settings.dashboardUrl) !== undefined) return handle();
  const client = clientOf(context, readCaller(request.headers, context.settings));
  const rejection = await context.limits.consume(client);
  if (rejection !== undefined) return tooManyRequests(request.headers, rejection);
  const slot = await context.limits.acquire(client);
  if ("seconds" in slot) return tooManyRequests(request.headers, slot);
  return handle().finally(slot);
}

/** For a page, before it is rendered: the response to send instead when the limit is exceeded. */
export async function limitPageRequest(context: DashboardContext, headers: Headers): Promise<Response | undefined> {
  const client = clientOf(context, readCaller(headers, context.settings));
  const rejection = await context.limits.consume(client, PAGE_COST);
  return rejection && tooManyRequests(headers, rejection);
}

function clientOf(context: DashboardContext, caller: Caller): LimitedClient {
  const address = caller.address === undefined ? undefined : clientAddress(caller.address, undefined, []);
  if (context.settings.apiKey === undefined) return { session: verifiedSession(context, caller), address };
  // On a foreign host nobody signs in: authorized browsers are identified by address.
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

/** Static: no script, no style sheet, no personal data. */
const PAGE = `<!doctype html>
<html lang="en" style="color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Too many requests · Dealflow</title>
<main style="max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1 style="font-size: 1rem">Too many requests</h1>
<p>This browser, or another one at your address, sent too many requests. Try again in {wait}.</p>
<p><a href="">Try again</a></p>
</main>
</html>
`;
