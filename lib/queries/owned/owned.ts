/** Queries records that the workspace owns, by ids and names. They are free: no query buys. */

import type { FeedRecord } from "@dealflow/client/records";
import { OWNED_NAMES, OWNED_NAMES_ID, OWNED_NAMES_SEARCH, RECORD_ID } from "@dealflow/contract/account/free-explore";
import type { OwnedNames } from "@dealflow/contract/account/spending/purchases";
import { PERSON_ID_PARAMETER } from "@dealflow/contract/feed-filters";
import type { EventFeedName, FeedName } from "@dealflow/contract/feeds";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { FeedRow } from "@/lib/client/feed-row";
import { useHost } from "@/lib/client/host";
import { type RequestError, RequestFailure } from "@/lib/client/requests/send-request";
import { buyRecords } from "../buy";
import { getQueryClient, WHEN_ONLINE } from "../client";

/** Colleagues purchase too, so records that are shown again after this time are read again (ms). */
const STALE_AFTER_MS = 60_000;
const loadApi = () => import("./owned-api");
const OPTIONS = { staleTime: STALE_AFTER_MS, ...WHEN_ONLINE } as const;

/** Returns true where records are paid for once, so that some are owned. */
export function usePaysOnce(): boolean {
  return useHost().identity?.payOnce === true;
}

export type OwnedRow<F extends FeedName = FeedName> = FeedRow<FeedRecord<F>>;

/** Returns the current version of a record; null when it is not owned. */
export function ownedRecordQuery<F extends FeedName>(feed: F, id: string) {
  return queryOptions({
    queryKey: ["owned", "record", feed, id],
    queryFn: async (): Promise<OwnedRow<F> | null> => {
      const { callAccount, PURCHASES } = await loadApi();
      const search = new URLSearchParams({ [RECORD_ID]: id });
      const { rows } = await callAccount(PURCHASES.purchasedRecords, { id: feed, search });
      // The record is of the feed that was requested, which only the caller knows.
      return (rows[0] as FeedRow<never> | undefined) ?? null;
    },
    ...OPTIONS,
  });
}

/**
 * Returns the record where it is owned; undefined while that is not known.
 * @param id requests nothing when undefined
 */
export function useOwnedRecord<F extends FeedName>(feed: F, id: string | undefined): OwnedRow<F> | null | undefined {
  const enabled = usePaysOnce() && id !== undefined;
  const { data, isError } = useQuery({ ...ownedRecordQuery(feed, id ?? ""), enabled });
  return enabled && !isError ? data : null;
}

/** Returns an investor with its owned rounds, newest first. */
export function ownedInvestorQuery(id: string) {
  return queryOptions({
    queryKey: ["owned", "investor", id],
    queryFn: async () => {
      const { callAccount, PURCHASES } = await loadApi();
      return callAccount(PURCHASES.ownedInvestor, { id });
    },
    ...OPTIONS,
  });
}

/** Returns the owned moves of a person, newest first. */
export function ownedPersonQuery(id: string) {
  return queryOptions({
    queryKey: ["owned", "person", id],
    queryFn: async () => (await import("./owned-events")).readOwnedEvents("execMoves", { [PERSON_ID_PARAMETER]: id }),
    ...OPTIONS,
  });
}

const NO_NAMES: OwnedNames = { companies: [], investors: [], people: [] };

async function readOwnedNames(search: URLSearchParams): Promise<OwnedNames> {
  const { callAccount, PURCHASES } = await loadApi();
  return callAccount(PURCHASES.ownedNames, { search });
}

/** Returns names in owned records that match the typed words; those of the text before stay until then. */
export function useOwnedNames(typed: string): OwnedNames {
  const search = typed.trim();
  const enabled = usePaysOnce() && search.length >= OWNED_NAMES.minLetters;
  const { data } = useQuery({
    queryKey: ["owned", "names", search],
    queryFn: () => readOwnedNames(new URLSearchParams({ [OWNED_NAMES_SEARCH]: search })),
    placeholderData: keepPreviousData,
    enabled,
    ...OPTIONS,
  });
  return (enabled && data) || NO_NAMES;
}

export function useOwnedCompanyNames(ids: readonly string[]): OwnedNames["companies"] {
  const enabled = usePaysOnce() && ids.length > 0;
  const { data } = useQuery({
    queryKey: ["owned", "company names", ...ids],
    queryFn: () => readOwnedNames(new URLSearchParams(ids.map((id) => [OWNED_NAMES_ID, id]))),
    enabled,
    ...OPTIONS,
  });
  return (data ?? NO_NAMES).companies;
}

export function watchedEventsQuery() {
  return queryOptions({
    queryKey: ["owned", "watched events"],
    queryFn: async () => {
      const { callAccount, PURCHASES } = await loadApi();
      return (await callAccount(PURCHASES.watchedEvents)).companies;
    },
    ...OPTIONS,
  });
}

/** Buys one event by the reference of its preview, for one credit. Only our own service supports it. */
export async function buyEvent<F extends EventFeedName>(
  feed: F,
  reference: string,
): Promise<OwnedRow<F> | "gone" | RequestError> {
  try {
    const [row] = (await buyRecords(feed, "", { references: [reference] })).rows;
    if (row === undefined) return "gone";
    getQueryClient().setQueryData<OwnedRow<F> | null>(ownedRecordQuery(feed, row.key).queryKey, row);
    return row;
  } catch (error) {
    if (error instanceof RequestFailure) return error.details;
    throw error;
  }
}
