/** What a request says of who asks: its cookies of ours, and where it comes from. Nothing of it is believed yet. */
import "server-only";
import { cookieName, KNOWN_BROWSER_COOKIE, SIGN_IN_COOKIE } from "@/lib/contract/account-people";
import type { Environment } from "./environment";
import { isHooked, readAddress } from "./request-hooks";
import { SESSION_COOKIE } from "./sessions";
import { UNLOCK_COOKIE } from "./unlock";

export interface Caller {
  /** Of the sign-in cookie, exactly as the browser sent it; undefined: nobody is signed in. */
  readonly signIn: string | undefined;
  /** By which the service knows a browser that signed in before, likewise. */
  readonly knownBrowser: string | undefined;
  /** The session of use. */
  readonly session: string | undefined;
  /** What a browser got for the password of a dashboard that shows a foreign host. */
  readonly unlocked: string | undefined;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}

type Settings = Pick<Environment, "dashboardUrl" | "trustedProxies">;

export function readCaller(headers: Headers, { dashboardUrl, trustedProxies }: Settings): Caller {
  // A response whose headers nobody decided on is nobody's.
  const cookies = isHooked(headers) ? headers.get("cookie") : null;
  const cookie = (name: string) => readCookie(cookies, cookieName(dashboardUrl, name));
  return {
    signIn: cookie(SIGN_IN_COOKIE),
    knownBrowser: cookie(KNOWN_BROWSER_COOKIE),
    session: cookie(SESSION_COOKIE),
    unlocked: cookie(UNLOCK_COOKIE),
    address: readAddress(headers, trustedProxies),
    userAgent: headers.get("user-agent")?.slice(0, MAX_USER_AGENT_LENGTH) ?? undefined,
  };
}

const MAX_USER_AGENT_LENGTH = 500;
/** The signs that RFC 6265 allows in a cookie's value: none of them ends a header or begins another cookie. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/;

/** The first cookie of that very name, not decoded; undefined for a value that no cookie can have. */
export function readCookie(cookies: string | null, name: string): string | undefined {
  const pair = cookies?.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1);
  return value !== undefined && VALUE.test(value) ? value : undefined;
}
