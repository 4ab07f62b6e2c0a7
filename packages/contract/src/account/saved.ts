/** A workspace stores its saved views and its watchlist free of charge, within limits. */
import * as z from "zod/mini";
import { FEED_NAMES } from "../feeds";
import { characters, isUuid, isWellFormed } from "../query/syntax";
import { accountEndpoints } from "./endpoint";
import { inboxState } from "./inbox";
import { readonlyList, requestBody, wholeNumberField } from "./schemas";

/** The limits are per workspace; texts are limited in characters. */
export const SAVED_LIMITS = {
  views: 200,
  companies: 500,
  name: 80,
  query: 8_000,
  screen: 2_000,
  companyName: 300,
  note: 500,
  /** One request has at most this many items. */
  perRequest: 50,
} as const;

export const OVERLAP_PARAMETER = "overlapDays";

/** Together these parameters select the views of one address. */
export const VIEWS_AT = { feed: "feed", query: "query" } as const;

/** The text can be stored in a database, and has a bounded length. */
function boundedText(min: number, max: number) {
  return z.string("must be text").check(
    z.refine(isWellFormed, "contains an invalid character"),
    z.refine((text) => characters(text) >= min && characters(text) <= max, `must have ${min} to ${max} characters`),
  );
}

const name = boundedText(1, SAVED_LIMITS.name).check(
  z.refine((text) => text === text.trim(), "must not begin or end with a space"),
);
const query = boundedText(0, SAVED_LIMITS.query);
const screen = z.nullable(boundedText(0, SAVED_LIMITS.screen));
const note = boundedText(0, SAVED_LIMITS.note);
const shared = z.boolean("must be true or false");
const instant = z.iso.datetime("must be an ISO-8601 timestamp in UTC");
const version = wholeNumberField(1, 2_147_483_647, "must be the version you last read");
const uuid = z.string("must be a UUID").check(z.refine(isUuid, "must be a UUID"));
const feed = z.enum(FEED_NAMES, `must be one of ${FEED_NAMES.join(", ")}`);

function draftList<Draft extends z.core.SomeType>(draft: Draft) {
  const { perRequest } = SAVED_LIMITS;
  const message = `must have 1 to ${perRequest} items`;
  return z.readonly(z.array(draft, message).check(z.minLength(1, message), z.maxLength(perRequest, message)));
}

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  feed,
  /** The query is written as in an address, in canonical order. */
  query: z.string(),
  /**
   * The visible columns and the sorting of loaded rows are in the format of the table that wrote them; an empty text
   * means the defaults, and null that the view does not specify them.
   */
  columns: z.nullable(z.string()),
  sort: z.nullable(z.string()),
  /** A view is shared with the workspace, or private to its creator. */
  shared: z.boolean(),
  /** New events in it were last loaded at this time, which is initially its creation. */
  lastSeenAt: z.string(),
  createdAt: z.string(),
  /** Every change increments the version, for optimistic concurrency control. */
  version: z.number(),
});
export type SavedView = z.infer<typeof savedView>;

/** A draft is a view before it is saved; with `id`, it existed before. */
const viewDraft = requestBody({
  id: z.exactOptional(uuid),
  name,
  feed,
  query,
  columns: screen,
  sort: screen,
  shared,
  /** The time is kept with the precision of a day. */
  lastSeenAt: z.exactOptional(instant),
  createdAt: z.exactOptional(instant),
});
export type ViewDraft = z.infer<typeof viewDraft>;

const viewChange = requestBody({
  version: z.exactOptional(version),
  name: z.exactOptional(name),
  query: z.exactOptional(query),
  columns: z.exactOptional(screen),
  sort: z.exactOptional(screen),
  shared: z.exactOptional(shared),
  /** New events were just loaded. This needs no version, because the time only moves forward. */
  seen: z.exactOptional(z.literal(true, "must be true")),
}).check(
  z.refine(
    ({ seen: _, ...rest }) => rest.version !== undefined || Object.keys(rest).length === 0,
    "pass the version you last read",
  ),
);
export type ViewChange = Omit<z.infer<typeof viewChange>, "version">;

const watchedCompany = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.nullable(z.string()),
  note: z.string(),
  addedAt: z.string(),
  version: z.number(),
});
export type WatchedCompany = z.infer<typeof watchedCompany>;

const watchDraft = requestBody({
  id: uuid,
  name: boundedText(1, SAVED_LIMITS.companyName),
  domain: z.nullable(boundedText(1, SAVED_LIMITS.companyName)),
  note: z.exactOptional(note),
  addedAt: z.exactOptional(instant),
});
export type WatchDraft = z.infer<typeof watchDraft>;

/** These fields are enough to open a view. */
const shelfView = z.pick(savedView, { id: true, name: true, feed: true, query: true, columns: true, sort: true });
export type ShelfView = z.infer<typeof shelfView>;

/** The app shell shows this part. */
const savedSummary = z.object({
  /** These are the first pinned views by name. */
  shelf: readonlyList(shelfView),
  views: z.number(),
  companies: z.number(),
  /** The state is null where there is no inbox. */
  inbox: z.nullable(inboxState),
});
export type SavedSummary = z.infer<typeof savedSummary>;

/** Tells what is new in a view, of records that are not owned by their previews alone. */
const newInView = z.object({
  id: z.string(),
  /** The number is at most one more than `MAX_COUNTED`; these of them are owned. */
  count: z.number(),
  owned: z.number(),
  /** The sum is null where no amount is known; with `about` it contains the middles of bands, and has two digits. */
  sumUsd: z.nullable(z.number()),
  about: z.boolean(),
  /** The events have these values of the filter in `KIND_PARAMETERS`, the most frequent first. */
  kinds: readonlyList(z.object({ value: z.string(), count: z.number() })),
  /** The newest events that are not owned, at most a page of them, can be bought by these references. */
  references: readonlyList(z.string()),
});
export type NewInView = z.infer<typeof newInView>;

const views = z.object({ views: readonlyList(savedView) });
const companies = z.object({ companies: readonlyList(watchedCompany) });

export const SAVED = accountEndpoints({
  saved: { path: "/saved", response: savedSummary },
  /** The list is complete: it has at most twice `SAVED_LIMITS.views`, shared ones and one's own. */
  views: { path: "/views", response: views },
  addViews: {
    method: "POST",
    path: "/views",
    status: 201,
    request: requestBody({ views: draftList(viewDraft) }),
    response: views,
  },
  /** Counts are given by id of the view; one whose query is no longer valid has no count. */
  viewCounts: { path: "/views/counts", response: z.object({ counts: z.record(z.string(), z.number()) }) },
  /** Describes what `viewCounts` counts, by view in order of name; directories and queries that are no longer valid are left out. */
  newInViews: { path: "/views/new", response: z.object({ views: readonlyList(newInView) }) },
  changeView: { method: "PATCH", path: "/views/:id", request: viewChange, response: savedView },
  removeView: { method: "DELETE", path: "/views/:id" },
  /** The list is complete: it has at most `SAVED_LIMITS.companies`. */
  watchlist: { path: "/watchlist", response: companies },
  watch: {
    method: "POST",
    path: "/watchlist",
    status: 201,
    request: requestBody({ companies: draftList(watchDraft) }),
    response: companies,
  },
  changeWatched: {
    method: "PATCH",
    path: "/watchlist/:id",
    request: requestBody({ version, note }),
    response: watchedCompany,
  },
  unwatch: { method: "DELETE", path: "/watchlist/:id" },
});

const DAY_MS = 86_400_000;

/**
 * Returns the time since which events may be new to a person who looked last at that time. It is an instant, not a day:
 * every look then has its own address, for which no page is cached.
 */
export function newSince(lastSeenAt: string, overlapDays: number): string {
  return new Date(Date.parse(lastSeenAt) - overlapDays * DAY_MS).toISOString();
}
