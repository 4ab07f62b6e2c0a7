/**
 * Responses of the dashboard's own routes that every page may request. Pages import this when the first of them comes:
 * it is not part of their first load.
 */
import * as z from "zod/mini";

/** Cached pages: consecutive from the requested cursor, up to a maximum. Read without a schema, since a feed may request it at once. */
export interface CachedPagesResponse {
  readonly pages: readonly {
    /** ISO timestamp of its purchase. */
    readonly purchasedAt: string;
    /** Null where the host sent none. */
    readonly requestId: string | null;
    /** As the host sent it. */
    readonly response: unknown;
  }[];
  /** The page after the last one is cached too. */
  readonly nextCached: boolean;
}

/** `METER_ROUTE` */
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
