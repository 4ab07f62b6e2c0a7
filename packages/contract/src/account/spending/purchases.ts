/**
 * These endpoints tell what a workspace has purchased, and what more would cost, with our own service alone. All of it
 * is free. Where records are paid for once, the new ones are the price; otherwise every record is.
 */
import * as z from "zod/mini";
import { TIMELINE_INCLUDES } from "../../values/events";
import { accountEndpoints } from "../endpoint";
import { exploreRow, feedRecord, ownedRow, pagination, referenceList } from "../explore";
import { PURCHASED_FILE_PATH, PURCHASED_PATH } from "../free-explore";
import { readonlyList, requestBody } from "../schemas";
import { summary } from "../summaries";

/** Lines of JSON have this media type. */
export const LINES_TYPE = "application/x-ndjson";

/** One quote of everything behind a position counts at most this many records. */
export const MOST_QUOTED = 10_000;

const recordQuote = z.object({
  records: z.number(),
  /** The price in credits is the number of records that the workspace has not purchased. */
  newRecords: z.number(),
  /** It is true when more records follow, which are not counted here. */
  hasMore: z.boolean(),
  /** It is false where only a purchase tells how many match: then `newRecords` is an upper bound. */
  exact: z.boolean(),
});
export type RecordQuote = z.infer<typeof recordQuote>;

/** The newest rounds of an investor are listed, at most this many. */
export const MOST_INVESTOR_ROUNDS = 1_000;

const named = { id: z.string(), name: z.string() };
/** The domain is null where there is none. */
const namedOrganisation = z.object({ ...named, domain: z.nullable(z.string()) });

const ownedNames = z.object({
  /** Former names come with the latest one first. A search finds companies by them too, behind equal matches of names. */
  companies: readonlyList(z.extend(namedOrganisation, { formerNames: readonlyList(z.string()) })),
  investors: readonlyList(namedOrganisation),
  /** People come with the role and the company of their newest owned move. */
  people: readonlyList(z.object({ ...named, about: z.string() })),
});
export type OwnedNames = z.infer<typeof ownedNames>;

const ownedInvestor = z.object({
  /** The investor's record in the directory is null when it is not owned. */
  investor: z.nullable(ownedRow<"investors">()),
  /** Owned rounds in which it took part are listed newest first; at most `MOST_INVESTOR_ROUNDS`. */
  rounds: readonlyList(ownedRow<"funding">()),
  /** The total counts all of these rounds. */
  total: z.number(),
});

const ownedPart = z.object({
  kinds: readonlyList(z.enum(TIMELINE_INCLUDES.map(({ value }) => value))),
  /** The timeline has the owned events of these kinds, as the public API returns it. */
  timeline: z.looseObject({}),
  /** The company was purchased at this ISO timestamp. */
  purchasedAt: z.string(),
  /** Counts all events of these kinds; null where another host does not say it. */
  available: z.nullable(z.number()),
  /** It is true where only the newest events of these kinds are owned. */
  cut: z.boolean(),
  /** The request and its cost are null on our own service, where several purchases can have paid for a part. */
  requestId: z.nullable(z.string()),
  creditsUsed: z.nullable(z.number()),
});
export type OwnedPart = z.infer<typeof ownedPart>;

/** Lists the owned events of a watched company. */
const watchedEvents = z.object({
  id: z.string(),
  events: z.number(),
  /** The sum is in US dollars, of the rounds with an amount; null when there is none. */
  raisedUsd: z.nullable(z.number()),
  latest: z.discriminatedUnion("feed", [
    z.object({ feed: z.literal("funding"), record: feedRecord<"funding">() }),
    z.object({ feed: z.literal("acquisitions"), record: feedRecord<"acquisitions">() }),
    z.object({ feed: z.literal("execMoves"), record: feedRecord<"execMoves">() }),
  ]),
});

/** `:id` is the feed's name; each takes the feed's query and its cursors. */
export const PURCHASES = {
  ...accountEndpoints({
    /** Quotes the next page of the paid feed, at the given limit. */
    quotePage: { path: "/quotes/:id", response: recordQuote },
    /**
     * Quotes everything that follows of the explored rows, up to `MOST_QUOTED` records; without previews, of the paid
     * feed.
     */
    quoteAll: { path: "/quotes/:id/all", response: recordQuote },
    /** Quotes records by the references of their previews. */
    quoteReferences: {
      method: "POST",
      path: "/quotes/:id",
      request: requestBody({ references: referenceList }),
      response: recordQuote,
    },
    /** Counts the purchased records of the workspace by feed. */
    purchasedCounts: { path: "/purchased", response: z.object({ counts: z.record(z.string(), z.number()) }) },
    /** Returns those of the records with the given ids that the workspace has purchased, in any order. */
    purchasedRecords: { path: "/purchased/:id/records", response: z.object({ rows: readonlyList(exploreRow) }) },
    /** Summarizes the purchased records that match. */
    purchasedSummary: { path: "/purchased/:id/summary", response: summary },
    /** Finds companies, investors and people that purchased records name. */
    ownedNames: { path: "/owned-names", response: ownedNames },
    /** `:id` is the investor's. */
    ownedInvestor: { path: "/owned-investors/:id", response: ownedInvestor },
    /** Lists the owned parts of the timelines of the companies with the given ids (`RECORD_ID`), in the same order. */
    ownedTimelines: {
      path: "/owned-timelines",
      response: z.object({ timelines: readonlyList(readonlyList(ownedPart)) }),
    },
    /** Returns the watched companies with owned events. */
    watchedEvents: { path: "/watchlist/events", response: z.object({ companies: readonlyList(watchedEvents) }) },
  }),
  /** Streams the rows of all purchased records that match, one line of JSON each (`exploreRow`), in the list's order. */
  purchasedFile: { method: "GET", path: PURCHASED_FILE_PATH, file: true },
  /** Lists the purchased records that match, in the feed's order; the first page has their total. */
  purchased: {
    method: "GET",
    path: PURCHASED_PATH,
    response: z.object({
      rows: readonlyList(exploreRow),
      pagination: z.pick(pagination, { hasMore: true, nextCursor: true, total: true }),
    }),
  },
} as const;
