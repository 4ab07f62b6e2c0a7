/** Reads what the private API returns of a timeline that is owned whole. */
import { readTimeline } from "@dealflow/client/timeline";
import { ALL_KINDS, type TimelinePart } from "./timeline-part";

/** Null where it is not owned whole, and where it is not readable. @param owned one of `PURCHASES.ownedTimelines` */
export function readOwnedTimeline(
  owned: { readonly purchasedAt: string; readonly timeline: unknown } | null,
): TimelinePart | null {
  const timeline = owned === null ? null : readTimeline(owned.timeline);
  if (owned === null || timeline === null) return null;
  return {
    kinds: ALL_KINDS,
    timeline,
    purchasedAt: owned.purchasedAt,
    available: timeline.events.length,
    cut: false,
    requestId: null,
    creditsUsed: null,
  };
}
