"use client";

import { useEffect } from "react";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { rememberVisit } from "@/lib/client/recent";
import { changeLook, useNewLook } from "@/lib/client/saved/new-look";
import type { SavedView, ShelfView } from "@/lib/contract/saved";

/** How the table looks now, as a view keeps it. */
export type Screen = Readonly<Record<"columns" | "sort", string>>;

/** Whether the table does not look as the view keeps it; a view that does not say has nothing to differ from. */
export function isChanged({ columns, sort }: Pick<SavedView, keyof Screen>, now: Screen): boolean {
  return (columns ?? now.columns) !== now.columns || (sort ?? now.sort) !== now.sort;
}

/** `Seed rounds`, `Seed rounds, changed since saved`. */
export function viewWords(view: ShelfView, now: Screen): string {
  return `${view.name}${isChanged(view, now) ? ", changed since saved" : ""}`;
}

/** Notes that this view was looked at: when what is new in it was last seen, and that the person was here. */
export function useViewVisits(): void {
  useLooked();
  useVisit();
}

/** When what is new has come, the last look is now; not before, since a page can fail. */
function useLooked(): void {
  const { feed, canonical, status } = useFeedView();
  const host = useHost();
  const look = useNewLook(feed, canonical);
  const viewId = look?.seen === false && status === "ready" ? look.viewId : undefined;
  useEffect(() => {
    if (viewId === undefined) return;
    changeLook(feed, canonical, { seen: true });
    void import("@/lib/client/saved/actions").then(({ markSeen }) => markSeen(host, viewId));
  }, [canonical, feed, host, viewId]);
}

/** Once its rows are there, these filters are where the person was. */
function useVisit(): void {
  const { feed, canonical, status } = useFeedView();
  const { account } = useHost();
  useEffect(() => {
    if (status === "ready") rememberVisit(account ?? "", feed, canonical);
  }, [account, canonical, feed, status]);
}
