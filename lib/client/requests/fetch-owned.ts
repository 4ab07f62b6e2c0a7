/** Requests what the workspace owns. All of it is free, and each function throws an `AccountRequestError`. Fetched with the first request: its schemas are no part of the first load. */

import type { FeedRecord } from "@dealflow/client/records";
import { OFFSET_PARAMETER, RECORD_ID } from "@dealflow/contract/account/free-explore";
import { type OwnedNames, PURCHASES } from "@dealflow/contract/account/spending/purchases";
import { type EventFeedName, type FeedName, LIMIT, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { readOwnedParts } from "@/lib/api/owned-timeline";
import type { TimelinePart } from "@/lib/api/timeline-part";
import { callAccount } from "@/lib/queries/account";
import type { FeedRow } from "../feed-view-state";

/** Returns null when it is not owned. */
export async function fetchOwnedRecord<F extends FeedName>(
  feed: F,
  id: string,
): Promise<FeedRow<FeedRecord<F>> | null> {
  const search = new URLSearchParams({ [RECORD_ID]: id });
  const { rows } = await callAccount(PURCHASES.purchasedRecords, { id: feed, search });
  // The record is of the feed that was requested, which only the caller knows.
  return (rows[0] as FeedRow<never> | undefined) ?? null;
}

export function fetchOwnedInvestor(id: string) {
  return callAccount(PURCHASES.ownedInvestor, { id });
}

/**
 * Reads all pages, because the owned events of one company or person are few.
 * @param about the parameter that names it, with its id
 */
export async function fetchOwnedEvents<F extends EventFeedName>(
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

export async function fetchOwnedParts(companyId: string): Promise<readonly TimelinePart[]> {
  const { timelines } = await callAccount(PURCHASES.ownedTimelines, {
    search: new URLSearchParams({ [RECORD_ID]: companyId }),
  });
  return readOwnedParts(timelines[0] ?? []);
}

export function fetchOwnedNames(search: URLSearchParams): Promise<OwnedNames> {
  return callAccount(PURCHASES.ownedNames, { search });
}

export async function fetchWatchedEvents() {
  return (await callAccount(PURCHASES.watchedEvents)).companies;
}
