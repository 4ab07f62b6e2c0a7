/**
 * What every request below `/account` passes: the secret that the dashboard's server shares with the service, then the
 * key that says for which workspace it asks. No API key alone opens anything here.
 */
import type { MiddlewareHandler } from "hono";
import { API_KEY_HEADER } from "@/lib/contract/headers";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { knowsDashboard } from "./dashboard-secret";

export function dashboardOnly({ keys, secret }: Services): MiddlewareHandler<Env> {
  const ofDashboard = knowsDashboard(secret);
  return async (c, next) => {
    // To everybody else there is nothing here, not even a door.
    if (!ofDashboard(c)) throw new ApiError("NOT_FOUND", `nothing is at ${c.req.path.slice(0, 100)}`);
    const caller = await keys.callerOf(c.req.header(API_KEY_HEADER) ?? "");
    if (caller === undefined) throw new ApiError("UNAUTHORIZED", `the key in ${API_KEY_HEADER} is not valid`);
    if (caller.blocked) throw new ApiError("FORBIDDEN", "the operator has blocked this workspace");
    c.set("caller", caller);
    await next();
  };
}
