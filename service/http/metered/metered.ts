/**
 * Runs every metered endpoint: parses the request, charges, responds with the purchased records; once per idempotency
 * key.
 */

import { CREDITS_USED_HEADER, IDEMPOTENCY_KEY_HEADER } from "@dealflow/contract/headers";
import type { Context, Handler } from "hono";
import { encodeBody } from "../compress";
import type { Env, Services } from "../context";
import { readBody } from "../read-request";
import { createKeyedService, parseIdempotencyKey, type Serve } from "./idempotency";

/** Parses and validates a request, or throws `INVALID_INPUT`; returns how to serve it. */
export type Read = (c: Context<Env>, body: string) => Serve;

/** Makes the handlers of metered endpoints. */
export function createMetered({ pools, corsOrigins }: Services): (read: Read) => Handler<Env> {
  const respond = corsOrigins.length > 0 ? respondWithContext : respondDirectly;
  const serveKeyed = createKeyedService(pools.keyed);
  return (read) => async (c) => {
    const payment = c.get("payment");
    const body = c.req.method === "POST" ? await readBody(c) : "";
    const header = c.req.header(IDEMPOTENCY_KEY_HEADER);
    const key = header === undefined ? undefined : parseIdempotencyKey(header);
    const serve = read(c, body);
    const json = { "Content-Type": "application/json" };
    // The page is on this machine or near it, and its server would only unpack what was packed.
    const accepted = c.get("viewer") === undefined ? c.req.header("Accept-Encoding") : undefined;
    if (c.req.method === "HEAD") {
      // Records without a body to hold them are not sold, but a request that could buy none is refused like one by GET.
      await payment.payNothing();
      return c.body(null, 200, { ...json, ...payment.headers() });
    }
    const { response, paid } =
      key === undefined ? { response: await serve(payment), paid: payment } : await serveKeyed(c, key, body, serve);
    const encoded = await encodeBody(response.body, accepted);
    const headers = paid.headers();
    c.set("creditsUsed", headers[CREDITS_USED_HEADER]);
    return respond(c, encoded.body, Object.assign(headers, json, encoded.headers, response.headers));
  };
}

type Respond = (
  c: Context<Env>,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
) => Response;

/** Adds the headers that the context has for other origins. */
const respondWithContext: Respond = (c, body, headers) => c.body(body, 200, headers);

/** The context would copy the headers into an object that sorts them; here they are sent as they are. */
const respondDirectly: Respond = (_, body, headers) => new Response(body, { headers });
