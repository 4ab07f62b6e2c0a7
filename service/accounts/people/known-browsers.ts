/**
 * Browsers that signed in to an account before: they may try again although strangers have used up the account's attempts,
 * and are counted separately (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). The cookie grants nothing
 * and identifies no one: it holds a random mark for each account, signed together with the account.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { KNOWN_BROWSER_COOKIE } from "@dealflow/contract/account-people";
import { type CookieSettings, createCookie } from "./cookies";

/** Purpose under which the key is derived from the installation's secret, so that it is valid for nothing else. */
const PURPOSE = "dealflow known browser";
/** Accounts per browser: beyond that the oldest is dropped. */
const MOST_ACCOUNTS = 5;
const MARK_BYTES = 12;
/** The longest that browsers keep a cookie. */
const COOKIE_S = 400 * 86_400;

export interface KnownBrowsers {
  /** The browser's mark for this account, in a `Cookie` header; undefined when it never signed in to it. */
  parseMark(header: string | undefined, account: string): string | undefined;
  /** A `Set-Cookie` after signing in to this account; `header` is the `Cookie` that the browser sent. */
  serialize(header: string | undefined, account: string): string;
}

export function createKnownBrowsers({ dashboardUrl, secret }: CookieSettings): KnownBrowsers {
  const key = createHmac("sha256", secret).update(PURPOSE).digest();
  const cookie = createCookie(dashboardUrl, KNOWN_BROWSER_COOKIE, COOKIE_S);

  const sign = (mark: string, account: string) => createHmac("sha256", key).update(`${mark} ${account}`).digest();

  const parseEntries = (header: string | undefined) => (cookie.parse(header) ?? "").split("~").slice(0, MOST_ACCOUNTS);

  function matchesAccount(entry: string, account: string): boolean {
    const [mark = "", signature = ""] = entry.split(".");
    const [given, expected] = [Buffer.from(signature, "base64url"), sign(mark, account)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  return {
    parseMark: (header, account) =>
      parseEntries(header)
        .find((entry) => matchesAccount(entry, account))
        ?.split(".")[0],
    serialize(header, account) {
      const mark = randomBytes(MARK_BYTES).toString("base64url");
      const others = parseEntries(header).filter(
        (entry) => /^[\w-]+\.[\w-]+$/.test(entry) && !matchesAccount(entry, account),
      );
      const entries = [`${mark}.${sign(mark, account).toString("base64url")}`, ...others];
      return cookie.serialize(entries.slice(0, MOST_ACCOUNTS).join("~"));
    },
  };
}
