/** Checks the messages between the tabs of a browser. It is imported with the first message, so it is no part of the first load. */
import * as z from "zod/mini";

export const meterResponse = z.object({
  /** The balance is null until it is known. */
  balance: z.nullable(z.number()),
  /** The balance with the higher sequence is the newer one; the sequence is 0 while none is known. */
  sequence: z.number(),
  /** The highest balance seen, which the bar is measured against. */
  highest: z.nullable(z.number()),
  /** The balance is estimated: the last known one minus the cost of a response that did not include it. */
  estimated: z.boolean(),
  /** Credits that the last response cost, and number of requested records. */
  lastCost: z.number(),
  lastRequested: z.number(),
  sessionUsed: z.number(),
  /** The budget is null where none is set for a session. */
  sessionBudget: z.nullable(z.number()),
});
