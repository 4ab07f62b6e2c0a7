/**
 * What every request below `/account` passes: the secret that the dashboard's server shares with the service, then the
 * cookie of a person's session, which says for which workspace they ask. No API key opens anything here.
 */
import type { Context, MiddlewareHandler } from "hono";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import { PEOPLE } from "@/lib/contract/account-people";
import type { Visit } from "@/service/accounts/people/session-check";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { knowsDashboard } from "./dashboard-secret";

/** What people may do although the operator has blocked the workspace they are in: it is not about the workspace. */
const OF_THE_PERSON: ReadonlySet<string> = new Set([
  ...Object.keys(PEOPLE),
  ...(["addWorkspace", "openWorkspace", "leaveWorkspace", "acceptInvitation"] satisfies (keyof typeof ACCOUNT)[]),
]);

export function dashboardOnly({ secret }: Services): MiddlewareHandler<Env> {
  const ofDashboard = knowsDashboard(secret);
  return async (c, next) => {
    // To everybody else there is nothing here, not even a door.
    if (!ofDashboard(c)) throw new ApiError("NOT_FOUND", `nothing is at ${c.req.path.slice(0, 100)}`);
    await next();
  };
}

export function signedInFor(services: Services, name: keyof typeof ACCOUNT): MiddlewareHandler<Env> {
  const { method, open, owner, operator }: AccountEndpoint = ACCOUNT[name];
  // What is read may be known from a moment ago. What is changed stays: whoever was removed a moment ago leaves no key.
  const anew = method !== "GET";
  return async (c, next) => {
    if (open !== true) {
      const { caller, viewer } = await visitOf(services, c, anew);
      if (caller.blocked && !OF_THE_PERSON.has(name)) throw blocked();
      if (owner === true && viewer.role !== "owner")
        throw new ApiError("FORBIDDEN", "Only owners of this workspace can do that.");
      if (operator === true && !viewer.operator)
        throw new ApiError("FORBIDDEN", "Only operators of this installation can do that.");
    }
    await next();
  };
}

/** The session of the cookie, left for what answers the request; 401 without one. */
export async function visitOf({ people }: Services, c: Context<Env>, anew = false): Promise<Visit> {
  const token = await people.cookies.tokenIn(c.req.header("Cookie"));
  const visit = token === undefined ? undefined : await people.sessions.visitOf(token, anew);
  if (visit === undefined) throw new ApiError("UNAUTHORIZED", "nobody is signed in, or the session has ended");
  c.set("caller", visit.caller);
  c.set("viewer", visit.viewer);
  return visit;
}

export function blocked(): ApiError {
  return new ApiError("FORBIDDEN", "the operator has blocked this workspace");
}
