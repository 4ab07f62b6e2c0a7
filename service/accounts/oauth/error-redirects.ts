/**
 * Sends errors only to clients that the person of this browser has connected (RFC 9700, section 4.11.2): anyone may
 * register a client, and a link to the dashboard would lead to its address without a page in between.
 */

import { CONSENT_PAGE, OAUTH_PATHS, OAUTH_PROBLEM_HEADER, OAUTH_RETURN_HEADER } from "@dealflow/contract/oauth";
import type { Provider } from "oidc-provider";
import type { OAuthParts } from "./provider";
import { leadsHere, redirectProblem } from "./redirects";

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
    // Registered under earlier rules, or our own by its port: on this machine a client may return to any.
    if (typeof redirect === "string" && (redirectProblem(redirect) !== undefined || leadsHere(redirect, ownUrls))) {
      context.status = 400;
      context.set(OAUTH_PROBLEM_HEADER, "redirect");
      return;
    }
    await next();
    const location = String(context.res.getHeader("Location") ?? "");
    // Requests are approved on the consent page, so from here a code is never sent: all that leads elsewhere is an error.
    if (location === "" || location.startsWith(CONSENT_PAGE)) return;
    if (await isConnected(String(clientId), context.get("cookie"))) return;
    context.remove("Location");
    context.status = 400;
    context.set(OAUTH_PROBLEM_HEADER, "unapproved");
    context.set(OAUTH_RETURN_HEADER, location);
    context.body = {};
  };
}
