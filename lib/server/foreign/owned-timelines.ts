/** Timelines of another host that were bought whole, in the form of the private API (`PURCHASES.ownedTimelines`). */
import "server-only";
import { RECORD_ID } from "@dealflow/contract/account/free-explore";
import { PURCHASES } from "@dealflow/contract/account/purchases";
import { BATCH } from "@dealflow/contract/timeline";
import { ALL_KINDS, mergeParts } from "@/lib/api/timeline-part";
import { getCachedParts } from "./cached-timelines";
import type { ForeignHost } from "./foreign-host";

/** Undefined for another path. */
export function readForeignTimelines(
  foreign: ForeignHost,
  path: string,
  search: URLSearchParams,
): Response | undefined {
  if (path !== PURCHASES.ownedTimelines.path) return undefined;
  const timelines = search
    .getAll(RECORD_ID)
    .slice(0, BATCH.max)
    .map((id) => {
      const owned = mergeParts(getCachedParts(foreign, id.toLowerCase()));
      if (owned === undefined || owned.whole.length < ALL_KINDS.length) return null;
      const { purchasedAt, company, investors, events } = owned;
      return { purchasedAt, timeline: { company, investors, events } };
    });
  return Response.json({ timelines });
}
