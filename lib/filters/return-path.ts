/** The page to return to after signing in: always an address of the dashboard, whatever the text. */

/** The parameter that carries it. */
export const RETURN_TO = "returnTo";
export const SIGN_IN_PAGE = "/sign-in";
/** Where the password of a foreign host's dashboard is entered. */
export const UNLOCK_PAGE = "/unlock";

/** Above the longest address of any page: every industry selected at once. */
const MAX_LENGTH = 32_000;
/** First segments of paths that cannot be returned to: routes that are no page, and the sign-in pages themselves. */
const EXCLUDED_PATHS = /^\/(api|oauth|_next|sign-in|register|forgot|reset|unlock)(\/|$)/i;
const BASE_URL = "http://own.invalid";

/** Only its path, query and fragment; `/` for other hosts, paths without a page, and the sign-in pages. */
export function safeReturnPath(text: string | null | undefined): string {
  // As browsers write addresses: printable ASCII. What they would drop or turn into a slash is rejected first.
  if (typeof text !== "string" || text.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text))
    return "/";
  if (!URL.canParse(text, BASE_URL)) return "/";
  const { origin, pathname, search, hash } = new URL(text, BASE_URL);
  // Dots are resolved by now, and can have left `//` behind. No page has an escaped character in its path.
  if (origin !== BASE_URL || /\/\/|%/.test(pathname) || EXCLUDED_PATHS.test(pathname)) return "/";
  return `${pathname}${search}${hash}`;
}

/** The sign-in or password page, which returns to `path`. */
export function authPageUrl(page: typeof SIGN_IN_PAGE | typeof UNLOCK_PAGE, path: string): string {
  const safe = safeReturnPath(path);
  return safe === "/" ? page : `${page}?${new URLSearchParams({ [RETURN_TO]: safe })}`;
}
