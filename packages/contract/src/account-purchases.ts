/**
 * What a workspace has purchased, and what more would cost, with our own service alone. All of it is free. Where records are
 * paid for once, the new ones are the price; otherwise every record is.
 */
import * as z from "zod/mini";
import { ownedRow, referenceList } from "./account-explore";
import { listOf, requestBody } from "./account-schemas";
import { summary } from "./account-summaries";
import { FEED_NAMES } from "./feeds";
import { OWNED_TIMELINES_PATH, PURCHASED_PATH } from "./free-explore";

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

/** Rounds of an investor that are listed at most: the newest. */
export const MOST_INVESTOR_ROUNDS = 1_000;

const named = { id: z.string(), name: z.string() };
/** Null without a domain. */
const namedOrganisation = z.object({ ...named, domain: z.nullable(z.string()) });

const ownedNames = z.object({
  companies: listOf(namedOrganisation),
  investors: listOf(namedOrganisation),
  /** With their newest owned move, which is shown on the page of its company. */
  people: listOf(z.object({ ...named, about: z.string(), companyId: z.string(), moveId: z.string() })),
});
export type OwnedNames = z.infer<typeof ownedNames>;

const ownedInvestor = z.object({
  /** Its record in the directory; null when that is not owned. */
  investor: z.nullable(ownedRow),
  /** Owned rounds in which it took part, newest first; at most `MOST_INVESTOR_ROUNDS`. */
  rounds: listOf(ownedRow),
  /** How many there are. */
  total: z.number(),
});

const ownedTimeline = z.object({
  /** When the company was purchased, an ISO timestamp. */
  purchasedAt: z.string(),
  /** As the public API returns it; the reader of its timelines reads this too. */
  timeline: z.looseObject({}),
});

/** What is owned of the events of a watched company. */
const watchedEvents = z.object({
  id: z.string(),
  events: z.number(),
  /** US dollars, of the rounds with an amount; null when there is none. */
  raisedUsd: z.nullable(z.number()),
  latest: z.object({ feed: z.enum(FEED_NAMES), record: ownedRow.shape.record }),
});

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
  /** Those of the records with the given ids that the workspace has purchased, in any order. */
  purchasedRecords: {
    method: "GET",
    path: `${PURCHASED_PATH}/records`,
    response: z.object({ rows: listOf(ownedRow) }),
  },
  /** The summary of the purchased records alone that match. */
  purchasedSummary: { method: "GET", path: `${PURCHASED_PATH}/summary`, response: summary },
  /** Companies, investors and people that purchased records name. */
  ownedNames: { method: "GET", path: "/account/v1/owned-names", response: ownedNames },
  /** `:id` is the investor's. */
  ownedInvestor: { method: "GET", path: "/account/v1/owned-investors/:id", response: ownedInvestor },
  /**
   * Of the companies with the given ids (`RECORD_ID`), in the same order: the timeline when all of it is owned, the company
   * and every event; null otherwise.
   */
  ownedTimelines: {
    method: "GET",
    path: OWNED_TIMELINES_PATH,
    response: z.object({ timelines: listOf(z.nullable(ownedTimeline)) }),
  },
  /** The watched companies with owned events. */
  watchedEvents: {
    method: "GET",
    path: "/account/v1/watchlist/events",
    response: z.object({ companies: listOf(watchedEvents) }),
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
