/** Whether a request comes from the dashboard's server: only it shares the service's secret. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { ACCOUNT_SECRET_HEADER, ACCOUNT_SECRET_PURPOSE } from "@/lib/contract/account";
import type { Env } from "../context";

export function createDashboardCheck(secret: string): (c: Context<Env>) => boolean {
  const expected = digest(createHmac("sha256", secret).update(ACCOUNT_SECRET_PURPOSE).digest("base64url"));
  return (c) => {
    const value = c.req.header(ACCOUNT_SECRET_HEADER);
    return value !== undefined && timingSafeEqual(digest(value), expected);
  };
}

/** Of constant length, whatever the input. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
