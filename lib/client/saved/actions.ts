/**
 * Changes and reads saved views and the watchlist. A rejected change throws an `AccountRequestError`. The module is loaded
 * on first use; nothing here is charged for.
 */

import type { SavedView, ViewChange, ViewDraft, WatchDraft, WatchedCompany } from "@dealflow/contract/account/saved";
import type { HostState } from "@/lib/api/dashboard";
import { getQueryClient } from "@/lib/queries/client";
import {
  notifyTabs,
  refetchViews,
  refetchWatchlist,
  savedViewsQuery,
  useNewCounts,
  watchlistQuery,
} from "@/lib/queries/saved";
import { useUi } from "../ui-store";
import { formatNameTaken, rejection } from "./browser-repository";
import { getRepository, type SavedRepository } from "./repository";

/** Returns true when a company is watched, which is read where it is not known; false when it cannot be read. */
export async function isWatched(host: HostState, id: string): Promise<boolean> {
  const companies = await getQueryClient()
    .fetchQuery(watchlistQuery(host))
    .catch(() => []);
  return companies.some((company) => company.id === id);
}

/** Counts what is new, where the host does that for free. A failure changes nothing. */
export async function loadCounts(host: HostState, ids: readonly string[]): Promise<void> {
  if (!host.own || ids.length === 0) return;
  const overlap = useUi.getState().overlapDays;
  const counts = getQueryClient().fetchQuery({
    queryKey: ["saved", host.account, "counts", overlap, ...ids],
    queryFn: () => getRepository(host).counts(ids, overlap),
    staleTime: 0,
    gcTime: 0,
  });
  await counts.then((read) => replaceCounts(ids, read)).catch(() => undefined);
}

function replaceCounts(ids: readonly string[], counts: Readonly<Record<string, number>>): void {
  const others = Object.entries(useNewCounts.getState()).filter(([id]) => !ids.includes(id));
  useNewCounts.setState({ ...Object.fromEntries(others), ...counts }, true);
}

/**
 * Rejects a name that another view in the person's list has. The repository itself accepts the name of a shared view for
 * a private one, and the other way round.
 */
function rejectTaken(host: HostState, names: readonly string[], id?: string): void {
  const views = getQueryClient().getQueryData(savedViewsQuery(host).queryKey) ?? [];
  const name = names.find((name) =>
    views.some((view) => view.id !== id && view.name.toLowerCase() === name.toLowerCase()),
  );
  if (name !== undefined) throw rejection(formatNameTaken(name));
}

export async function addViews(host: HostState, drafts: readonly ViewDraft[]): Promise<readonly SavedView[]> {
  const names = drafts.map(({ name }) => name);
  rejectTaken(host, names);
  return changeViews(host, (repository) => repository.addViews(drafts));
}

/** `seen` is the view as the person saw it. */
export async function changeView(host: HostState, seen: SavedView, change: ViewChange): Promise<SavedView> {
  rejectTaken(host, change.name === undefined ? [] : [change.name], seen.id);
  return changeViews(host, (repository) => repository.changeView(seen.id, seen.version, change));
}

export function removeView(host: HostState, id: string): Promise<undefined> {
  return changeViews(host, (repository) => repository.removeView(id));
}

/** Marks a view as seen once what is new in it has been loaded. A failure changes nothing. */
export async function markSeen(host: HostState, id: string): Promise<void> {
  const seen = await getRepository(host)
    .changeView(id, undefined, { seen: true })
    .catch(() => undefined);
  if (seen === undefined) return;
  replaceCounts([id], {});
  await publishViews(host);
}

export function watch(host: HostState, drafts: readonly WatchDraft[]): Promise<readonly WatchedCompany[]> {
  const addedAt = new Date().toISOString();
  const added = drafts.map((draft): WatchedCompany => ({ note: "", addedAt, version: 0, ...draft }));
  return changeWatchlist(
    host,
    (companies) => [...added, ...companies.filter(({ id }) => added.every((one) => one.id !== id))],
    (repository) => repository.watch(drafts),
  );
}

export function changeNote(host: HostState, seen: WatchedCompany, note: string): Promise<WatchedCompany> {
  return getRepository(host)
    .changeNote(seen.id, seen.version, note)
    .finally(() => publishWatchlist(host));
}

export function unwatch(host: HostState, id: string): Promise<undefined> {
  return changeWatchlist(
    host,
    (companies) => companies.filter((company) => company.id !== id),
    (repository) => repository.unwatch(id),
  );
}

/** Shows the change immediately and takes it back when it is rejected; then the list is read again. */
async function changeWatchlist<T>(
  host: HostState,
  change: (companies: readonly WatchedCompany[]) => readonly WatchedCompany[],
  send: (repository: SavedRepository) => Promise<T>,
): Promise<T> {
  const client = getQueryClient();
  const { queryKey } = watchlistQuery(host);
  // A read in progress does not have the change, and would take its place.
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  if (before !== undefined) client.setQueryData(queryKey, change(before));
  // Changes follow one another, because a removal must not overtake the addition before it.
  const options = { mutationKey: queryKey, mutationFn: () => send(getRepository(host)), scope: { id: "watchlist" } };
  // The last of several changes under way reads the list: before it, the list would be without the others.
  const isLast = () => client.isMutating({ mutationKey: queryKey }) === 0;
  try {
    return await client.getMutationCache().build(client, options).execute({});
  } catch (error) {
    if (before !== undefined && isLast()) client.setQueryData(queryKey, before);
    throw error;
  } finally {
    if (isLast()) await publishWatchlist(host);
  }
}

function changeViews<T>(host: HostState, change: (repository: SavedRepository) => Promise<T>): Promise<T> {
  return change(getRepository(host)).finally(() => publishViews(host));
}

/** After every change the whole list is read again: it is short, free, and includes changes of other tabs. */
async function publishViews(host: HostState): Promise<void> {
  await refetchViews(host);
  notifyTabs("views");
}

async function publishWatchlist(host: HostState): Promise<void> {
  await refetchWatchlist(host);
  notifyTabs("companies");
}
