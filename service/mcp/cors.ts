/** Lets clients in browsers call from any page: a request carries its own token, and no cookie counts here. */

import {
  CREDITS_REMAINING_HEADER,
  CREDITS_USED_HEADER,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from "@dealflow/contract/headers";
import type { MiddlewareHandler } from "hono";
import type { Env } from "@/service/http/context";

const READABLE = ["WWW-Authenticate", "Mcp-Session-Id", REQUEST_ID_HEADER, RETRY_AFTER_HEADER].concat([
  CREDITS_USED_HEADER,
  CREDITS_REMAINING_HEADER,
]);
const PREFLIGHT = {
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name",
  "Access-Control-Max-Age": "3600",
};

/** Answers preflight requests, which carry no token, before anything else does. */
export function allowAnyOrigin(method: "GET" | "POST"): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.header("Access-Control-Allow-Origin", "*");
    c.header("Access-Control-Expose-Headers", READABLE.join(", "));
    if (c.req.method !== "OPTIONS") return next();
    return c.body(null, 204, { ...PREFLIGHT, "Access-Control-Allow-Methods": `${method}, OPTIONS` });
  };
}
