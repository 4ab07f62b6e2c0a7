/**
 * Checks first in every route that the request is same-origin, and that the browser has entered the password if one is
 * required.
 */
import "server-only";
import { PAGE_ACCOUNT_HEADER } from "@/lib/api/dashboard";
import { UNLOCK_PAGE } from "@/lib/filters/return-path";
import { isLoopback } from "@/lib/net/address";
import type { DashboardContext } from "../dashboard-context";
import { type Failure, failure, unauthorized } from "../http/error-responses";
import { originError } from "../http/request-origin";
import { type Caller, readCaller } from "./caller";
import type { Upstream } from "./upstream";

/** On our own service, the service decides who is signed in; here the credentials are only read. */
export function authorizeRequest(context: DashboardContext, headers: Headers): Caller | { readonly failure: Failure } {
  const rejection = originError(headers, context.settings.dashboardUrl);
  if (rejection !== undefined) return { failure: failure(403, "FORBIDDEN", rejection) };
  const caller = readCaller(headers, context.settings);
  if (isRemoteBlocked(context, caller)) return { failure: failure(403, "FORBIDDEN", LOCAL_ONLY) };
  if (isLocked(context, caller)) return { failure: unauthorized(UNLOCK_PAGE, "Enter the dashboard's password first.") };
  return caller;
}

/** The dashboard of a foreign host requires a password that this browser has not entered. */
export function isLocked({ unlock }: DashboardContext, { unlocked }: Caller): boolean {
  return unlock !== undefined && !unlock.isUnlocked(unlocked);
}

export const LOCAL_ONLY = "Without DASHBOARD_PASSWORD, this dashboard is only available on its own machine.";

/**
 * A foreign host without a password is served to this machine alone, on any address that the program listens on:
 * settings are checked at startup, but not how Next was started.
 */
export function isRemoteBlocked({ settings, unlock }: DashboardContext, { address }: Caller): boolean {
  return settings.apiKey !== undefined && unlock === undefined && (address === undefined || !isLoopback(address));
}

/**
 * A tab shows the workspace that was open when it was loaded. If another one has been opened since in the same browser,
 * nothing is bought on its account or shown among the other's rows. Returns undefined when the page's workspace is the open
 * one.
 */
export function staleWorkspace(headers: Headers, { account }: Pick<Upstream, "account">): Failure | undefined {
  const of = headers.get(PAGE_ACCOUNT_HEADER);
  if (of === null || of === account) return undefined;
  const message = "Another workspace was opened in this browser. Reload the page. Nothing was charged.";
  return failure(409, "CONFLICT", message);
}
