/** Bounds the requests in progress of the process, so that a flood is refused before it costs a query or memory. */
import type { MiddlewareHandler } from "hono";
import { REFUSALS } from "@/service/store/refusal";
import type { Env } from "./context";

/** The last of them is answered after 5 s at 200 requests a second, the rate of the slowest pages that were measured. */
export const MAX_IN_PROGRESS = 1_000;

/** A response that is streamed counts until it begins. */
export function boundRequestsInProgress(): MiddlewareHandler<Env> {
  let inProgress = 0;
  return async (_, next) => {
    if (inProgress >= MAX_IN_PROGRESS) throw REFUSALS.overloaded;
    inProgress++;
    try {
      await next();
    } finally {
      inProgress--;
    }
  };
}
