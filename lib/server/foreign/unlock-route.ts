/** Handles the password form of a foreign host's dashboard, and redirects to the page that was requested. */
import "server-only";
import { authPageUrl, RETURN_TO, safeReturnPath, UNLOCK_PAGE } from "@/lib/filters/return-path";
import type { DashboardContext } from "../dashboard-context";
import { createCookie } from "../http/cookie";
import { errorResponse, failure, methodNotAllowed } from "../http/error-responses";
import { readBody } from "../http/request-body";
import { originError } from "../http/request-origin";
import { readCaller } from "../proxy/caller";
import { UNLOCK_COOKIE, UNLOCKED_MS } from "./unlock";

export const UNLOCK_ROUTE = "/api/unlock";
/** The form's fields have these names, and so do the address parameters that describe a rejection. */
export const UNLOCK_FORM = { password: "password", end: "end", wrong: "wrong", wait: "wait" } as const;

/** Handles a plain form, which works without a script; every response redirects to the next page. */
export async function handleUnlockRequest(context: DashboardContext, request: Request): Promise<Response> {
  const rejection = originError(request.headers, context.settings.dashboardUrl);
  if (rejection !== undefined) return errorResponse(failure(403, "FORBIDDEN", rejection));
  if (request.method !== "POST") return methodNotAllowed(request.method, ["POST"]);
  const { unlock, settings } = context;
  if (unlock === undefined) return errorResponse(failure(404, "NOT_FOUND", "This dashboard has no password."));
  const body = await readBody(request);
  if (body === undefined) return errorResponse(failure(413, "PAYLOAD_TOO_LARGE", "the form is too long"));
  const form = new URLSearchParams(body);
  const caller = readCaller(request.headers, settings);
  const to = safeReturnPath(form.get(RETURN_TO));
  if (form.has(UNLOCK_FORM.end)) {
    unlock.revoke(caller.unlocked);
    return redirectTo(UNLOCK_PAGE, createCookie(UNLOCK_COOKIE, "", 0, settings.dashboardUrl));
  }
  const result = await unlock.attempt(form.get(UNLOCK_FORM.password) ?? "", caller.address);
  if ("token" in result)
    return redirectTo(to, createCookie(UNLOCK_COOKIE, result.token, UNLOCKED_MS / 1000, settings.dashboardUrl));
  context.log.warn({ event: "password rejected", address: caller.address, waitMs: result.waitMs });
  const wait = result.waitMs === undefined ? {} : { [UNLOCK_FORM.wait]: String(Math.ceil(result.waitMs / 1000)) };
  const url = new URL(authPageUrl(UNLOCK_PAGE, to), settings.dashboardUrl);
  for (const [name, value] of Object.entries({ [UNLOCK_FORM.wrong]: "1", ...wait })) url.searchParams.set(name, value);
  return redirectTo(`${url.pathname}${url.search}`);
}

/** The browser then fetches the next page, and a reload does not submit again. */
function redirectTo(path: string, cookie?: string): Response {
  const headers = new Headers({ Location: path });
  if (cookie !== undefined) headers.set("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
