/** Responds to every request within 5 s, because a database may stop responding at any moment. */
import type { MiddlewareHandler } from "hono";
import { ChargeOutcomeUnknown } from "@/service/credits/charge";
import type { Env } from "./context";

/** This is longer than a statement timeout, and shorter than the 5 s by the time that sending takes (ms). */
const RESPONSE_DEADLINE_MS = 4_600;

/** The work did not finish in time, or had not begun because the body was incomplete; nothing was charged. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";

  constructor(readonly reason: "locked" | "incomplete") {
    super(`no response within ${RESPONSE_DEADLINE_MS} ms`);
  }
}

/** Cancels charges that have not begun; one in progress may be committed, and one that is committed has no response yet. */
export const enforceDeadline: MiddlewareHandler<Env> = (c, next) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const payment = c.get("payment");
      payment?.cancel();
      reject(
        payment?.pending === true
          ? new ChargeOutcomeUnknown()
          : new OutOfTime(c.get("readsBody") ? "incomplete" : "locked"),
      );
    }, RESPONSE_DEADLINE_MS);
    next()
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
