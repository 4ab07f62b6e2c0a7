/** Reads what the private API returns of the timelines that are owned. */
import { readTimeline } from "@dealflow/client/timeline";
import type { OwnedPart } from "@dealflow/contract/account/spending/purchases";
import type { TimelinePart } from "./timeline-part";

/** Leaves out what is not readable. @param owned one of `PURCHASES.ownedTimelines` */
export function readOwnedParts(owned: readonly OwnedPart[]): readonly TimelinePart[] {
  return owned.flatMap((part) => {
    const timeline = readTimeline(part.timeline);
    return timeline === null ? [] : [{ ...part, timeline }];
  });
}
