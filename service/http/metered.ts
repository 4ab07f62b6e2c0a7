/** The steps of every metered endpoint: parse the request, charge, respond with the purchased records; once per idempotency key. */
import type { Context, Handler } from "hono";
import { IDEMPOTENCY_KEY_HEADER } from "@/lib/contract/headers";
import type { Env, Services } from "./context";
import { fingerprintOf, parseIdempotencyKey, type Serve, serveIdempotently } from "./idempotency";
import { getSearchParams, readBody } from "./read-request";

/** Parses and validates a request, or throws `INVALID_INPUT`; returns how to serve it. */
export type Read = (c: Context<Env>, body: string) => Serve;

export function metered({ pools }: Services, read: Read): Handler<Env> {
  return async (c) => {
    const payment = c.get("payment");
    const body = c.req.method === "POST" ? await readBody(c) : "";
    const header = c.req.header(IDEMPOTENCY_KEY_HEADER);
    const key = header === undefined ? undefined : parseIdempotencyKey(header);
    const serve = read(c, body);
    const json = { "Content-Type": "application/json" };
    if (key === undefined) {
      const response = await serve(payment);
      return c.body(response.body, 200, { ...json, ...response.headers, ...payment.headers() });
    }
    const fingerprint = fingerprintOf(c.req.method, c.req.path, getSearchParams(c), body);
    const request = { workspaceId: c.get("caller").workspaceId, key, fingerprint };
    const response = await serveIdempotently(pools.keyed, request, payment, () => new Date(), serve);
    return c.body(response.body, 200, { ...json, ...response.headers });
  };
}
