/** Decides where a client may send people, with a code or with an error. */

import {
  CLIENT_LIMITS,
  CONSENT_PAGE,
  OAUTH_PATHS,
  OAUTH_PROBLEM_HEADER,
  OAUTH_RETURN_HEADER,
} from "@dealflow/contract/oauth";
import type { Provider } from "oidc-provider";
import { isLoopback } from "@/lib/net/address";
import type { OAuthParts } from "./provider";

/** Apps own schemes by a reversed domain (RFC 8252, section 7.1), as `com.example.app:`. */
const SCHEME_OF_DOMAIN = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
/** These schemes of MCP clients have no dot. Any other could start a program that is no client. */
const SCHEMES_OF_CLIENTS: ReadonlySet<string> = new Set(
  ["claude", "cursor", "goose", "jetbrains", "kiro", "lmstudio", "raycast", "trae"]
    .concat(["vscode", "vscode-insiders", "vscodium", "warp", "windsurf", "zed"])
    .map((name) => `${name}:`),
);

/** Returns one sentence about the problem; undefined when people may be sent there. */
export function redirectProblem(text: string): string | undefined {
  if (text.length > CLIENT_LIMITS.redirectUri) return `must have at most ${CLIENT_LIMITS.redirectUri} characters`;
  if (!URL.canParse(text)) return "must be a URL";
  const { protocol, hostname, username, password } = new URL(text);
  if (text.includes("#")) return "must have no fragment";
  if (text.includes("*")) return "must have no wildcard";
  if (username !== "" || password !== "") return "must have no user name";
  if (protocol === "https:" || SCHEMES_OF_CLIENTS.has(protocol) || SCHEME_OF_DOMAIN.test(protocol)) return undefined;
  if (protocol === "http:")
    return isLoopback(hostname) ? undefined : "must start with https:// unless it is on this machine";
  return `must start with https://, http://localhost or the scheme of an app, as com.example.app:/callback; got ${protocol}`;
}

/**
 * Tells whether a redirect would be a request to this installation, with the person's cookies. All names of this
 * machine count as one; a redirect on it without a port stands for any port, and is checked when a request names one.
 */
export function leadsHere(text: string, ownUrls: readonly string[]): boolean {
  const { origin, protocol, hostname, port } = new URL(text);
  return ownUrls.some((ownUrl) => {
    const own = new URL(ownUrl);
    const isOfMachine = isLoopback(hostname) && isLoopback(own.hostname);
    return isOfMachine ? port === own.port && protocol === own.protocol : origin === own.origin;
  });
}

/**
 * Tells whether a redirect goes to a program on the person's machine, by its own scheme or by a port of that machine.
 */
export function isOfMachine(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol !== "https:" && (protocol !== "http:" || isLoopback(hostname));
}

/** Returns the host of the redirect, which people see as the origin of a request. */
export function getHost(clientId: string, redirect: string): string {
  if (clientId.startsWith("https://")) return new URL(clientId).host;
  const { protocol, host, hostname } = new URL(redirect);
  if (protocol === "https:") return host;
  return isLoopback(hostname) && protocol === "http:" ? hostname : protocol;
}

/**
 * Sends errors only to clients that the person of this browser has connected (RFC 9700, section 4.11.2): anyone may
 * register a client, and a link to the dashboard would lead to its address without a page in between.
 */
export function holdErrorRedirects(
  { pool, people }: OAuthParts,
  ownUrls: readonly string[],
): Parameters<Provider["use"]>[0] {
  async function isConnected(clientId: string, cookie: string): Promise<boolean> {
    const token = people.cookies.parseToken(cookie);
    const session = token === undefined ? undefined : await people.sessions.getSession(token);
    if (session === undefined) return false;
    const { rowCount } = await pool.query(
      "select from mcp_connections where client_id = $1 and person_id = $2 and revoked_at is null limit 1",
      [clientId, session.viewer.personId],
    );
    return rowCount === 1;
  }

  return async (context, next) => {
    if (context.path !== OAUTH_PATHS.authorize) return next();
    const { client_id: clientId, redirect_uri: redirect } = context.query;
    // These have rules of before, or our address with another port: on this machine a client may return to any.
    if (typeof redirect === "string" && (redirectProblem(redirect) !== undefined || leadsHere(redirect, ownUrls))) {
      context.status = 400;
      context.set(OAUTH_PROBLEM_HEADER, "redirect");
      return;
    }
    await next();
    const location = String(context.res.getHeader("Location") ?? "");
    // Requests are approved on the consent page, so a code is never sent from here: any redirect elsewhere is an error.
    if (location === "" || location.startsWith(CONSENT_PAGE)) return;
    if (await isConnected(String(clientId), context.get("cookie"))) return;
    context.remove("Location");
    context.status = 400;
    context.set(OAUTH_PROBLEM_HEADER, "unapproved");
    context.set(OAUTH_RETURN_HEADER, location);
    context.body = {};
  };
}
