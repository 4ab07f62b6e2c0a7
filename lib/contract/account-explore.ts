/**
 * Exploring for free, with our own service alone: the rows of a feed, those that the workspace has purchased in full and
 * the others as previews, which say what but not who; and buying records by the references of their previews.
 */
import * as z from "zod/mini";
import { listOf, requestBody } from "./account-schemas";
import { LIMIT } from "./feeds";
import { EXPLORE_PATH, RECORDS_PATH } from "./free-explore";

/** Lower ends of the bands in which previews give amounts, in US dollars: $5m to $10m. The last band is open. */
export const AMOUNT_BANDS_USD = [
  0, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
  250_000_000, 500_000_000, 1_000_000_000, 5_000_000_000,
] as const;

const preview = z.object({
  /** Names the record in `recordsByReference`; valid for this workspace and feed only. */
  reference: z.string(),
  /** Day of the announcement, or of the last update (YYYY-MM-DD). */
  date: z.string(),
  /** Listed values by the parameter that filters by them; a parameter without a value is left out. */
  facets: z.record(z.string(), listOf(z.string())),
  /** Of the band: the lower end is included, the upper one is not; null when the amount is not known. */
  amount: z.nullable(z.object({ minUsd: z.number(), maxUsd: z.nullable(z.number()) })),
  /** How many sources report it. */
  sources: z.number(),
});
export type Preview = z.infer<typeof preview>;

/** As the public API returns it; the readers of its records read this too. */
const record = z.looseObject({ id: z.string() });

export const ownedRow = z.object({
  record,
  /** When the workspace purchased it, an ISO timestamp. */
  purchasedAt: z.string(),
});
const exploreRow = z.union([ownedRow, z.object({ preview })]);
export type ExploreRow = z.infer<typeof exploreRow>;

export const EXPLORE = {
  /** `:id` is the feed's name. Takes the feed's query and its cursors; costs nothing. */
  explore: {
    method: "GET",
    path: EXPLORE_PATH,
    response: z.object({
      rows: listOf(exploreRow),
      pagination: z.object({
        hasMore: z.boolean(),
        nextCursor: z.nullable(z.string()),
        total: z.optional(z.number()),
      }),
    }),
  },
} as const;

export const referenceList = listOf(z.string("must be text")).check(
  z.minLength(LIMIT.min, `must have ${LIMIT.min} to ${LIMIT.max} items`),
  z.maxLength(LIMIT.max, `must have ${LIMIT.min} to ${LIMIT.max} items`),
);

/**
 * Buys records by the references of their previews, in their order; only what the workspace has not purchased yet is
 * charged. A record that was deleted is left out; so are those that the balance does not cover, from the end.
 */
export const RECORDS_BY_REFERENCE = {
  method: "POST",
  path: RECORDS_PATH,
  request: requestBody({ references: referenceList }),
  response: z.object({
    data: listOf(z.object({ reference: z.string(), record })),
    meta: z.object({
      endpoint: z.string(),
      creditsUsed: z.number(),
      creditsRemaining: z.number(),
      /** Records returned, and how many of them were purchased by this request. */
      records: z.number(),
      newRecords: z.number(),
    }),
  }),
} as const;
