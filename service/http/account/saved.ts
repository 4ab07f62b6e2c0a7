/** Lists, changes and counts saved views and the watchlist, for free and without ledger entries. */

import {
  type NewInView,
  OVERLAP_PARAMETER,
  SAVED,
  SAVED_LIMITS,
  type SavedView,
  VIEWS_AT,
} from "@dealflow/contract/account/saved";
import { OVERLAP_DAYS } from "@dealflow/contract/account/saved-counts";
import { FEEDS } from "@dealflow/contract/feeds";
import { canonicalizeQuery, parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { isUuid } from "@dealflow/contract/query/syntax";
import { WEBHOOK_FEED_NAMES, webhookEventName } from "@dealflow/contract/webhook-events";
import {
  createViews,
  deleteView,
  listFirstViews,
  listViews,
  listViewsByQuery,
  updateView,
} from "@/service/accounts/views";
import {
  addToWatchlist,
  countWatched,
  listWatched,
  removeFromWatchlist,
  updateNote,
} from "@/service/accounts/watchlist";
import { SOURCES } from "@/service/feed/feeds";
import { countNewEvents, describeNewEvents, listNewEvents } from "@/service/feed/new-events";
import { findPurchased } from "@/service/feed/purchases/purchased";
import { createReferences } from "@/service/feed/tokens/reference";
import { readInboxState } from "@/service/inbox/items";
import { ApiError } from "../api-error";
import { getSearchParams } from "../read-request";
import { handleEach } from "./endpoint-handlers";

export const SAVED_HANDLERS = handleEach(SAVED, {
  /** Lists all views, or those with one query. */
  views: async ({ pools }, { c, scope }) => {
    const search = getSearchParams(c);
    const query = search.get(VIEWS_AT.query);
    const views =
      query === null
        ? listViews(pools.main, scope)
        : listViewsByQuery(pools.main, scope, search.get(VIEWS_AT.feed), query);
    return { views: await views };
  },

  addViews: async ({ pools }, { scope, body, now }) => {
    const { views } = await body();
    return { views: await createViews(pools.main, scope, views, now) };
  },

  changeView: async ({ pools }, { id, scope, body, now }) => {
    const { version: seen, ...changes } = await body();
    return updateView(pools.main, scope, id, changes, seen, now);
  },

  removeView: ({ pools }, { id, scope }) => deleteView(pools.main, scope, id),

  /** Counts for the views with the given ids, or for all. A view whose query is no longer valid has no count. */
  viewCounts: async ({ pools }, { c, scope, purchases }) => {
    const search = getSearchParams(c);
    const ids = search.getAll("id").filter(isUuid).slice(0, SAVED_LIMITS.views);
    const views = await listViews(pools.main, scope, search.has("id") ? ids : undefined);
    const overlap = parseOverlap(search.get(OVERLAP_PARAMETER));
    const counts: Record<string, number> = {};
    // One follows the other, so that counting takes at most one of the connections for totals.
    for (const view of views) {
      const parsed = parseView(view);
      const number = parsed && (await countNewEvents(pools, parsed, overlap, purchases));
      if (number !== undefined) counts[view.id] = number;
    }
    return { counts };
  },

  newInViews: async ({ pools, secret }, { c, workspaceId, scope, purchases }) => {
    const references = createReferences(secret);
    const overlap = parseOverlap(getSearchParams(c).get(OVERLAP_PARAMETER));
    const { views } = await listFirstViews(pools.main, scope);
    const found: NewInView[] = [];
    // One follows the other, as when they are counted.
    for (const view of views) {
      const parsed = parseView(view);
      const event = webhookEventName(view.feed);
      if (parsed === undefined || event === undefined) continue;
      const events = await listNewEvents(pools, parsed, overlap, purchases);
      const feed = WEBHOOK_FEED_NAMES[event];
      const keys = events.map(({ id }) => ({ kind: SOURCES[feed].table, id }));
      const owned = keys.length === 0 ? new Set<string>() : await findPurchased(pools.main, purchases, keys);
      const write = (id: string) => references.write({ feed, workspaceId }, id);
      found.push({ id: view.id, ...describeNewEvents(feed, events, owned, write) });
    }
    return { views: found };
  },

  /** The app shell of every page shows these numbers of saved views, the watchlist and the inbox. */
  saved: async ({ pools }, { workspaceId, scope }) => {
    // One follows the other, so that a request takes one connection.
    const { views, number } = await listFirstViews(pools.main, scope);
    const companies = await countWatched(pools.main, workspaceId);
    const inbox = await readInboxState(pools.main, scope);
    const shelf = views.map(({ id, name, feed, query, columns, sort }) => ({ id, name, feed, query, columns, sort }));
    return { shelf, views: number, companies, inbox };
  },

  watchlist: async ({ pools }, { workspaceId }) => ({ companies: await listWatched(pools.main, workspaceId) }),

  watch: async ({ pools }, { workspaceId, body, now }) => {
    const { companies } = await body();
    return { companies: await addToWatchlist(pools.main, workspaceId, companies, now) };
  },

  changeWatched: async ({ pools }, { id, workspaceId, body }) => {
    const { note, version } = await body();
    return updateNote(pools.main, workspaceId, id, note, version);
  },

  unwatch: async ({ pools }, { id, workspaceId }) => {
    if (!(await removeFromWatchlist(pools.main, workspaceId, id)))
      throw new ApiError("NOT_FOUND", "this company is no longer on the watchlist");
  },
});

function parseOverlap(text: string | null): number {
  if (text === null) return OVERLAP_DAYS.default;
  const days = Number(text);
  if (/^\d{1,3}$/.test(text) && days <= OVERLAP_DAYS.max) return days;
  throw new ApiError("INVALID_INPUT", `${OVERLAP_PARAMETER} must be a whole number from 0 to ${OVERLAP_DAYS.max}`);
}

/** Returns undefined when the query of the view is no longer valid. */
function parseView({ feed, query: text, lastSeenAt }: SavedView) {
  const { query: given, issues } = parseFeedQuery(FEEDS[feed], new URLSearchParams(text), getListReader);
  if (issues.length > 0) return undefined;
  const { query } = canonicalizeQuery(FEEDS[feed], given, new Date());
  return { feed, query, lastSeenAt };
}
