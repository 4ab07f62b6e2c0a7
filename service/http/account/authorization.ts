/**
 * Authorizes every request below `/account`: by the secret that the dashboard's server shares with the service, then
 * the cookie of a person's session, which determines the workspace. API keys are not accepted.
 */

import { timingSafeEqual } from "node:crypto";
import { ACCOUNT, ACCOUNT_SECRET_HEADER } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import { PEOPLE, PERSON_HEADER, RENEW_SESSION_HEADER, WORKSPACE_HEADER } from "@dealflow/contract/account/people";
import type { Context, MiddlewareHandler } from "hono";
import { deriveAccountSecret } from "@/lib/net/account-secret";
import type { AuthenticatedSession } from "@/service/accounts/people/session-check";
import { renewSession } from "@/service/accounts/people/sessions";
import { hashToken } from "@/service/accounts/token";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";

/** Actions allowed in a workspace that the operator has blocked: they are not about the workspace. */
const PERSONAL_ENDPOINTS: ReadonlySet<string> = new Set([
  ...Object.keys(PEOPLE),
  ...([
    "addWorkspace",
    "openWorkspace",
    "leaveWorkspace",
    "deleteWorkspace",
    "acceptInvitation",
  ] satisfies (keyof typeof ACCOUNT)[]),
]);

export function requireDashboard({ secret }: Services): MiddlewareHandler<Env> {
  const isDashboardRequest = createDashboardCheck(secret);
  return async (c, next) => {
    // For other clients these paths do not exist.
    if (!isDashboardRequest(c)) throw new ApiError("NOT_FOUND", `no endpoint at ${c.req.path.slice(0, 100)}`);
    await next();
  };
}

export function requireSession(services: Services, name: keyof typeof ACCOUNT): MiddlewareHandler<Env> {
  const { method, open, owner, operator, confirmed }: AccountEndpoint = ACCOUNT[name];
  // Reads may use a cached session. Changes may not: someone who was just removed must not create a key.
  const refresh = method !== "GET";
  return async (c, next) => {
    if (open !== true) {
      const { caller, viewer } = await authenticateSession(services, c, refresh);
      if (caller.blocked && !PERSONAL_ENDPOINTS.has(name)) throw blockedWorkspaceError();
      if (owner === true && viewer.role !== "owner")
        throw new ApiError("FORBIDDEN", "Only owners of this workspace can do that.");
      if (confirmed === true && !viewer.confirmed)
        throw new ApiError("FORBIDDEN", "Confirm your email address first. The link is in the email we sent you.");
      if (operator !== undefined && !viewer.operator && !(operator === "or-demo" && viewer.demo))
        throw new ApiError("FORBIDDEN", "Only operators of this installation can do that.");
    }
    await next();
    if (open !== true && c.req.header(RENEW_SESSION_HEADER) !== undefined) await renewCookie(services, c);
  };
}

/** Renews the session in the database and in the browser, which then forget it at the same time. */
async function renewCookie({ pools, people }: Services, c: Context<Env>): Promise<void> {
  const token = people.cookies.parseToken(c.req.header("Cookie"));
  if (token === undefined || c.res.headers.has("Set-Cookie")) return;
  if (await renewSession(pools.main, c.get("viewer").sessionId, new Date()))
    c.header("Set-Cookie", people.cookies.serialize(token));
}

/** Sets the session of the cookie on the context; 401 without one. */
export async function authenticateSession(
  { people }: Services,
  c: Context<Env>,
  refresh = false,
): Promise<AuthenticatedSession> {
  const token = people.cookies.parseToken(c.req.header("Cookie"));
  const session = token === undefined ? undefined : await people.sessions.getSession(token, refresh);
  if (session === undefined) throw new ApiError("UNAUTHORIZED", "not signed in, or the session has expired");
  c.set("caller", session.caller);
  c.set("viewer", session.viewer);
  // The dashboard logs them, and passes them to nobody.
  c.env?.outgoing?.setHeader(WORKSPACE_HEADER, session.caller.workspaceId);
  c.env?.outgoing?.setHeader(PERSON_HEADER, session.viewer.personId);
  return session;
}

export function blockedWorkspaceError(): ApiError {
  return new ApiError("FORBIDDEN", "the operator has blocked this workspace");
}

function createDashboardCheck(secret: string): (c: Context<Env>) => boolean {
  // Digests have a constant length, which `timingSafeEqual` needs.
  const expected = hashToken(deriveAccountSecret(secret));
  return (c) => {
    const value = c.req.header(ACCOUNT_SECRET_HEADER);
    return value !== undefined && timingSafeEqual(hashToken(value), expected);
  };
}
