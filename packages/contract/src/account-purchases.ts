/**
 * What a workspace has purchased, and what more would cost, with our own service alone. All of it is free. Where records are
 * paid for once, the new ones are the price; otherwise every record is.
 */
import * as z from "zod/mini";
import { ownedRow, referenceList } from "./account-explore";
import { listOf, requestBody } from "./account-schemas";
import { PURCHASED_PATH } from "./free-explore";

/** Records that one quote of everything behind a position counts at most. */
export const MOST_QUOTED = 10_000;

const recordQuote = z.object({
  records: z.number(),
  /** Those that the workspace has not purchased: the price in credits. */
  newRecords: z.number(),
  /** Whether more records follow, which are not counted here. */
  hasMore: z.boolean(),
  /** False where only a purchase tells how many match: then `newRecords` is an upper bound. */
  exact: z.boolean(),
});
export type RecordQuote = z.infer<typeof recordQuote>;

/** `:id` is the feed's name; each takes the feed's query and its cursors. */
export const PURCHASES = {
  /** The next page of the paid feed, at the given limit. */
  quotePage: { method: "GET", path: "/account/v1/quotes/:id", response: recordQuote },
  /** All that follows of what is explored, up to `MOST_QUOTED` records; without previews, of the paid feed. */
  quoteAll: { method: "GET", path: "/account/v1/quotes/:id/all", response: recordQuote },
  /** Records by the references of their previews. */
  quoteReferences: {
    method: "POST",
    path: "/account/v1/quotes/:id",
    request: requestBody({ references: referenceList }),
    response: recordQuote,
  },
  /** How many records the workspace has purchased of each feed. */
  purchasedCounts: {
    method: "GET",
    path: "/account/v1/purchased",
    response: z.object({ counts: z.record(z.string(), z.number()) }),
  },
  /** The purchased records that match, in the feed's order; their total with the first page. */
  purchased: {
    method: "GET",
    path: PURCHASED_PATH,
    response: z.object({
      rows: listOf(ownedRow),
      pagination: z.object({
        hasMore: z.boolean(),
        nextCursor: z.nullable(z.string()),
        total: z.optional(z.number()),
      }),
    }),
  },
} as const;
