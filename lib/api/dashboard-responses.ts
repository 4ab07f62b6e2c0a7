/** What the tabs of a browser tell each other. It is imported with the first message, and so is no part of the first load. */
import * as z from "zod/mini";

export const meterResponse = z.object({
  /** Null: not known yet. */
  balance: z.nullable(z.number()),
  /** Of two balances the one of the higher sequence is the newer; 0: nothing is known. */
  sequence: z.number(),
  /** The highest balance seen, which the bar is measured against. */
  highest: z.nullable(z.number()),
  /** The balance is estimated: the last known one minus the cost of a response that did not include it. */
  estimated: z.boolean(),
  /** Credits that the last response cost, and number of requested records. */
  lastCost: z.number(),
  lastRequested: z.number(),
  sessionUsed: z.number(),
  /** Null: no budget is set for a session. */
  sessionBudget: z.nullable(z.number()),
});
