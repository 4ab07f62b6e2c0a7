"use client";
/** Stars in the rows of a feed: which companies are watched, read once for the page, and what one press changes. Free. */
import { useCallback, useMemo, useState } from "react";
import type { FeedKind, FeedRow } from "@/components/feed/kind";
import { useHost } from "@/lib/client/host";
import { useSavedSummary } from "@/lib/client/saved/saved-context";
import { useSaved } from "@/lib/queries/saved";

export function useStars<R>(company: FeedKind<R>["company"]) {
  const host = useHost();
  const none = useSavedSummary().companies === 0;
  const { companies } = useSaved({ companies: !none });
  const [announcement, setAnnouncement] = useState("");
  const ids = useMemo(() => new Set(companies?.map(({ id }) => id)), [companies]);
  const idOf = useCallback((row: FeedRow<R>) => company?.(row.record)?.id, [company]);
  return {
    /** The result of the last press. */
    announcement: announcement,
    marked: useCallback(
      (row: FeedRow<R>) => {
        const id = idOf(row);
        return id ? ids.has(id) : undefined;
      },
      [idOf, ids],
    ),
    onMark: async (row: FeedRow<R>) => {
      const { toggleStar } = await import("./toggle-star");
      setAnnouncement(await toggleStar(host, company?.(row.record)));
    },
  };
}
