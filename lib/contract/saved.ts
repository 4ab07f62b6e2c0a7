/** Saved views and the watchlist of a workspace, free of charge, with their limits. */
import type { FeedName } from "./feeds";

/** Their endpoints, only for the dashboard's server. */
export const SAVED = {
  saved: { method: "GET", path: "/account/v1/saved" },
  /** → `{views: SavedView[]}`, complete: at most twice `SAVED_LIMITS.views`, shared ones and one's own. */
  views: { method: "GET", path: "/account/v1/views" },
  addViews: { method: "POST", path: "/account/v1/views" },
  viewCounts: { method: "GET", path: "/account/v1/views/counts" },
  changeView: { method: "PATCH", path: "/account/v1/views/:id" },
  removeView: { method: "DELETE", path: "/account/v1/views/:id" },
  /** → `{companies: WatchedCompany[]}`, complete: at most `SAVED_LIMITS.companies`. */
  watchlist: { method: "GET", path: "/account/v1/watchlist" },
  watch: { method: "POST", path: "/account/v1/watchlist" },
  changeWatched: { method: "PATCH", path: "/account/v1/watchlist/:id" },
  unwatch: { method: "DELETE", path: "/account/v1/watchlist/:id" },
} as const;

/** Per workspace; texts in characters. */
export const SAVED_LIMITS = {
  views: 200,
  companies: 500,
  name: 80,
  query: 8_000,
  screen: 2_000,
  companyName: 300,
  note: 500,
  /** Maximum per request. */
  perRequest: 50,
} as const;

/** Events of the days before the last look are included too, because some are found late. */
export const OVERLAP_DAYS = { default: 7, max: 90 } as const;
export const OVERLAP_PARAMETER = "overlapDays";

/** Together they select the views of one address. */
export const VIEWS_AT = { feed: "feed", query: "query" } as const;

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly feed: FeedName;
  /** The query as an address writes it, in canonical order. */
  readonly query: string;
  /**
   * The visible columns and the sorting of loaded rows, in the format of the table that wrote it; empty: the defaults.
   * Null: the view does not specify.
   */
  readonly columns: string | null;
  readonly sort: string | null;
  /** Shared with the workspace, or private to its creator. */
  readonly shared: boolean;
  /** When new events in it were last loaded; initially its creation. */
  readonly lastSeenAt: string;
  readonly createdAt: string;
  /** Incremented by every change, for optimistic concurrency control. */
  readonly version: number;
}

/** A view before it is saved; with `id`, one that existed before. */
export type ViewDraft = Pick<SavedView, "name" | "feed" | "query" | "columns" | "sort" | "shared"> &
  Partial<Pick<SavedView, "id" | "lastSeenAt" | "createdAt">>;

export type ViewChange = Partial<Pick<SavedView, "name" | "query" | "columns" | "sort" | "shared">> & {
  /** New events were just loaded. Needs no version: this time only moves forward. */
  readonly seen?: true;
};

export interface WatchedCompany {
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly note: string;
  readonly addedAt: string;
  readonly version: number;
}

export type WatchDraft = Pick<WatchedCompany, "id" | "name" | "domain"> &
  Partial<Pick<WatchedCompany, "note" | "addedAt">>;

/** What is needed to open a view. */
export type ShelfView = Pick<SavedView, "id" | "name" | "feed" | "query" | "columns" | "sort">;

/** The part that the app shell shows. */
export interface SavedSummary {
  /** The first ones by name. */
  readonly shelf: readonly ShelfView[];
  readonly views: number;
  readonly companies: number;
}

const DAY_MS = 86_400_000;

/**
 * Since when events may be new to somebody who looked last at that time. An instant, not a day: every look then has its
 * own address, for which no page is cached.
 */
export function newSince(lastSeenAt: string, overlapDays: number): string {
  return new Date(Date.parse(lastSeenAt) - overlapDays * DAY_MS).toISOString();
}
