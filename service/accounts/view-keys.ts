/** The index over saved views, by which a new event finds those that it may match. */

import { canonicalizeQuery, parseFeedQuery } from "@dealflow/contract/feed-query";
import { FEEDS } from "@dealflow/contract/feeds";
import { getListReader } from "@dealflow/contract/list-readers";
import type { SavedView } from "@dealflow/contract/saved";
import { webhookEventName } from "@dealflow/contract/webhook-events";
import type pg from "pg";
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
  const event = webhookEventName(feed);
  const parsed = parseFeedQuery(FEEDS[feed], new URLSearchParams(query), getListReader);
  if (event === undefined || parsed.issues.length > 0) return [];
  return queryKeys(event, canonicalizeQuery(FEEDS[feed], parsed.query).query);
}
