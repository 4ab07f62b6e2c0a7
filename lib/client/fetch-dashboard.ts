/**
 * One request to a route of the dashboard's own server. It says for which workspace the page was loaded, so that a page
 * never shows or spends what belongs to another one; where nobody is let in any more, it leads to the door.
 */
import { AUTH_PAGE_HEADER, PAGE_ACCOUNT_HEADER } from "@/lib/api/dashboard";
import { authPageUrl, SIGN_IN_PAGE, UNLOCK_PAGE } from "@/lib/filters/return-path";

let account: string | null = null;

/** Whose page this document is, as the server said it with the page; null: of nobody yet. */
export function setWorkspace(workspace: string | null): void {
  account = workspace;
}

/** For what a browser keeps or tells its tabs of one workspace alone. */
export function currentWorkspace(): string {
  return account ?? "nobody";
}

export async function fetchDashboard(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (account !== null) headers.set(PAGE_ACCOUNT_HEADER, account);
  const response = await fetch(path, { ...init, headers, cache: "no-store" });
  const authPage = response.headers.get(AUTH_PAGE_HEADER);
  // What is on the screen stays there until the browser has the other page.
  if (authPage === SIGN_IN_PAGE || authPage === UNLOCK_PAGE) {
    const { pathname, search } = window.location;
    window.location.assign(authPageUrl(authPage, `${pathname}${search}`));
  }
  return response;
}
