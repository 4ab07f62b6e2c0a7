/**
 * Checks of every charged request, in this order: key → bad-key limit by address → blocked workspace → rate
 * limit (decisions, Order of checks); a person's session instead of the key. Input and credits are the endpoint's;
 * the rate limit is enforced with the first charge.
 */

import { ERROR_STATUS, MAX_BODY_BYTES } from "@dealflow/contract/errors";
import {
  API_KEY_HEADER,
  AUTHENTICATE_HEADER,
  RETRY_AFTER_HEADER,
  VIEW_HEADER,
  VIEW_LENGTH,
} from "@dealflow/contract/headers";
import { BAD_KEYS } from "@dealflow/contract/limits";
import type { Context, MiddlewareHandler } from "hono";
import { ConcurrencyLimiter } from "@/lib/limits/concurrency-limiter";
import { clientAddress } from "@/lib/net/address";
import type { Caller } from "@/service/accounts/keys";
import { REFUSALS } from "@/service/store/refusal";
import { authenticateSession, blockedWorkspaceError } from "../account/authorization";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { handleError } from "../error-handler";
import { MAX_IN_PROGRESS } from "../requests-in-progress";
import { type Payer, Payment } from "./payment";

/** One workspace, which may be locked for seconds, must not take the places of all others. */
const PLACES = { running: MAX_IN_PROGRESS / 2, waiting: 0, waitMs: 0 };

/** The caller and the ledger's fields; throws when not allowed. */
type IdentifyPayer = (c: Context<Env>) => Promise<Payer>;

export function admissionByKey(services: Services): MiddlewareHandler<Env> {
  return admission(services, async (c) => {
    const caller = await authenticateKey(services, c);
    c.set("caller", caller);
    return { caller, ...getRequest(c) };
  });
}

/**
 * Behind the dashboard's authorization: a person makes the request, and the workspace's Dashboard key represents it.
 */
export function admissionBySession(services: Services): MiddlewareHandler<Env> {
  return admission(services, async (c) => {
    const { caller, viewer } = await authenticateSession(services, c);
    if (caller.keyId === null)
      throw new ApiError(
        "FORBIDDEN",
        "this workspace's Dashboard key is revoked, so the dashboard can't spend credits; an owner can restore it under Settings, Keys",
      );
    services.keys.recordUse(caller.keyId);
    const { personId, sessionId } = viewer;
    const view = c.req.header(VIEW_HEADER)?.slice(0, VIEW_LENGTH);
    return { caller, personId, sessionId, view, ...getRequest(c) };
  });
}

function getRequest(c: Context<Env>): Pick<Payer, "requestId" | "isDisconnected"> {
  // A request without a connection cannot lose one.
  return { requestId: c.get("requestId"), isDisconnected: () => c.env?.outgoing?.destroyed === true };
}

function admission(services: Services, identifyPayer: IdentifyPayer): MiddlewareHandler<Env> {
  const places = new ConcurrencyLimiter(PLACES);
  return async (c, next) => {
    const payer = await identifyPayer(c);
    if (payer.caller.blocked) throw blockedWorkspaceError();
    const payment = new Payment(services, payer);
    c.set("payment", payment);
    payment.rejectEarly();
    const release = await places.acquire(payer.caller.workspaceId);
    if (release === undefined) throw REFUSALS.overloaded;
    await next().finally(release);
    // A failure of the service is not counted, and the outcome of an uncertain charge is unknown.
    if (c.res.ok || c.res.status >= ERROR_STATUS.INTERNAL_ERROR) return;
    try {
      // A request that was rejected before its charge counts nevertheless. One over the limit was not admitted,
      // and must not be by charging again: its Retry-After would be too short.
      if (!payment.admitted && c.res.status !== ERROR_STATUS.TOO_MANY_REQUESTS) await payment.admit();
      for (const [name, value] of Object.entries(payment.headers())) c.res.headers.set(name, value);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      c.res = handleError(error, c, services.log);
    }
  };
}

async function authenticateKey({ keys, badKeys, trustedProxies }: Services, c: Context<Env>): Promise<Caller> {
  const key = c.req.header(API_KEY_HEADER);
  if (key === undefined) throw unauthorized(`the header ${API_KEY_HEADER} is missing`);
  const caller = await keys.authenticate(key);
  if (caller !== undefined) return caller;
  const address = clientAddress(
    c.env.incoming.socket.remoteAddress ?? "",
    c.req.header("X-Forwarded-For"),
    trustedProxies,
  );
  const blockedUntil = badKeys.blockedUntil(address) ?? (await badKeys.record(address));
  if (blockedUntil === undefined)
    throw unauthorized(`the key in ${API_KEY_HEADER} is not valid: it is mistyped, unknown or revoked`);
  const seconds = Math.max(1, Math.ceil((blockedUntil - Date.now()) / 1000));
  throw new ApiError(
    "FORBIDDEN",
    `${BAD_KEYS.count} unusable keys came from ${address} within ${BAD_KEYS.windowMinutes} minutes; only valid keys are accepted from there for another ${seconds} s`,
    { [RETRY_AFTER_HEADER]: String(seconds) },
  );
}

/** The challenge is not `Bearer`, because a key in `Authorization` is not read. */
function unauthorized(message: string): ApiError {
  return new ApiError("UNAUTHORIZED", message, { [AUTHENTICATE_HEADER]: `ApiKey header="${API_KEY_HEADER}"` });
}

/** Bodies are small here: a larger one is rejected unread. */
export const boundedBody: MiddlewareHandler<Env> = (c, next) => {
  const bytes = Number(c.req.header("Content-Length") ?? 0);
  if (bytes > MAX_BODY_BYTES)
    throw new ApiError("PAYLOAD_TOO_LARGE", `the body has ${bytes} bytes; the maximum is ${MAX_BODY_BYTES}`);
  return next();
};
