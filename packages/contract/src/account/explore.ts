/**
 * Exploring is free, with our own service alone: it lists the rows of a feed, purchased ones in full and the others as
 * previews, which say what but not who. Records are bought by the references of their previews.
 */
import * as z from "zod/mini";
import { type EventFeedName, type FeedName, LIMIT } from "../feeds";
import type { FEED_SHAPES, Tolerant } from "../records/shapes";
import { EXPLORE_PATH, RECORDS_PATH, TIMELINE_PURCHASE_PATH, TIMELINES_PURCHASE_PATH } from "./free-explore";
import { readonlyList, requestBody } from "./schemas";

type FeedRecord<F extends FeedName> = Tolerant<(typeof FEED_SHAPES)[F]>;

/**
 * The record is as the public API returns it, but `announcedAt` is `2019-05`, `2024-Q3` or `2019` where the source names
 * only a month, a quarter or a year, as previews have a day without a time. Only our own service and its adapter send it, so
 * it is not read again.
 */
export function feedRecord<F extends FeedName>() {
  return z.custom<FeedRecord<F>>((value) => typeof value === "object" && value !== null && "id" in value);
}

const preview = z.object({
  /** The reference names the record in `buyRecords`; it is valid for this workspace and feed only. */
  reference: z.string(),
  /** The lower end of the band is included, the upper one is not; null when the amount is not known in dollars. */
  amount: z.nullable(z.object({ minUsd: z.number(), maxUsd: z.nullable(z.number()) })),
  /** It is true for an amount in another currency whose rate is not known. */
  otherCurrency: z.exactOptional(z.literal(true)),
  /** This many sources report it. */
  sources: z.number(),
  /** Only rounds have a number of investors. */
  investors: z.exactOptional(z.number()),
  /** Only companies and investors have this field. */
  hasDomain: z.exactOptional(z.boolean()),
});
export type Preview = z.infer<typeof preview>;

/** The event's record has its day, listed values and the names of countries; every other field is null or empty. */
export const previewedEvent = z.extend(preview, { record: feedRecord<EventFeedName>() });
export type PreviewedEvent = z.infer<typeof previewedEvent>;

export const exploreRow = z.object({
  /** The key is unique in its list: the id of an owned record, or the reference of a preview. */
  key: z.string(),
  /**
   * The record of a preview has its day, listed values and the names of countries; every other field is null or empty,
   * except what owned records name: a company with its id, name and domain, an investor with its id and name.
   */
  record: feedRecord<FeedName>(),
  /** The time when the workspace purchased it is an ISO timestamp; empty for a preview. */
  purchasedAt: z.string(),
  /** The id of the request that purchased it is present where it is known. */
  requestId: z.exactOptional(z.string()),
  /** A record that was just bought has the reference of its preview, whose place in a document it takes. */
  reference: z.exactOptional(z.string()),
  /** It is absent for a record that is owned. */
  preview: z.exactOptional(preview),
  /** Only investors have the number of the workspace's rounds that name them. */
  ownedRounds: z.exactOptional(z.number()),
  /** Only companies that owned records name have former names, where there are any. */
  formerNames: z.exactOptional(readonlyList(z.string())),
});
export type ExploreRow = z.infer<typeof exploreRow>;

export function ownedRow<F extends FeedName>() {
  return z.extend(exploreRow, { record: feedRecord<F>() });
}

export const pagination = z.object({
  hasMore: z.boolean(),
  nextCursor: z.nullable(z.string()),
  total: z.optional(z.number()),
  /**
   * The first row has this place in the whole list, so that a page may begin anywhere (`OFFSET_PARAMETER`); absent where
   * pages follow each other by their cursors alone.
   */
  offset: z.optional(z.number()),
  /** The latest changes of the feed are still being read, and this page does not have them yet; absent otherwise. */
  outdated: z.optional(z.boolean()),
});

/** A page of this kind has to be bought before its rows are seen. */
const purchasablePage = z.object({
  /** The page begins at this cursor; null means the first row. */
  cursor: z.nullable(z.string()),
  /** The page has at most this many records, which bounds its price. */
  limit: z.number(),
});

const explorePage = z.object({
  rows: readonlyList(exploreRow),
  /** These pages are those of the free rows. */
  pagination,
  /** Without previews, this page follows the free rows. */
  next: z.optional(purchasablePage),
  /** The first page has the credits that this session used in its view, when the request names it (`VIEW_HEADER`). */
  creditsInView: z.optional(z.number()),
});
export type ExplorePageResponse = z.infer<typeof explorePage>;

export const EXPLORE = {
  /**
   * `:id` is the feed's name. Takes the feed's query, an order and an offset; costs nothing. Without previews the list has
   * its own order and cursors, and the rows end before the first one that is not owned.
   */
  explore: { method: "GET", path: EXPLORE_PATH, response: explorePage },
} as const;

export const referenceList = readonlyList(z.string("must be text")).check(
  z.minLength(LIMIT.min, `must have ${LIMIT.min} to ${LIMIT.max} items`),
  z.maxLength(LIMIT.max, `must have ${LIMIT.min} to ${LIMIT.max} items`),
);

/**
 * Buys records by the references of their previews, in their order, or without references the page of the query string;
 * only what the workspace has not purchased yet is charged. A record that was deleted is left out; so are those that the
 * balance does not cover, from the end.
 */
export const BUY_RECORDS = {
  method: "POST",
  path: RECORDS_PATH,
  request: requestBody({ references: z.optional(referenceList) }),
  response: z.object({
    data: readonlyList(exploreRow),
    /** Only a page that was bought has this field. */
    pagination: z.optional(pagination),
    meta: z.object({
      endpoint: z.string(),
      creditsUsed: z.number(),
      creditsRemaining: z.number(),
      /** All returned records are counted, and those of them that this request purchased. */
      records: z.number(),
      newRecords: z.number(),
    }),
  }),
} as const;

/**
 * The dashboard purchases by these endpoints, the only ones of the private API that can charge. Each is sent under an idempotency
 * key, by which a repeated one is charged once, and names the page that it is for (`VIEW_HEADER`).
 */
export const BUY = {
  records: BUY_RECORDS,
  /** The query is that of the public API's timeline, and so is the response. */
  timeline: { method: "POST", path: TIMELINE_PURCHASE_PATH },
  /** The body is that of the public API's batch, and so is the response. */
  timelines: { method: "POST", path: TIMELINES_PURCHASE_PATH },
} as const;
