"use client";

import { useMemo } from "react";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { useFeedView } from "@/lib/client/feed-view";
import type { Row } from "@/lib/client/rows";
import { changeLook, useNewLook } from "@/lib/client/saved/new-look";
import { formatCount } from "@/lib/format/counts";
import { shortDate } from "@/lib/format/dates";

/** The rows of a view; while it looks at what is new, without those that were owned before. */
export function useLookedRows<R>(): readonly Row<R>[] {
  const { feed, canonical, rows } = useFeedView<R>();
  const look = useNewLook(feed, canonical);
  return useMemo(() => (look?.hides ? rows.filter((row) => !look.owned.has(row.key)) : rows), [look, rows]);
}

/** Says since when these rows are new, and how many are hidden because they were owned. */
export function LookLine() {
  const { feed, canonical, rows } = useFeedView();
  const look = useNewLook(feed, canonical);
  const now = useNow();
  if (look === undefined) return null;
  const hidden = rows.filter((row) => look.owned.has(row.key)).length;
  return (
    <p className="feed-line look-line">
      <span>
        New in {look.name}, announced since {shortDate(look.since, now)}
        {hidden > 0 && `. ${formatCount(hidden, "row")} owned before ${look.hides ? "hidden" : "shown"}`}
      </span>
      {hidden > 0 && (
        <Button look="link" onClick={() => changeLook(feed, canonical, { hides: !look.hides })}>
          {look.hides ? "Show owned" : "Hide owned"}
        </Button>
      )}
    </p>
  );
}
