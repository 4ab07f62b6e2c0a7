"use client";

import { lazy, useEffect } from "react";
import { Popover } from "@/components/ui/popover";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { rememberVisit } from "@/lib/client/recent";
import { changeLook, useNewLook } from "@/lib/client/saved/new-look";
import { useSavedMatch } from "@/lib/client/saved/served";

const Panel = lazy(async () => ({ default: (await import("./save-view-panel")).SaveViewPanel }));

/** Keeps the filters of this page under a name, or changes the view that they are kept as. */
export function SaveView() {
  const { feed, canonical } = useFeedView();
  const match = useSavedMatch(feed, canonical);
  useLooked();
  useVisit();
  return (
    <Popover label={match === undefined ? "Save view" : "Saved view"} title="Saved view">
      {(close) => <Panel onDone={close} />}
    </Popover>
  );
}

/** The name under which these filters are kept, beside the title. */
export function ViewName() {
  const { feed, canonical } = useFeedView();
  const match = useSavedMatch(feed, canonical);
  return match && <p className="page-aside">{match.name}</p>;
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
