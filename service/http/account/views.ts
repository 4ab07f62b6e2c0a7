/** Lists, changes and counts saved views and the watchlist, for free and without ledger entries. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import {
  type NewInView,
  OVERLAP_PARAMETER,
  SAVED_LIMITS,
  type SavedView,
  VIEWS_AT,
} from "@dealflow/contract/account/saved";
import { OVERLAP_DAYS } from "@dealflow/contract/account/saved-counts";
import { FEEDS } from "@dealflow/contract/feeds";
import { parseFeedQuery } from "@dealflow/contract/query/feed-query";
import { getListReader } from "@dealflow/contract/query/list-readers";
import { resolveRelativeDates } from "@dealflow/contract/query/resolve-dates";
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
import { findPurchased, purchasesSince } from "@/service/feed/purchases/purchased";
import { createReferences } from "@/service/feed/tokens/reference";
import { readInboxState } from "@/service/inbox/items";
import { ApiError } from "../api-error";
import { getSearchParams } from "../read-request";
import {
  type AccountHandlers,
  getIdParameter,
  getViewScope,
  parseBody,
  respond,
  withSaveErrors,
} from "./request-input";

export const VIEW_HANDLERS = {
  /** Lists all views, or those with one query. */
  views:
    ({ pools }) =>
    async (c) => {
      const search = getSearchParams(c);
      const query = search.get(VIEWS_AT.query);
      const views =
        query === null
          ? listViews(pools.main, getViewScope(c))
          : listViewsByQuery(pools.main, getViewScope(c), search.get(VIEWS_AT.feed), query);
      return respond(c, ACCOUNT.views, { views: await views });
    },

  addViews:
    ({ pools }) =>
    async (c) => {
      const { views } = await parseBody(c, ACCOUNT.addViews);
      const added = createViews(pools.main, getViewScope(c), views, new Date());
      return respond(c, ACCOUNT.addViews, { views: await withSaveErrors("view", SAVED_LIMITS.views, added) }, 201);
    },

  changeView:
    ({ pools }) =>
    async (c) => {
      const id = getIdParameter(c);
      const { version: seen, ...changes } = await parseBody(c, ACCOUNT.changeView);
      const changed = updateView(pools.main, getViewScope(c), id, changes, seen, new Date());
      return respond(c, ACCOUNT.changeView, await withSaveErrors("view", SAVED_LIMITS.views, changed));
    },

  removeView:
    ({ pools }) =>
    async (c) => {
      await withSaveErrors("view", SAVED_LIMITS.views, deleteView(pools.main, getViewScope(c), getIdParameter(c)));
      return c.body(null, 204);
    },

  /** Counts for the views with the given ids, or for all. A view whose query is no longer valid has no count. */
  viewCounts:
    ({ payOnceDays, pools }) =>
    async (c) => {
      const purchases = {
        workspaceId: c.get("caller").workspaceId,
        since: purchasesSince(payOnceDays, new Date()),
      };
      const search = getSearchParams(c);
      const ids = search.getAll("id").filter(isUuid).slice(0, SAVED_LIMITS.views);
      const views = await listViews(pools.main, getViewScope(c), search.has("id") ? ids : undefined);
      const overlap = parseOverlap(search.get(OVERLAP_PARAMETER));
      const counts: Record<string, number> = {};
      // One follows the other, so that counting takes at most one of the connections for totals.
      for (const view of views) {
        const parsed = parseView(view);
        const number = parsed && (await countNewEvents(pools, parsed, overlap, purchases));
        if (number !== undefined) counts[view.id] = number;
      }
      return respond(c, ACCOUNT.viewCounts, { counts });
    },

  newInViews: ({ payOnceDays, pools, secret }) => {
    const references = createReferences(secret);
    return async (c) => {
      const { workspaceId } = c.get("caller");
      const purchases = { workspaceId, since: purchasesSince(payOnceDays, new Date()) };
      const overlap = parseOverlap(getSearchParams(c).get(OVERLAP_PARAMETER));
      const { views } = await listFirstViews(pools.main, getViewScope(c));
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
      return respond(c, ACCOUNT.newInViews, { views: found });
    };
  },

  /** The app shell of every page shows these numbers of saved views, the watchlist and the inbox. */
  saved:
    ({ pools }) =>
    async (c) => {
      const { workspaceId } = c.get("caller");
      // One follows the other, so that a request takes one connection.
      const { views, number } = await listFirstViews(pools.main, getViewScope(c));
      const companies = await countWatched(pools.main, workspaceId);
      const inbox = await readInboxState(pools.main, getViewScope(c));
      const shelf = views.map(({ id, name, feed, query, columns, sort }) => ({ id, name, feed, query, columns, sort }));
      return respond(c, ACCOUNT.saved, { shelf, views: number, companies, inbox });
    },
} as const satisfies AccountHandlers;

function parseOverlap(text: string | null): number {
  if (text === null) return OVERLAP_DAYS.default;
  const days = Number(text);
  if (/^\d{1,3}$/.test(text) && days <= OVERLAP_DAYS.max) return days;
  throw new ApiError("INVALID_INPUT", `${OVERLAP_PARAMETER} must be a whole number from 0 to ${OVERLAP_DAYS.max}`);
}

/** Returns undefined when the query of the view is no longer valid. */
function parseView({ feed, query: text, lastSeenAt }: SavedView) {
  const { query, issues } = parseFeedQuery(FEEDS[feed], new URLSearchParams(text), getListReader);
  return issues.length === 0 ? { feed, query: resolveRelativeDates(query, new Date()), lastSeenAt } : undefined;
}

export const WATCHLIST_HANDLERS = {
  watchlist:
    ({ pools }) =>
    async (c) =>
      respond(c, ACCOUNT.watchlist, { companies: await listWatched(pools.main, c.get("caller").workspaceId) }),

  watch:
    ({ pools }) =>
    async (c) => {
      const { companies } = await parseBody(c, ACCOUNT.watch);
      const watched = addToWatchlist(pools.main, c.get("caller").workspaceId, companies, new Date());
      return respond(
        c,
        ACCOUNT.watch,
        { companies: await withSaveErrors("company", SAVED_LIMITS.companies, watched) },
        201,
      );
    },

  changeWatched:
    ({ pools }) =>
    async (c) => {
      const id = getIdParameter(c);
      const body = await parseBody(c, ACCOUNT.changeWatched);
      const changed = updateNote(pools.main, c.get("caller").workspaceId, id, body.note, body.version);
      return respond(c, ACCOUNT.changeWatched, await withSaveErrors("company", SAVED_LIMITS.companies, changed));
    },

  unwatch:
    ({ pools }) =>
    async (c) => {
      if (!(await removeFromWatchlist(pools.main, c.get("caller").workspaceId, getIdParameter(c))))
        throw new ApiError("NOT_FOUND", "this company is no longer on the watchlist");
      return c.body(null, 204);
    },
} as const satisfies AccountHandlers;
