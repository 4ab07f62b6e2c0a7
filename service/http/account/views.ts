/** Saved views: list, add, change, remove, and how many events in them are new. Free, and no row of the ledger. */
import type { Handler } from "hono";
import { z } from "zod";
import { FEED_NAMES, FEEDS } from "@/lib/contract/feeds";
import { QUERIES } from "@/lib/contract/queries";
import { OVERLAP_DAYS, OVERLAP_PARAMETER, SAVED_LIMITS, type SavedView, VIEWS_AT } from "@/lib/contract/saved";
import { characters, isUuid, isWellFormed } from "@/lib/contract/syntax";
import { readQuery } from "@/lib/contract/wire";
import { addViews, changeView, listViews, removeView, viewsAt } from "@/service/accounts/views";
import { countNew } from "@/service/feed/new-events";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { searchOf } from "../read-request";
import { bodyAs, idOf, kept } from "./kept";
import { seeingOf } from "./viewer";

/** Text that a database can hold, of so many characters. */
export function textOf(min: number, max: number) {
  return z
    .string("must be text")
    .refine(isWellFormed, "has a character that is none")
    .refine((text) => characters(text) >= min && characters(text) <= max, `must have ${min} to ${max} characters`);
}

const name = textOf(1, SAVED_LIMITS.name).refine((text) => text === text.trim(), "must not begin or end with a space");
const query = textOf(0, SAVED_LIMITS.query);
const screen = textOf(0, SAVED_LIMITS.screen).nullable();
export const instant = z.iso.datetime("must be an ISO-8601 timestamp in UTC");
export const version = z.number("must be the version that was seen").int().min(1).max(2_147_483_647);

const draft = z.strictObject({
  id: z.string().refine(isUuid, "must be a UUID").optional(),
  name,
  feed: z.enum(FEED_NAMES, `must be one of ${FEED_NAMES.join(", ")}`),
  query,
  columns: screen,
  sort: screen,
  shared: z.boolean("must be true or false"),
  lastSeenAt: instant.optional(),
  createdAt: instant.optional(),
});
const drafts = z.strictObject({ views: z.array(draft).min(1).max(SAVED_LIMITS.perRequest) });

const change = z
  .strictObject({
    version: version.optional(),
    name: name.optional(),
    query: query.optional(),
    columns: screen.optional(),
    sort: screen.optional(),
    shared: z.boolean().optional(),
    seen: z.literal(true).optional(),
  })
  .refine(
    ({ seen, ...rest }) => rest.version !== undefined || Object.keys(rest).length === 0,
    "give the version that was seen",
  );

/** All of them, or those of one address. */
export function allViews({ pools }: Services): Handler<Env> {
  return async (c) => {
    const search = searchOf(c);
    const query = search.get(VIEWS_AT.query);
    const views =
      query === null
        ? listViews(pools.main, seeingOf(c))
        : viewsAt(pools.main, seeingOf(c), search.get(VIEWS_AT.feed), query);
    return c.json({ views: await views });
  };
}

export function addedViews({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { views } = await bodyAs(c, drafts);
    const added = addViews(pools.main, seeingOf(c), views, new Date());
    return c.json({ views: await kept("view", SAVED_LIMITS.views, added) }, 201);
  };
}

export function changedView({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = idOf(c);
    const { version: seen, ...asked } = await bodyAs(c, change);
    const changed = changeView(pools.main, seeingOf(c), id, asked, seen, new Date());
    return c.json(await kept("view", SAVED_LIMITS.views, changed));
  };
}

export function removedView({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await removeView(pools.main, seeingOf(c), idOf(c))))
      throw new ApiError("NOT_FOUND", "this view is not there any more");
    return c.body(null, 204);
  };
}

/** Of the views named by `id`, or of all. A view whose query the interface takes no more has no count. */
export function newCounts({ pools }: Services): Handler<Env> {
  return async (c) => {
    const search = searchOf(c);
    const ids = search.getAll("id").filter(isUuid).slice(0, SAVED_LIMITS.views);
    const views = await listViews(pools.main, seeingOf(c), search.has("id") ? ids : undefined);
    const overlap = overlapOf(search.get(OVERLAP_PARAMETER));
    const counts: Record<string, number> = {};
    // One after the other: counting never takes more than one of the connections that totals have.
    for (const view of views) {
      const number = await countOf(pools, view, overlap);
      if (number !== undefined) counts[view.id] = number;
    }
    return c.json({ counts });
  };
}

function overlapOf(text: string | null): number {
  if (text === null) return OVERLAP_DAYS.default;
  const days = Number(text);
  if (/^\d{1,3}$/.test(text) && days <= OVERLAP_DAYS.max) return days;
  throw new ApiError("INVALID_INPUT", `${OVERLAP_PARAMETER} must be a whole number of 0 to ${OVERLAP_DAYS.max}`);
}

async function countOf(pools: Services["pools"], view: SavedView, overlap: number): Promise<number | undefined> {
  const wire = readQuery(new URLSearchParams(view.query), FEEDS[view.feed]);
  if (wire.problems.length > 0) return undefined;
  const read = QUERIES[view.feed].safeParse(wire.values);
  return read.success ? countNew(pools, view.feed, read.data, view.lastSeenAt, overlap) : undefined;
}
