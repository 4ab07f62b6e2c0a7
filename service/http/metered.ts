/** What every metered endpoint does: read the request, pay, answer with what was paid; once under an idempotency key. */
import type { Context, Handler } from "hono";
import { IDEMPOTENCY_KEY_HEADER } from "@/lib/contract/headers";
import type { Env, Services } from "./context";
import { checkedIdempotencyKey, fingerprintOf, type Serve, serveOnce } from "./idempotency";
import { readBody, searchOf } from "./read-request";

/** Reads and checks a request, or throws `INVALID_INPUT`; returns how it is served. */
export type Read = (c: Context<Env>, body: string) => Serve;

export function metered({ pools }: Services, read: Read): Handler<Env> {
  return async (c) => {
    const payment = c.get("payment");
    const body = c.req.method === "POST" ? await readBody(c) : "";
    const given = c.req.header(IDEMPOTENCY_KEY_HEADER);
    const key = given === undefined ? undefined : checkedIdempotencyKey(given);
    const serve = read(c, body);
    const json = { "Content-Type": "application/json" };
    if (key === undefined) {
      const answer = await serve(payment);
      return c.body(answer.body, 200, { ...json, ...answer.headers, ...payment.headers() });
    }
    const fingerprint = fingerprintOf(c.req.method, c.req.path, searchOf(c), body);
    const request = { workspaceId: c.get("caller").workspaceId, key, fingerprint };
    const answer = await serveOnce(pools.keyed, request, payment, () => new Date(), serve);
    return c.body(answer.body, 200, { ...json, ...answer.headers });
  };
}
