/** Queries saved views and the watchlist. Both are free. */

import type { NewInView, WatchedCompany } from "@dealflow/contract/account/saved";
import { type FetchQueryOptions, keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import type { HostState } from "@/lib/api/dashboard";
import { useHost } from "@/lib/client/host";
import type { SavedRepository } from "@/lib/client/saved/repository";
import { getQueryClient, refetchQuery } from "./client";
import { watchedEventsQuery } from "./owned/owned";

/** This channel tells the other tabs of this browser which list was changed. */
const tabs = typeof window === "undefined" ? undefined : new BroadcastChannel("dealflow.saved");

export function notifyTabs(list: "views" | "companies"): void {
  tabs?.postMessage(list);
}

/** Throws an `Error` whose message is a sentence. */
async function read<T>(host: HostState, from: (repository: SavedRepository) => Promise<T>): Promise<T> {
  if (tabs) tabs.onmessage = ({ data }) => void (data === "views" ? refetchViews : refetchWatchlist)(host);
  const { getRepository } = await import("@/lib/client/saved/repository");
  return from(getRepository(host));
}

export function savedViewsQuery(host: HostState) {
  return queryOptions({
    queryKey: ["saved", host.account, "views"],
    queryFn: () => read(host, (repository) => repository.views()),
  });
}

/** The company that was added last comes first. */
export function watchlistQuery(host: HostState) {
  return queryOptions({
    queryKey: ["saved", host.account, "companies"],
    queryFn: () => read(host, (repository) => repository.companies()),
  });
}

export function refetchViews(host: HostState): Promise<void> {
  return refetch(savedViewsQuery(host));
}

export async function refetchWatchlist(host: HostState): Promise<void> {
  const client = getQueryClient();
  const { queryKey } = watchedEventsQuery();
  await Promise.all([refetch(watchlistQuery(host)), client.cancelQueries({ queryKey })]);
  void client.invalidateQueries({ queryKey });
}

/** A failure is in the state of the query. */
async function refetch<T>(query: FetchQueryOptions<T, Error, T, (string | null)[]>): Promise<void> {
  const client = getQueryClient();
  // A read in progress may lack the latest change.
  await client.cancelQueries({ queryKey: query.queryKey });
  await refetchQuery(client, query).catch(() => undefined);
}

/** Holds the numbers of new events by id of the view; views with none are left out. */
export const useNewCounts = create<Readonly<Record<string, number>>>()(() => ({}));

/** Describes what is new in the first views by name, which only our own service does. */
export function newInViewsQuery(overlapDays: number) {
  return queryOptions({
    queryKey: ["saved", "new in views", overlapDays],
    queryFn: async (): Promise<readonly NewInView[]> => {
      const [{ callAccount }, { OVERLAP_PARAMETER, SAVED }] = await Promise.all([
        import("./account"),
        import("@dealflow/contract/account/saved"),
      ]);
      const search = new URLSearchParams({ [OVERLAP_PARAMETER]: String(overlapDays) });
      return (await callAccount(SAVED.newInViews, { search })).views;
    },
    placeholderData: keepPreviousData,
  });
}

/** Returns the document's saved views, undefined until they are read, and reads them if it is `enabled`. */
export function useSavedViews(enabled: boolean) {
  const { data: views, error } = useQuery({ ...savedViewsQuery(useHost()), enabled });
  return { views, problem: error?.message };
}

/** Returns the document's watchlist, undefined until it is read, and reads it if it is `enabled`. */
export function useWatchlist(enabled: boolean) {
  const { data: companies, error } = useQuery({ ...watchlistQuery(useHost()), enabled });
  return { companies, problem: error?.message };
}

/** Tells whether a company is watched; false while that is not known. */
export function useWatched(id: string): boolean {
  const select = (companies: readonly WatchedCompany[]) => companies.some((company) => company.id === id);
  return useQuery({ ...watchlistQuery(useHost()), select }).data ?? false;
}
