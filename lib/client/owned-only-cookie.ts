/** A cookie of this browser holds the "Owned only" setting, so that the server's first paint is right. */

const NAME = "owned-only";
const YEAR_S = 365 * 24 * 60 * 60;

export function readOwnedOnly(cookie: (name: string) => string | undefined): boolean {
  return cookie(NAME) === "on";
}

/** The default, off, is saved by removing the cookie. */
export function serializeOwnedOnly(on: boolean): string {
  return `${NAME}=${on ? "on" : ""}; Path=/; Max-Age=${on ? YEAR_S : 0}; SameSite=Lax`;
}

/** Reads the value of a cookie in `document.cookie`. */
export function cookieIn(text: string, name: string): string | undefined {
  const pair = text.split("; ").find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
