/** Everything that changes or reads saved views and the watchlist. Loaded on first use; nothing here is charged for. */

import type { SavedView, ViewChange, ViewDraft, WatchDraft, WatchedCompany } from "@dealflow/contract/saved";
import type { HostState } from "@/lib/api/dashboard";
import { getQueryClient } from "@/lib/queries/client";
import { type NewCounts, newCountsKey, refetchViews, refetchWatchlist, watchlistQuery } from "@/lib/queries/saved";
import { useUi } from "../ui-store";
import { repositoryOf } from "./repositories";
import type { SaveResult } from "./repository";
import { notifyTabs } from "./tabs";

/** Whether a company is watched, read where that is not known; false when it cannot be read. */
export async function isWatched(host: HostState, id: string): Promise<boolean> {
  const companies = await getQueryClient()
    .fetchQuery(watchlistQuery(host))
    .catch(() => []);
  return companies.some((company) => company.id === id);
}

/** Counts what is new, where the host does that for free. */
export async function loadCounts(host: HostState, ids: readonly string[]): Promise<void> {
  if (!host.own || ids.length === 0) return;
  const overlap = useUi.getState().overlapDays;
  const read = await getQueryClient().fetchQuery({
    queryKey: [...newCountsKey(host), overlap, ...ids],
    queryFn: () => repositoryOf(host).counts(ids, overlap),
    staleTime: 0,
    gcTime: 0,
  });
  if (!read.ok) return;
  changeCounts(host, (counts) => ({ ...without(counts, ids), ...read.value }));
}

function changeCounts(host: HostState, change: (counts: NewCounts) => NewCounts): void {
  getQueryClient().setQueryData<NewCounts>(newCountsKey(host), (counts) => change(counts ?? {}));
}

function without(counts: NewCounts, ids: readonly string[]): NewCounts {
  return Object.fromEntries(Object.entries(counts).filter(([id]) => !ids.includes(id)));
}

export async function addViews(
  host: HostState,
  drafts: readonly ViewDraft[],
): Promise<SaveResult<readonly SavedView[]>> {
  const added = await repositoryOf(host).addViews(drafts);
  await changedViews(host);
  return added;
}

/** `seen` is the view as the person saw it. */
export async function changeView(host: HostState, seen: SavedView, change: ViewChange): Promise<SaveResult<SavedView>> {
  const changed = await repositoryOf(host).changeView(seen.id, seen.version, change);
  await changedViews(host);
  return changed;
}

export async function removeView(host: HostState, id: string): Promise<SaveResult<undefined>> {
  const removed = await repositoryOf(host).removeView(id);
  await changedViews(host);
  return removed;
}

/** What is new in a view has been loaded: it is seen now. */
export async function markSeen(host: HostState, id: string): Promise<void> {
  const seen = await repositoryOf(host).changeView(id, undefined, { seen: true });
  if (!seen.ok) return;
  changeCounts(host, (counts) => without(counts, [id]));
  await changedViews(host);
}

export async function watch(
  host: HostState,
  drafts: readonly WatchDraft[],
): Promise<SaveResult<readonly WatchedCompany[]>> {
  const addedAt = new Date().toISOString();
  const added = drafts.map((draft): WatchedCompany => ({ note: "", addedAt, version: 0, ...draft }));
  return changeWatchlist(
    host,
    (companies) => [...added, ...companies.filter(({ id }) => added.every((one) => one.id !== id))],
    () => repositoryOf(host).watch(drafts),
  );
}

export async function changeNote(
  host: HostState,
  seen: WatchedCompany,
  note: string,
): Promise<SaveResult<WatchedCompany>> {
  const changed = await repositoryOf(host).changeNote(seen.id, seen.version, note);
  await changedCompanies(host);
  return changed;
}

export async function unwatch(host: HostState, id: string): Promise<SaveResult<undefined>> {
  return changeWatchlist(
    host,
    (companies) => companies.filter((company) => company.id !== id),
    () => repositoryOf(host).unwatch(id),
  );
}

/** Optimistic: the change is shown at once and taken back when it is rejected; then the list is read again. */
async function changeWatchlist<T>(
  host: HostState,
  change: (companies: readonly WatchedCompany[]) => readonly WatchedCompany[],
  send: () => Promise<SaveResult<T>>,
): Promise<SaveResult<T>> {
  const client = getQueryClient();
  const { queryKey } = watchlistQuery(host);
  // A read in progress does not have the change, and would take its place.
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  if (before !== undefined) client.setQueryData(queryKey, change(before));
  // One after the other: a removal must not overtake the addition before it.
  const options = { mutationKey: queryKey, mutationFn: send, scope: { id: "watchlist" } };
  const result = await client.getMutationCache().build(client, options).execute({});
  // The last of several changes under way reads the list: before it, the list would be without the others.
  if (client.isMutating({ mutationKey: queryKey }) > 0) return result;
  if (!result.ok && before !== undefined) client.setQueryData(queryKey, before);
  await changedCompanies(host);
  return result;
}

/** After every change the whole list is read again: it is short, free, and includes changes of other tabs. */
async function changedViews(host: HostState): Promise<void> {
  await refetchViews(host);
  notifyTabs("views");
}

async function changedCompanies(host: HostState): Promise<void> {
  await refetchWatchlist(host);
  notifyTabs("companies");
}
