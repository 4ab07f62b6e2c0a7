/** The signed-in person. */
import type { Context } from "hono";
import type { Viewer } from "@/service/accounts/people/session-check";
import type { ViewScope } from "@/service/accounts/views";
import { ApiError } from "../api-error";
import type { Env } from "../context";

/** The demo account is shared by all its visitors: its own data must not change. */
export function requireOwnAccount(c: Context<Env>, what: string): Viewer {
  const viewer = c.get("viewer");
  if (viewer.demo) throw new ApiError("FORBIDDEN", `The demo account is shared, so its ${what} can't be changed.`);
  return viewer;
}

/** Whose views are visible. */
export function getViewScope(c: Context<Env>): ViewScope {
  return { workspaceId: c.get("caller").workspaceId, personId: c.get("viewer").personId };
}
