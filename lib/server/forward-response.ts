/** What of a response of our own service reaches the browser: status, body, these headers, and the cookies of signing in. */
import "server-only";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { cookieName, KNOWN_BROWSER_COOKIE, SIGN_IN_COOKIE } from "@dealflow/contract/account/people";
import {
  BALANCE_SEQUENCE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
  SESSION_USED_HEADER,
  VIEW_USED_HEADER,
} from "@dealflow/contract/headers";
import { AUTH_PAGE_HEADER, CHARGED_HEADER } from "@/lib/api/dashboard";
import { SIGN_IN_PAGE } from "@/lib/filters/return-path";
import { untilStopped } from "./open-streams";

const FORWARDED_HEADERS = [
  "Content-Type",
  "Content-Disposition",
  // By it a stream is not compressed, which would take 300 kB of memory for each; it is not sent as it is.
  "Cache-Control",
  "X-Accel-Buffering",
  RETRY_AFTER_HEADER,
  REQUEST_ID_HEADER,
  // Of purchases.
  BALANCE_SEQUENCE_HEADER,
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  EVENTS_AVAILABLE_HEADER,
  SESSION_USED_HEADER,
  VIEW_USED_HEADER,
  CHARGED_HEADER,
];

export function forwardResponse(
  response: Response,
  { open, stream }: Pick<AccountEndpoint, "open" | "stream">,
  dashboardUrl: string,
): Response {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const cookies = [SIGN_IN_COOKIE, KNOWN_BROWSER_COOKIE].map((name) => `${cookieName(dashboardUrl, name)}=`);
  for (const set of response.headers.getSetCookie())
    if (cookies.some((cookie) => set.startsWith(cookie))) headers.append("Set-Cookie", set);
  // On open endpoints a 401 is about the submitted data (a wrong password, say), so there is no redirect.
  if (response.status === 401 && !open) headers.set(AUTH_PAGE_HEADER, SIGN_IN_PAGE);
  const body = stream && response.ok && response.body !== null ? untilStopped(response.body) : response.body;
  return new Response(body, { status: response.status, headers });
}
