/** The bought parts of another host's timelines, in the form of the private API (`PURCHASES.ownedTimelines`). */
import "server-only";
import { RECORD_ID } from "@dealflow/contract/account/free-explore";
import { PURCHASES } from "@dealflow/contract/account/purchases";
import { BATCH } from "@dealflow/contract/timeline";
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
    .map((id) => getCachedParts(foreign, id.toLowerCase()));
  return Response.json({ timelines });
}
