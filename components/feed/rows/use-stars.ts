"use client";
/** Stars in the rows of a feed: which companies are watched, read once for the page, and what one press changes. Free. */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { FeedKind, FeedRow } from "@/components/feed/kind";
import { useHost } from "@/lib/client/host";
import { useSaved } from "@/lib/client/saved/saved-store";
import { useSavedSummary } from "@/lib/client/saved/served";

export function useStars<R>(company: FeedKind<R>["company"]) {
  const host = useHost();
  const { companies } = useSaved();
  const none = useSavedSummary().companies === 0;
  const [said, setSaid] = useState("");
  const ids = useMemo(() => new Set(companies?.map(({ id }) => id)), [companies]);
  const idOf = useCallback((row: FeedRow<R>) => company?.(row.record)?.id, [company]);
  useEffect(() => {
    if (!none) void import("@/lib/client/saved/actions").then(({ loadCompanies }) => loadCompanies(host));
  }, [host, none]);
  return {
    /** What came of the last press. */
    said,
    marked: useCallback(
      (row: FeedRow<R>) => {
        const id = idOf(row);
        return id ? ids.has(id) : undefined;
      },
      [idOf, ids],
    ),
    onMark: async (row: FeedRow<R>) => {
      const { toggleStar } = await import("./toggle-star");
      setSaid(await toggleStar(host, company?.(row.record)));
    },
  };
}
