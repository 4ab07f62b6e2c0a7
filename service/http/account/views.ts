/** Saved views: list, create, update, delete, and count new events in them. Free, without ledger entries. */
import type { Handler } from "hono";
import { z } from "zod";
import { parseFeedQuery } from "@/lib/contract/feed-query";
import { FEED_NAMES, FEEDS } from "@/lib/contract/feeds";
import { getListReader } from "@/lib/contract/list-readers";
import { OVERLAP_DAYS, OVERLAP_PARAMETER, SAVED_LIMITS, type SavedView, VIEWS_AT } from "@/lib/contract/saved";
import { characters, isUuid, isWellFormed } from "@/lib/contract/syntax";
import { createViews, deleteView, listViews, listViewsByQuery, updateView } from "@/service/accounts/views";
import { countNewEvents } from "@/service/feed/new-events";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { getSearchParams } from "../read-request";
import { getIdParameter, parseBody, withSaveErrors } from "./request-input";
import { getViewScope } from "./viewer";

/** Text that a database can store, of a bounded length. */
export function textSchema(min: number, max: number) {
  return z
    .string("must be text")
    .refine(isWellFormed, "has a character that is none")
    .refine((text) => characters(text) >= min && characters(text) <= max, `must have ${min} to ${max} characters`);
}

const name = textSchema(1, SAVED_LIMITS.name).refine(
  (text) => text === text.trim(),
  "must not begin or end with a space",
);
const query = textSchema(0, SAVED_LIMITS.query);
const screen = textSchema(0, SAVED_LIMITS.screen).nullable();
export const instant = z.iso.datetime("must be an ISO-8601 timestamp in UTC");
export const version = z.number("must be the version that was seen").int().min(1).max(2_147_483_647);

const draft = z.strictObject({
  id: z.string().refine(isUuid, "must be a UUID").exactOptional(),
  name,
  feed: z.enum(FEED_NAMES, `must be one of ${FEED_NAMES.join(", ")}`),
  query,
  columns: screen,
  sort: screen,
  shared: z.boolean("must be true or false"),
  lastSeenAt: instant.exactOptional(),
  createdAt: instant.exactOptional(),
});
const drafts = z.strictObject({ views: z.array(draft).min(1).max(SAVED_LIMITS.perRequest) });

const change = z
  .strictObject({
    version: version.exactOptional(),
    name: name.exactOptional(),
    query: query.exactOptional(),
    columns: screen.exactOptional(),
    sort: screen.exactOptional(),
    shared: z.boolean().exactOptional(),
    seen: z.literal(true).exactOptional(),
  })
  .refine(
    ({ seen, ...rest }) => rest.version !== undefined || Object.keys(rest).length === 0,
    "give the version that was seen",
  );

/** All views, or those with one query. */
export function listViewsHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const search = getSearchParams(c);
    const query = search.get(VIEWS_AT.query);
    const views =
      query === null
        ? listViews(pools.main, getViewScope(c))
        : listViewsByQuery(pools.main, getViewScope(c), search.get(VIEWS_AT.feed), query);
    return c.json({ views: await views });
  };
}

export function createViewsHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { views } = await parseBody(c, drafts);
    const added = createViews(pools.main, getViewScope(c), views, new Date());
    return c.json({ views: await withSaveErrors("view", SAVED_LIMITS.views, added) }, 201);
  };
}

export function updateViewHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const { version: seen, ...changes } = await parseBody(c, change);
    const changed = updateView(pools.main, getViewScope(c), id, changes, seen, new Date());
    return c.json(await withSaveErrors("view", SAVED_LIMITS.views, changed));
  };
}

export function deleteViewHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await deleteView(pools.main, getViewScope(c), getIdParameter(c))))
      throw new ApiError("NOT_FOUND", "this view is not there any more");
    return c.body(null, 204);
  };
}

/** Of the views with the given ids, or of all. A view whose query is no longer valid has no count. */
export function countNewEventsHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const search = getSearchParams(c);
    const ids = search.getAll("id").filter(isUuid).slice(0, SAVED_LIMITS.views);
    const views = await listViews(pools.main, getViewScope(c), search.has("id") ? ids : undefined);
    const overlap = parseOverlap(search.get(OVERLAP_PARAMETER));
    const counts: Record<string, number> = {};
    // Sequentially: counting takes at most one of the connections for totals.
    for (const view of views) {
      const number = await countForView(pools, view, overlap);
      if (number !== undefined) counts[view.id] = number;
    }
    return c.json({ counts });
  };
}

function parseOverlap(text: string | null): number {
  if (text === null) return OVERLAP_DAYS.default;
  const days = Number(text);
  if (/^\d{1,3}$/.test(text) && days <= OVERLAP_DAYS.max) return days;
  throw new ApiError("INVALID_INPUT", `${OVERLAP_PARAMETER} must be a whole number of 0 to ${OVERLAP_DAYS.max}`);
}

async function countForView(pools: Services["pools"], view: SavedView, overlap: number): Promise<number | undefined> {
  const { query, issues } = parseFeedQuery(FEEDS[view.feed], new URLSearchParams(view.query), getListReader);
  return issues.length === 0 ? countNewEvents(pools, view.feed, query, view.lastSeenAt, overlap) : undefined;
}
