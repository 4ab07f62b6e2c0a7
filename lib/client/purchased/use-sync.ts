"use client";
import { FEED_NAMES, type FeedName } from "@dealflow/contract/feeds";
/** Brings what the workspace has purchased to components that search or list what is owned. */
import { useEffect, useState } from "react";
import { useHost } from "../host";

/** Of one feed, or of all; nothing where records are not paid for once. Returns whether there is nothing more to come. */
export function useSyncPurchased(feed: FeedName | "all", enabled = true): boolean {
  const payOnce = useHost().identity?.payOnce === true;
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!payOnce || !enabled) return;
    // No part of the first load. A failure leaves what this browser has bought itself.
    import("./sync")
      .then(({ syncPurchased }) => Promise.all((feed === "all" ? FEED_NAMES : [feed]).map(syncPurchased)))
      .catch(() => undefined)
      .then(() => setDone(true));
  }, [enabled, feed, payOnce]);
  return done || !payOnce || !enabled;
}
