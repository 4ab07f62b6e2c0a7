/**
 * Sends one request of the API to the dashboard's own server. It names the workspace that the page was loaded for, so
 * that a page never shows or spends what belongs to another one; without a session it redirects to the sign-in page, unless
 * a form has text that would be lost.
 */
import { AUTH_PAGE_HEADER, PAGE_ACCOUNT_HEADER, PAGE_ROUTE } from "@/lib/api/dashboard";
import { authPageUrl, SIGN_IN_PAGE, UNLOCK_PAGE } from "@/lib/filters/return-path";
import { keepTypedText } from "../typed-text";

let account: string | null = null;

/** The server renders the workspace of this document; it is null when nobody is signed in. */
export function setWorkspace(workspace: string | null): void {
  account = workspace;
}

/** Names browser storage and channels that belong to one workspace. */
export function currentWorkspace(): string {
  return account ?? "nobody";
}

export async function fetchDashboard(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (account !== null) headers.set(PAGE_ACCOUNT_HEADER, account);
  const response = await fetch(`${PAGE_ROUTE}${path}`, { ...init, headers, cache: "no-store" });
  const authPage = response.headers.get(AUTH_PAGE_HEADER);
  // What is on the screen stays there until the browser has the other page.
  if ((authPage === SIGN_IN_PAGE || authPage === UNLOCK_PAGE) && !keepTypedText()) {
    const { pathname, search } = window.location;
    window.location.assign(authPageUrl(authPage, `${pathname}${search}`));
  }
  return response;
}
