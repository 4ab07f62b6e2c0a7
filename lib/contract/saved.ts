/** Saved views and the watchlist: what a workspace keeps of its own, free of charge, and how much of it there may be. */
import type { FeedName } from "./feeds";

/** Where the service keeps them, for the dashboard's server alone. */
export const SAVED = {
  saved: { method: "GET", path: "/account/v1/saved" },
  /** → `{views: SavedView[]}`, whole: at most twice `SAVED_LIMITS.views`, so many shared ones and so many of one's own. */
  views: { method: "GET", path: "/account/v1/views" },
  addViews: { method: "POST", path: "/account/v1/views" },
  viewCounts: { method: "GET", path: "/account/v1/views/counts" },
  changeView: { method: "PATCH", path: "/account/v1/views/:id" },
  removeView: { method: "DELETE", path: "/account/v1/views/:id" },
  /** → `{companies: WatchedCompany[]}`, whole: at most `SAVED_LIMITS.companies`. */
  watchlist: { method: "GET", path: "/account/v1/watchlist" },
  watch: { method: "POST", path: "/account/v1/watchlist" },
  changeWatched: { method: "PATCH", path: "/account/v1/watchlist/:id" },
  unwatch: { method: "DELETE", path: "/account/v1/watchlist/:id" },
} as const;

/** Of a workspace; texts in characters. */
export const SAVED_LIMITS = {
  views: 200,
  companies: 500,
  name: 80,
  query: 8_000,
  screen: 2_000,
  companyName: 300,
  note: 500,
  /** Put in with one request. */
  atOnce: 50,
} as const;

/** Events of the days before the last look are asked for too, because some are found late. */
export const OVERLAP_DAYS = { default: 7, max: 90 } as const;
export const OVERLAP_PARAMETER = "overlapDays";

/** Together they ask for the views of one address alone. */
export const VIEWS_AT = { feed: "feed", query: "query" } as const;

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly feed: FeedName;
  /** The query as an address writes it, in canonical order. */
  readonly query: string;
  /**
   * Which columns are shown and how loaded rows are sorted, in the words of the table that wrote it; empty: as they are by
   * themselves. Null: the view does not say.
   */
  readonly columns: string | null;
  readonly sort: string | null;
  /** For everybody in the workspace, else for the person who made it. */
  readonly shared: boolean;
  /** When what is new in it was last loaded; at first when it was made. */
  readonly lastSeenAt: string;
  readonly createdAt: string;
  /** Raised by every change: who changes a view says which one they saw. */
  readonly version: number;
}

/** A view before it is kept; with `id` one that was there before. */
export type ViewDraft = Pick<SavedView, "name" | "feed" | "query" | "columns" | "sort" | "shared"> &
  Partial<Pick<SavedView, "id" | "lastSeenAt" | "createdAt">>;

export type ViewChange = Partial<Pick<SavedView, "name" | "query" | "columns" | "sort" | "shared">> & {
  /** What is new has just been loaded. Needs no version: last looks only move forward. */
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

/** What opening a view takes. */
export type ShelfView = Pick<SavedView, "id" | "name" | "feed" | "query" | "columns" | "sort">;

/** What a page's frame shows of them. */
export interface SavedSummary {
  /** The first of them by name. */
  readonly shelf: readonly ShelfView[];
  readonly views: number;
  readonly companies: number;
}

const DAY_MS = 86_400_000;

/**
 * From when on events may be new to somebody who looked last at that time. An instant, not a day: every look then has an
 * address of its own, which no page that was bought before is held for.
 */
export function newSince(lastSeenAt: string, overlapDays: number): string {
  return new Date(Date.parse(lastSeenAt) - overlapDays * DAY_MS).toISOString();
}
