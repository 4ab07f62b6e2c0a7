/** Reads the caller of a request: our cookies, address and user agent. None of it is verified yet. */
import "server-only";
import { cookieName, KNOWN_BROWSER_COOKIE, SIGN_IN_COOKIE } from "@dealflow/contract/account/people";
import type { Environment } from "../environment";
import { SESSION_COOKIE } from "../foreign/sessions";
import { UNLOCK_COOKIE } from "../foreign/unlock";
import { readCookie } from "../http/cookie";
import { isHooked, readAccessId, readAddress } from "../http/request-hooks";

export interface Caller {
  /** This is the sign-in cookie, exactly as the browser sent it; without one nobody is signed in. */
  readonly signIn: string | undefined;
  /** The service recognises a browser that signed in before by this cookie. */
  readonly knownBrowser: string | undefined;
  /** A foreign host's usage is counted by this session. */
  readonly session: string | undefined;
  /** A browser that entered the password of a foreign host's dashboard has this token. */
  readonly unlocked: string | undefined;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
  readonly accessId?: string | undefined;
}

type Settings = Pick<Environment, "dashboardUrl" | "trustedProxies">;

export function readCaller(headers: Headers, { dashboardUrl, trustedProxies }: Settings): Caller {
  // Without the request hooks' header, cookies and address are not trusted.
  const cookies = isHooked(headers) ? headers.get("cookie") : null;
  const cookie = (name: string) => readCookie(cookies, cookieName(dashboardUrl, name));
  return {
    signIn: cookie(SIGN_IN_COOKIE),
    knownBrowser: cookie(KNOWN_BROWSER_COOKIE),
    session: cookie(SESSION_COOKIE),
    unlocked: cookie(UNLOCK_COOKIE),
    address: readAddress(headers, trustedProxies),
    accessId: readAccessId(headers),
    userAgent: headers.get("user-agent")?.slice(0, MAX_USER_AGENT_LENGTH) ?? undefined,
  };
}

const MAX_USER_AGENT_LENGTH = 500;
