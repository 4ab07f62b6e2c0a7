/** Changes and reads saved views and the watchlist. The module is loaded on first use; nothing here is charged for. */

import type { SavedView, ViewChange, ViewDraft, WatchDraft, WatchedCompany } from "@dealflow/contract/account/saved";
import type { HostState } from "@/lib/api/dashboard";
import { AccountRequestError } from "@/lib/queries/account";
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
import { formatNameTaken } from "./browser-repository";
import { getRepository, type SavedRepository } from "./repository";

/** Returns the result, or the error as one sentence. */
export type SaveResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

async function settle<T>(change: Promise<T>): Promise<SaveResult<T>> {
  try {
    return { ok: true, value: await change };
  } catch (error) {
    if (error instanceof AccountRequestError) return { ok: false, message: error.message };
    throw error;
  }
}

/** Returns true when a company is watched, which is read where it is not known; false when it cannot be read. */
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
    queryKey: ["saved", host.account, "counts", overlap, ...ids],
    queryFn: () => settle(getRepository(host).counts(ids, overlap)),
    staleTime: 0,
    gcTime: 0,
  });
  if (!read.ok) return;
  replaceCounts(ids, read.value);
}

function replaceCounts(ids: readonly string[], counts: Readonly<Record<string, number>>): void {
  const others = Object.entries(useNewCounts.getState()).filter(([id]) => !ids.includes(id));
  useNewCounts.setState({ ...Object.fromEntries(others), ...counts }, true);
}

/**
 * Returns an error when one of these names is that of another view in the person's list. The repository itself accepts
 * the name of a shared view for a private one, and the other way round.
 */
function rejectTaken(host: HostState, names: readonly string[], id?: string) {
  const views = getQueryClient().getQueryData(savedViewsQuery(host).queryKey) ?? [];
  const name = names.find((name) =>
    views.some((view) => view.id !== id && view.name.toLowerCase() === name.toLowerCase()),
  );
  return name === undefined ? undefined : { ok: false as const, message: formatNameTaken(name) };
}

export async function addViews(
  host: HostState,
  drafts: readonly ViewDraft[],
): Promise<SaveResult<readonly SavedView[]>> {
  const taken = rejectTaken(
    host,
    drafts.map(({ name }) => name),
  );
  if (taken) return taken;
  return changeViews(host, (repository) => repository.addViews(drafts));
}

/** `seen` is the view as the person saw it. */
export async function changeView(host: HostState, seen: SavedView, change: ViewChange): Promise<SaveResult<SavedView>> {
  const taken = rejectTaken(host, change.name === undefined ? [] : [change.name], seen.id);
  if (taken) return taken;
  return changeViews(host, (repository) => repository.changeView(seen.id, seen.version, change));
}

export function removeView(host: HostState, id: string): Promise<SaveResult<undefined>> {
  return changeViews(host, (repository) => repository.removeView(id));
}

/** Marks a view as seen once what is new in it has been loaded. */
export async function markSeen(host: HostState, id: string): Promise<void> {
  const seen = await settle(getRepository(host).changeView(id, undefined, { seen: true }));
  if (!seen.ok) return;
  replaceCounts([id], {});
  await publishViews(host);
}

export function watch(host: HostState, drafts: readonly WatchDraft[]): Promise<SaveResult<readonly WatchedCompany[]>> {
  const addedAt = new Date().toISOString();
  const added = drafts.map((draft): WatchedCompany => ({ note: "", addedAt, version: 0, ...draft }));
  return changeWatchlist(
    host,
    (companies) => [...added, ...companies.filter(({ id }) => added.every((one) => one.id !== id))],
    (repository) => repository.watch(drafts),
  );
}

export async function changeNote(
  host: HostState,
  seen: WatchedCompany,
  note: string,
): Promise<SaveResult<WatchedCompany>> {
  const changed = await settle(getRepository(host).changeNote(seen.id, seen.version, note));
  await publishWatchlist(host);
  return changed;
}

export function unwatch(host: HostState, id: string): Promise<SaveResult<undefined>> {
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
): Promise<SaveResult<T>> {
  const client = getQueryClient();
  const { queryKey } = watchlistQuery(host);
  // A read in progress does not have the change, and would take its place.
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  if (before !== undefined) client.setQueryData(queryKey, change(before));
  // Changes follow one another, because a removal must not overtake the addition before it.
  const options = {
    mutationKey: queryKey,
    mutationFn: () => settle(send(getRepository(host))),
    scope: { id: "watchlist" },
  };
  const result = await client.getMutationCache().build(client, options).execute({});
  // The last of several changes under way reads the list: before it, the list would be without the others.
  if (client.isMutating({ mutationKey: queryKey }) > 0) return result;
  if (!result.ok && before !== undefined) client.setQueryData(queryKey, before);
  await publishWatchlist(host);
  return result;
}

async function changeViews<T>(
  host: HostState,
  change: (repository: SavedRepository) => Promise<T>,
): Promise<SaveResult<T>> {
  const result = await settle(change(getRepository(host)));
  await publishViews(host);
  return result;
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
