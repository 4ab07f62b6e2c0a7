/** Cookies of the service in a person's browser: out of reach of its scripts, and of other hosts where the address allows it. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieName, isSecure, SIGN_IN_COOKIE } from "@dealflow/contract/account-people";
import { parse, serialize } from "hono/utils/cookie";
import { SESSION_S } from "./sessions";

/** Purpose under which the key is derived from the installation's secret, so that it is valid for nothing else. */
const SESSION_PURPOSE = "dealflow sign-in";

export interface CookieSettings {
  /** The address whose cookies these are. */
  readonly dashboardUrl: string;
  readonly secret: string;
}

export interface Cookie {
  /** The value in a `Cookie` header; undefined when there is none. */
  parse(header: string | undefined): string | undefined;
  /** A `Set-Cookie` with this value; without one it deletes the cookie. */
  serialize(value?: string): string;
}

/** @param seconds how long browsers keep it */
export function createCookie(dashboardUrl: string, name: string, seconds: number): Cookie {
  const fullName = cookieName(dashboardUrl, name);
  const attributes = { path: "/", httpOnly: true, secure: isSecure(dashboardUrl), sameSite: "Lax" } as const;
  return {
    parse: (header = "") => parse(header, fullName)[fullName],
    serialize: (value) =>
      serialize(fullName, value ?? "", { ...attributes, maxAge: value === undefined ? 0 : seconds }),
  };
}

export interface SessionCookies {
  /** A `Set-Cookie` that opens the session with this token. */
  serialize(token: string): string;
  /** A `Set-Cookie` that deletes the cookie. */
  serializeExpired(): string;
  /** The token in a `Cookie` header; undefined when there is none with a valid signature. */
  parseToken(header: string | undefined): string | undefined;
}

/**
 * The token with its signature, in the format of `hono/cookie`. Signed here, because every request's authorization verifies
 * one: Hono's function imports the key each time and takes eight times as long.
 */
export function createSessionCookies({ dashboardUrl, secret }: CookieSettings): SessionCookies {
  const key = createHmac("sha256", secret).update(SESSION_PURPOSE).digest("base64url");
  const cookie = createCookie(dashboardUrl, SIGN_IN_COOKIE, SESSION_S);
  const sign = (token: string) => createHmac("sha256", key).update(token).digest();

  return {
    serialize: (token) => cookie.serialize(`${token}.${sign(token).toString("base64")}`),
    serializeExpired: () => cookie.serialize(),
    parseToken(header) {
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
