/** Where a person was: the last addresses of feeds in this browser, for the start page. */

import { isObject } from "@dealflow/client/tolerant-reader";
import { useSyncExternalStore } from "react";
import { FEED_NAMES, type FeedName } from "@/lib/contract/feeds";

export interface Visit {
  readonly feed: FeedName;
  readonly query: string;
  /** ISO timestamp. */
  readonly at: string;
}

const MOST_VISITS = 5;
const NONE: readonly Visit[] = [];
let shown: { readonly account: string; readonly visits: readonly Visit[] } | undefined;

const keyOf = (account: string) => `dealflow.recent.${account}`;

export function saveVisit(account: string, feed: FeedName, query: string): void {
  const others = readVisits(account).filter((visit) => visit.feed !== feed || visit.query !== query);
  const visits = [{ feed, query, at: new Date().toISOString() }, ...others].slice(0, MOST_VISITS);
  shown = undefined;
  try {
    window.localStorage.setItem(keyOf(account), JSON.stringify(visits));
  } catch {
    // Without storage there are no visits.
  }
}

function readVisits(account: string): readonly Visit[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(keyOf(account)) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap(readVisit).slice(0, MOST_VISITS) : NONE;
  } catch {
    return NONE;
  }
}

function readVisit(value: unknown): Visit[] {
  if (!isObject(value)) return [];
  const { query, at } = value;
  const feed = FEED_NAMES.find((name) => name === value.feed);
  return feed !== undefined && typeof query === "string" && typeof at === "string" ? [{ feed, query, at }] : [];
}

const unchanging = () => () => {};

/** Undefined on the server and during hydration: only the browser knows. */
export function useVisits(account: string): readonly Visit[] | undefined {
  return useSyncExternalStore<readonly Visit[] | undefined>(
    unchanging,
    () => {
      if (shown?.account !== account) shown = { account, visits: readVisits(account) };
      return shown.visits;
    },
    () => undefined,
  );
}
