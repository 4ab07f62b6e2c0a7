/**
 * What every request below `/account` passes: the secret that the dashboard's server shares with the service, then the
 * key that says for which workspace it asks. No API key alone opens anything here.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { ACCOUNT_SECRET_HEADER, ACCOUNT_SECRET_PURPOSE } from "@/lib/contract/account";
import { API_KEY_HEADER } from "@/lib/contract/headers";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";

export function dashboardOnly({ keys, secret }: Services): MiddlewareHandler<Env> {
  const expected = digest(createHmac("sha256", secret).update(ACCOUNT_SECRET_PURPOSE).digest("base64url"));
  return async (c, next) => {
    const given = c.req.header(ACCOUNT_SECRET_HEADER);
    // To everybody else there is nothing here, not even a door.
    if (given === undefined || !timingSafeEqual(digest(given), expected))
      throw new ApiError("NOT_FOUND", `nothing is at ${c.req.path.slice(0, 100)}`);
    const caller = await keys.callerOf(c.req.header(API_KEY_HEADER) ?? "");
    if (caller === undefined) throw new ApiError("UNAUTHORIZED", `the key in ${API_KEY_HEADER} is not valid`);
    if (caller.blocked) throw new ApiError("FORBIDDEN", "the operator has blocked this workspace");
    c.set("caller", caller);
    await next();
  };
}

/** Of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
