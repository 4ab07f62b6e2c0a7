/** Builds the addresses of the pages before signing in, each with the path to continue to. */
import { RETURN_TO, SIGN_IN_PAGE } from "@/lib/filters/return-path";

export const AUTH_PAGES = { signIn: SIGN_IN_PAGE, register: "/register", forgot: "/forgot" } as const;

/** `to` is a path of the dashboard. */
export function authPageHref(page: keyof typeof AUTH_PAGES, to = "/"): string {
  return to === "/" ? AUTH_PAGES[page] : `${AUTH_PAGES[page]}?${new URLSearchParams({ [RETURN_TO]: to })}`;
}
