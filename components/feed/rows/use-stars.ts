/**
 * Stars the rows of a feed: the watched companies are read once for the page, and each press changes one. It is free.
 */
import type { CompanyRecord } from "@dealflow/client/records";
import { useCallback, useMemo, useState } from "react";
import type { FeedKind } from "@/components/feed/kind";
import type { HostState } from "@/lib/api/dashboard";
import type { FeedRow } from "@/lib/client/feed-row";
import { useHost } from "@/lib/client/host";
import { useSavedSummary } from "@/lib/client/saved/saved-context";
import { useWatchlist } from "@/lib/queries/saved";

export function useStars<R>(company: FeedKind<R>["company"]) {
  const host = useHost();
  const none = useSavedSummary().companies === 0;
  const { companies } = useWatchlist(!none);
  const [announcement, setAnnouncement] = useState("");
  const ids = useMemo(() => new Set(companies?.map(({ id }) => id)), [companies]);
  const companyId = useCallback((row: FeedRow<R>) => company?.(row.record)?.id, [company]);
  return {
    announcement,
    marked: useCallback(
      (row: FeedRow<R>) => {
        const id = companyId(row);
        return id ? ids.has(id) : undefined;
      },
      [companyId, ids],
    ),
    onMark: async (row: FeedRow<R>) => {
      setAnnouncement(await toggleStar(host, company?.(row.record)).catch(({ message }: Error) => message));
    },
  };
}

/** Adds a row's company to the watchlist, or removes it, and returns the result as text. */
async function toggleStar(host: HostState, company: CompanyRecord | null | undefined): Promise<string> {
  if (!company?.id || !company.name) return "A company without an id can't be watched.";
  const { id, name, domain } = company;
  const { isWatched, unwatch, watch } = await import("@/lib/client/saved/actions");
  const watched = await isWatched(host, id);
  await (watched ? unwatch(host, id) : watch(host, [{ id, name, domain }]));
  return watched ? `Removed ${name} from the watchlist` : `Added ${name} to the watchlist`;
}
