import type { SavedView, ShelfView } from "@dealflow/contract/account/saved";
import { useEffect } from "react";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { updateReview, useReview } from "@/lib/client/saved/new-rows-review";
import { saveVisit } from "@/lib/client/ui-store";

/** A saved view has this appearance of the table. */
export type Screen = Readonly<Record<"columns" | "sort", string>>;

/** Tells whether the table differs from the saved view; a view without columns or order never differs in them. */
export function isChanged({ columns, sort }: Pick<SavedView, keyof Screen>, now: Screen): boolean {
  return (columns ?? now.columns) !== now.columns || (sort ?? now.sort) !== now.sort;
}

/** Writes `Seed rounds` or `Seed rounds, changed since saved`. */
export function viewWords(view: ShelfView, canonical: string, now: Screen): string {
  return `${view.name}${view.query !== canonical || isChanged(view, now) ? ", changed since saved" : ""}`;
}

/** Records a visit of this view once its rows are there: when its new rows were last seen, and that the person was here. */
export function useViewVisits(): void {
  const { feed, canonical, status } = useFeedView();
  const host = useHost();
  const review = useReview(feed, canonical);
  // Not before the new rows are loaded, since a page can fail.
  const viewId = review?.seen === false && status === "ready" ? review.viewId : undefined;
  useEffect(() => {
    if (viewId === undefined) return;
    updateReview(feed, canonical, { seen: true });
    void import("@/lib/client/saved/actions").then(({ markSeen }) => markSeen(host, viewId));
  }, [canonical, feed, host, viewId]);
  useEffect(() => {
    if (status === "ready") saveVisit(host.account ?? "", feed, canonical);
  }, [host, canonical, feed, status]);
}
