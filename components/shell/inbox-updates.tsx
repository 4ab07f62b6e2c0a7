"use client";

import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { whenIdle } from "@/components/ui/lazy-component";
import { readInboxState } from "@/lib/client/inbox/inbox-state";
import { useSavedSummary } from "@/lib/client/saved/saved-context";

/** Keeps the number of unread items up to date with a stream, which begins after the page has loaded its own data. */
export function InboxUpdates() {
  const latest = useSavedSummary().inbox?.latest;
  const isBusy = useIsFetching() > 0;
  const [ready, setReady] = useState(false);
  useEffect(() => (isBusy || ready ? undefined : whenIdle(() => setReady(true))), [isBusy, ready]);
  useEffect(() => {
    if (!ready) return;
    const ended = new AbortController();
    void import("@/lib/client/inbox/follow").then(({ followInbox }) => {
      if (!ended.signal.aborted)
        ended.signal.addEventListener("abort", followInbox(readInboxState()?.latest ?? latest));
    });
    return () => ended.abort();
  }, [ready, latest]);
  return null;
}
