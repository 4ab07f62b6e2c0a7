/**
 * What every request below `/account` passes: the secret that the dashboard's server shares with the service, then the
 * cookie of a person's session, which says for which workspace they ask. No API key opens anything here.
 */
import type { Context, MiddlewareHandler } from "hono";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import { PEOPLE } from "@/lib/contract/account-people";
import type { AuthenticatedSession } from "@/service/accounts/people/session-check";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { createDashboardCheck } from "./dashboard-secret";

/** What people may do although the operator has blocked the workspace they are in: it is not about the workspace. */
const PERSONAL_ENDPOINTS: ReadonlySet<string> = new Set([
  ...Object.keys(PEOPLE),
  ...(["addWorkspace", "openWorkspace", "leaveWorkspace", "acceptInvitation"] satisfies (keyof typeof ACCOUNT)[]),
]);

export function requireDashboard({ secret }: Services): MiddlewareHandler<Env> {
  const isDashboardRequest = createDashboardCheck(secret);
  return async (c, next) => {
    // To everyone else there is nothing here, not even a door.
    if (!isDashboardRequest(c)) throw new ApiError("NOT_FOUND", `nothing is at ${c.req.path.slice(0, 100)}`);
    await next();
  };
}

export function requireSession(services: Services, name: keyof typeof ACCOUNT): MiddlewareHandler<Env> {
  const { method, open, owner, operator }: AccountEndpoint = ACCOUNT[name];
  // What is read may be known from a moment ago. What is changed stays: anyone who was removed a moment ago leaves no key.
  const refresh = method !== "GET";
  return async (c, next) => {
    if (open !== true) {
      const { caller, viewer } = await authenticateSession(services, c, refresh);
      if (caller.blocked && !PERSONAL_ENDPOINTS.has(name)) throw blockedWorkspaceError();
      if (owner === true && viewer.role !== "owner")
        throw new ApiError("FORBIDDEN", "Only owners of this workspace can do that.");
      if (operator === true && !viewer.operator)
        throw new ApiError("FORBIDDEN", "Only operators of this installation can do that.");
    }
    await next();
  };
}

/** The session of the cookie, left for what answers the request; 401 without one. */
export async function authenticateSession(
  { people }: Services,
  c: Context<Env>,
  refresh = false,
): Promise<AuthenticatedSession> {
  const token = await people.cookies.parseToken(c.req.header("Cookie"));
  const session = token === undefined ? undefined : await people.sessions.getSession(token, refresh);
  if (session === undefined) throw new ApiError("UNAUTHORIZED", "nobody is signed in, or the session has ended");
  c.set("caller", session.caller);
  c.set("viewer", session.viewer);
  return session;
}

export function blockedWorkspaceError(): ApiError {
  return new ApiError("FORBIDDEN", "the operator has blocked this workspace");
}
