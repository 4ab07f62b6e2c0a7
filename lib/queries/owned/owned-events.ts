/** Reads the owned events of one company or person, and the owned parts of a timeline. */
import type { FeedRecord } from "@dealflow/client/records";
import { OFFSET_PARAMETER, RECORD_ID } from "@dealflow/contract/account/free-explore";
import { PURCHASES } from "@dealflow/contract/account/spending/purchases";
import { type EventFeedName, LIMIT, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { readOwnedParts } from "@/lib/api/owned-timeline";
import type { TimelinePart } from "@/lib/api/timeline-part";
import type { FeedRow } from "@/lib/client/feed-row";
import { callAccount } from "../account";

/**
 * Reads all pages, because the owned events of one company or person are few.
 * @param about the parameter that names it, with its id
 */
export async function readOwnedEvents<F extends EventFeedName>(
  feed: F,
  about: Readonly<Record<string, string>>,
): Promise<FeedRow<FeedRecord<F>>[]> {
  const found: FeedRow<FeedRecord<F>>[] = [];
  for (;;) {
    const paging = { [LIMIT_PARAMETER]: String(LIMIT.max), [OFFSET_PARAMETER]: String(found.length) };
    const search = new URLSearchParams({ ...about, ...paging });
    const { rows, pagination } = await callAccount(PURCHASES.purchased, { id: feed, search });
    // The records are those of the feed that was requested, which only the caller knows.
    found.push(...(rows as readonly FeedRow<never>[]));
    if (rows.length === 0 || !pagination.hasMore) return found;
  }
}

/** Returns the parts of a company's timeline that are owned. */
export async function readOwnedTimeline(id: string): Promise<readonly TimelinePart[]> {
  const { timelines } = await callAccount(PURCHASES.ownedTimelines, {
    search: new URLSearchParams({ [RECORD_ID]: id }),
  });
  return readOwnedParts(timelines[0] ?? []);
}
