/** Decides which page of the dashboard to return to after signing in. No text leads to another host. */

export const RETURN_TO = "returnTo";
export const SIGN_IN_PAGE = "/sign-in";
/** The password of a foreign host's dashboard is entered on this page. */
export const UNLOCK_PAGE = "/unlock";

/** This is above the longest address of any page, which selects every industry. */
const MAX_LENGTH = 32_000;
/** Paths with these first segments cannot be returned to: routes that are not pages, and the sign-in pages. */
const EXCLUDED_PATHS = /^\/(api|oauth|_next|sign-in|register|forgot|reset|unlock)(\/|$)/i;
const BASE_URL = "http://own.invalid";

/**
 * Keeps only the path, query and fragment; returns `/` for other hosts, paths without a page, and the sign-in pages.
 */
export function safeReturnPath(text: string | null | undefined): string {
  // Browsers write addresses in printable ASCII. Characters that they would drop or turn into a slash are rejected
  // first.
  if (typeof text !== "string" || text.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text))
    return "/";
  if (!URL.canParse(text, BASE_URL)) return "/";
  const { origin, pathname, search, hash } = new URL(text, BASE_URL);
  // Dots are resolved by now, and can have left `//` behind. No page has an escaped character in its path.
  if (origin !== BASE_URL || /\/\/|%/.test(pathname) || EXCLUDED_PATHS.test(pathname)) return "/";
  return `${pathname}${search}${hash}`;
}

/** Returns the address of the sign-in or password page, which returns to `path`. */
export function authPageUrl(page: typeof SIGN_IN_PAGE | typeof UNLOCK_PAGE, path: string): string {
  const safe = safeReturnPath(path);
  return safe === "/" ? page : `${page}?${new URLSearchParams({ [RETURN_TO]: safe })}`;
}
