/** Where a person goes on to after signing in: an address of the dashboard's own, whatever the text says. */

/** The parameter that carries it. */
export const RETURN_TO = "returnTo";
export const SIGN_IN_PAGE = "/sign-in";
/** Where the password of a dashboard that shows somebody else's host is asked for. */
export const UNLOCK_PAGE = "/unlock";

/** The longest address that a page of ours has: every industry chosen at once, with room to spare. */
const MAX_LENGTH = 32_000;
/** First parts of paths that are no pages to go on to: answers for scripts, and the door itself. */
const EXCLUDED_PATHS = /^\/(api|_next|sign-in|register|forgot|reset|unlock)(\/|$)/i;
const BASE_URL = "http://own.invalid";

/** Only its path, query and fragment; `/` for what leads elsewhere, to no page, or back to the door. */
export function ownPath(text: string | null | undefined): string {
  // As browsers write addresses: printable ASCII. What they would drop or turn into a slash is refused before they can.
  if (typeof text !== "string" || text.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text))
    return "/";
  if (!URL.canParse(text, BASE_URL)) return "/";
  const { origin, pathname, search, hash } = new URL(text, BASE_URL);
  // Dots are resolved by now, and can have left `//` behind. No page of ours has an escaped sign in its path.
  if (origin !== BASE_URL || /\/\/|%/.test(pathname) || EXCLUDED_PATHS.test(pathname)) return "/";
  return `${pathname}${search}${hash}`;
}

/** The page that lets people in, which leads back to `path`. */
export function authPageUrl(page: typeof SIGN_IN_PAGE | typeof UNLOCK_PAGE, path: string): string {
  const own = ownPath(path);
  return own === "/" ? page : `${page}?${new URLSearchParams({ [RETURN_TO]: own })}`;
}
