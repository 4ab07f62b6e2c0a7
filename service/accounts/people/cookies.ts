/** Builds the service's cookies: scripts cannot read them, nor can other hosts where the address allows it. */

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { cookieName, isSecure, KNOWN_BROWSER_COOKIE, SIGN_IN_COOKIE } from "@dealflow/contract/account/people";
import { parse, serialize } from "hono/utils/cookie";
import { SESSION_S } from "./sessions";

/** Each key is derived from the installation's secret for one purpose, so that it is valid for no other one. */
const SESSION_PURPOSE = "dealflow sign-in";

interface CookieSettings {
  /** The cookies are for this address. */
  readonly dashboardUrl: string;
  readonly secret: string;
}

/** @param seconds lifetime in browsers */
export function createCookie(dashboardUrl: string, name: string, seconds: number) {
  const fullName = cookieName(dashboardUrl, name);
  const attributes = { path: "/", httpOnly: true, secure: isSecure(dashboardUrl), sameSite: "Lax" } as const;
  return {
    /** Returns the value in a `Cookie` header; undefined when there is none. */
    parse: (header = "") => parse(header, fullName)[fullName],
    /** Returns a `Set-Cookie` with this value; without one it deletes the cookie. */
    serialize: (value?: string) =>
      serialize(fullName, value ?? "", { ...attributes, maxAge: value === undefined ? 0 : seconds }),
  };
}

/**
 * Signs the token in the format of `hono/cookie`. Every request's authorization verifies one, and Hono's function
 * imports the key each time and takes eight times as long.
 */
export function createSessionCookies({ dashboardUrl, secret }: CookieSettings) {
  const key = createHmac("sha256", secret).update(SESSION_PURPOSE).digest("base64url");
  const cookie = createCookie(dashboardUrl, SIGN_IN_COOKIE, SESSION_S);
  const sign = (token: string) => createHmac("sha256", key).update(token).digest();

  return {
    /** Returns a `Set-Cookie` that opens the session with this token. */
    serialize: (token: string) => cookie.serialize(`${token}.${sign(token).toString("base64")}`),
    /** Returns a `Set-Cookie` that deletes the cookie. */
    serializeExpired: () => cookie.serialize(),
    /** Returns the token in a `Cookie` header; undefined when there is none with a valid signature. */
    parseToken(header: string | undefined) {
      const value = cookie.parse(header) ?? "";
      const dot = value.lastIndexOf(".");
      const token = value.slice(0, Math.max(0, dot));
      const signature = Buffer.from(value.slice(dot + 1), "base64");
      const expected = sign(token);
      return token !== "" && signature.length === expected.length && timingSafeEqual(signature, expected)
        ? token
        : undefined;
    },
  };
}

const BROWSER_PURPOSE = "dealflow known browser";
/** A browser has at most this many accounts; beyond that the oldest is dropped. */
const MOST_ACCOUNTS = 5;
const MARK_BYTES = 12;
/** Browsers keep a cookie at most this long. */
const COOKIE_S = 400 * 86_400;

/**
 * Marks browsers that signed in to an account before: they may try again although strangers have used up the account's
 * attempts, and are counted separately (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). The cookie
 * grants nothing and identifies no one: it holds a random mark for each account, signed together with the account.
 */
export function createKnownBrowsers({ dashboardUrl, secret }: CookieSettings) {
  const key = createHmac("sha256", secret).update(BROWSER_PURPOSE).digest();
  const cookie = createCookie(dashboardUrl, KNOWN_BROWSER_COOKIE, COOKIE_S);

  const sign = (mark: string, account: string) => createHmac("sha256", key).update(`${mark} ${account}`).digest();

  const parseEntries = (header: string | undefined) => (cookie.parse(header) ?? "").split("~").slice(0, MOST_ACCOUNTS);

  function matchesAccount(entry: string, account: string): boolean {
    const [mark = "", signature = ""] = entry.split(".");
    const [given, expected] = [Buffer.from(signature, "base64url"), sign(mark, account)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  return {
    /** Returns the browser's mark for this account from a `Cookie` header; undefined when it never signed in to it. */
    parseMark: (header: string | undefined, account: string) =>
      parseEntries(header)
        .find((entry) => matchesAccount(entry, account))
        ?.split(".")[0],
    /** Returns a `Set-Cookie` after signing in to this account; `header` is the `Cookie` that the browser sent. */
    serialize(header: string | undefined, account: string) {
      const mark = randomBytes(MARK_BYTES).toString("base64url");
      const others = parseEntries(header).filter(
        (entry) => /^[\w-]+\.[\w-]+$/.test(entry) && !matchesAccount(entry, account),
      );
      const entries = [`${mark}.${sign(mark, account).toString("base64url")}`, ...others];
      return cookie.serialize(entries.slice(0, MOST_ACCOUNTS).join("~"));
    },
  };
}
