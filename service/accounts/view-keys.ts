/** The index over saved views, by which a new event finds those that it may match. */
import type pg from "pg";
import { canonicalizeQuery, parseFeedQuery } from "@/lib/contract/feed-query";
import { FEEDS } from "@/lib/contract/feeds";
import { getListReader } from "@/lib/contract/list-readers";
import type { SavedView } from "@/lib/contract/saved";
import { eventNameOf } from "@/lib/contract/webhook-events";
import { queryKeys } from "@/service/records/match-keys";

/** In the transaction that saves the view. */
export async function writeViewKeys(
  client: pg.PoolClient,
  workspaceId: string,
  view: Pick<SavedView, "id" | "feed" | "query">,
): Promise<void> {
  await client.query("delete from view_match_keys where workspace_id = $1 and view_id = $2", [workspaceId, view.id]);
  await client.query(
    "insert into view_match_keys (match_key, workspace_id, view_id) select key, $2, $3 from unnest($1::text[]) k (key)",
    [keysOf(view), workspaceId, view.id],
  );
}

/** None for a feed without events, or a query that is not valid. */
function keysOf({ feed, query }: Pick<SavedView, "feed" | "query">): string[] {
  const event = eventNameOf(feed);
  const parsed = parseFeedQuery(FEEDS[feed], new URLSearchParams(query), getListReader);
  if (event === undefined || parsed.issues.length > 0) return [];
  return queryKeys(event, canonicalizeQuery(FEEDS[feed], parsed.query).query);
}
