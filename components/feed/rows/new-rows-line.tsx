"use client";

import { Line } from "@/components/feed/states/line";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import { updateReview, useReview, wasOwned } from "@/lib/client/saved/new-rows-review";
import { formatCount } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";

/** Shows since when these rows are new, and how many are hidden because they were owned. */
export function NewRowsLine() {
  const { feed, canonical, rows } = useFeedView();
  const review = useReview(feed, canonical);
  const now = useNow();
  if (review === undefined) return null;
  const hidden = rows.filter((row) => wasOwned(feed, review, row)).length;
  return (
    <Line data-testid="view-note">
      <span>
        New in {review.name}, announced since {shortDate(review.since, now)}
        {hidden > 0 && `. ${formatCount(hidden, "row")} owned before ${review.hides ? "hidden" : "shown"}`}
      </span>
      {hidden > 0 && (
        <Button variant="link" onClick={() => updateReview(feed, canonical, { hides: !review.hides })}>
          {review.hides ? "Show owned" : "Hide owned"}
        </Button>
      )}
    </Line>
  );
}
