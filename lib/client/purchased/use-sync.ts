"use client";
/** Brings what the workspace has purchased to components that search or list what is owned. */
import { useEffect } from "react";
import { FEED_NAMES, type FeedName } from "@/lib/contract/feeds";
import { useHost } from "../host";

/** Of one feed, or of all; nothing where records are not paid for once. */
export function useSyncPurchased(feed: FeedName | "all", enabled = true): void {
  const payOnce = useHost().identity?.payOnce === true;
  useEffect(() => {
    if (!payOnce || !enabled) return;
    // No part of the first load. A failure leaves what this browser has bought itself.
    import("./sync").then(
      ({ syncPurchased }) => void Promise.all((feed === "all" ? FEED_NAMES : [feed]).map(syncPurchased)),
      () => undefined,
    );
  }, [enabled, feed, payOnce]);
}
