"use client";

import { useEffect } from "react";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { rememberVisit } from "@/lib/client/recent";
import { changeLook, useNewLook } from "@/lib/client/saved/new-look";
import { useSavedMatch } from "@/lib/client/saved/served";

/** The name under which these filters are kept, beside the title. */
export function ViewName() {
  const { feed, canonical } = useFeedView();
  const match = useSavedMatch(feed, canonical);
  return match && <p className="page-aside">{match.name}</p>;
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
