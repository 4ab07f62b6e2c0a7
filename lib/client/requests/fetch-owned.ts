/** Requests what the workspace owns. All of it is free. Fetched with the first request: its schemas are no part of the first load. */

import type { FeedRecord, FundingRecord, InvestorRecord } from "@dealflow/client/records";
import type { AccountEndpoint, CallArguments, ResponseOf } from "@dealflow/contract/account/endpoint";
import { RECORD_ID } from "@dealflow/contract/account/free-explore";
import { type OwnedNames, PURCHASES } from "@dealflow/contract/account/purchases";
import { COMPANY_ID_PARAMETER } from "@dealflow/contract/feed-filters";
import { CURSOR_PARAMETER, type EventFeedName, type FeedName, LIMIT, LIMIT_PARAMETER } from "@dealflow/contract/feeds";
import { readOwnedParts } from "@/lib/api/owned-timeline";
import type { TimelinePart } from "@/lib/api/timeline-part";
import type { FeedRow } from "../feed-view-state";
import { asSentence } from "../sentence";
import { requestAccount } from "./request-account";

/** Throws an `Error` whose message is a sentence. */
async function request<E extends AccountEndpoint>(endpoint: E, ...call: CallArguments<E>): Promise<ResponseOf<E>> {
  const reply = await requestAccount(endpoint, ...call);
  if (!reply.ok) throw new Error(asSentence(reply.message));
  return reply.value;
}

/** The records are those of the feed that was requested, which only the caller knows. */
function asRequested(rows: readonly FeedRow[]) {
  return rows as readonly FeedRow<never>[];
}

/** Null when it is not owned. */
export async function fetchOwnedRecord<F extends FeedName>(
  feed: F,
  id: string,
): Promise<FeedRow<FeedRecord<F>> | null> {
  const search = new URLSearchParams({ [RECORD_ID]: id });
  const { rows } = await request(PURCHASES.purchasedRecords, { id: feed, search });
  return asRequested(rows)[0] ?? null;
}

export async function fetchOwnedInvestor(id: string) {
  const { investor, rounds, total } = await request(PURCHASES.ownedInvestor, { id });
  const [row]: readonly FeedRow<InvestorRecord>[] = asRequested(investor === null ? [] : [investor]);
  const funding: readonly FeedRow<FundingRecord>[] = asRequested(rounds);
  return { investor: row?.record, rounds: funding, total };
}

/** All pages: the owned events of one company are few. */
export async function fetchOwnedEvents<F extends EventFeedName>(
  feed: F,
  companyId: string,
): Promise<FeedRow<FeedRecord<F>>[]> {
  const found: FeedRow<FeedRecord<F>>[] = [];
  const search = new URLSearchParams({ [COMPANY_ID_PARAMETER]: companyId, [LIMIT_PARAMETER]: String(LIMIT.max) });
  for (;;) {
    const { rows, pagination } = await request(PURCHASES.purchased, { id: feed, search });
    found.push(...asRequested(rows));
    if (pagination.nextCursor === null || !pagination.hasMore) return found;
    search.set(CURSOR_PARAMETER, pagination.nextCursor);
  }
}

export async function fetchOwnedParts(companyId: string): Promise<readonly TimelinePart[]> {
  const { timelines } = await request(PURCHASES.ownedTimelines, {
    search: new URLSearchParams({ [RECORD_ID]: companyId }),
  });
  return readOwnedParts(timelines[0] ?? []);
}

export function fetchOwnedNames(search: URLSearchParams): Promise<OwnedNames> {
  return request(PURCHASES.ownedNames, { search });
}

export async function fetchWatchedEvents() {
  return (await request(PURCHASES.watchedEvents)).companies;
}
