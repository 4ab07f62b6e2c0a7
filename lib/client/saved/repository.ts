/**
 * Declares the repository of saved views and the watchlist, which our own service has, or this browser for a foreign
 * host. Nothing here is ever charged for.
 */
import {
  OVERLAP_PARAMETER,
  SAVED,
  SAVED_LIMITS,
  type SavedView,
  type ViewChange,
  type ViewDraft,
  type WatchDraft,
  type WatchedCompany,
} from "@dealflow/contract/account/saved";
import type { HostState } from "@/lib/api/dashboard";
import { AccountRequestError, callAccount } from "@/lib/queries/account";
import { browserRepository } from "./browser-repository";

/** The service accepts a little more in the body of one request. */
const MAX_CHARACTERS = 24_000;

/** Every method throws an `AccountRequestError` when its change is rejected. */
const accountRepository = {
  views: async (): Promise<readonly SavedView[]> => (await callAccount(SAVED.views)).views,
  addViews: (drafts: readonly ViewDraft[]) =>
    sendInParts(drafts, async (views) => (await callAccount(SAVED.addViews, { body: { views } })).views),
  /** `version` is the one that the person saw; undefined for a change that needs none. */
  changeView: (id: string, version: number | undefined, change: ViewChange): Promise<SavedView> =>
    callAccount(SAVED.changeView, { id, body: { ...(version && { version }), ...change } }),
  removeView: (id: string) => callAccount(SAVED.removeView, { id }).catch(ignoreNotFound),
  /** Counts the new events in each view; the result is empty where counting is not free. */
  counts: async (ids: readonly string[], overlapDays: number): Promise<Readonly<Record<string, number>>> => {
    const search = new URLSearchParams([...ids.map((id) => ["id", id]), [OVERLAP_PARAMETER, String(overlapDays)]]);
    const { counts } = await callAccount(SAVED.viewCounts, { search });
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  },
  companies: async (): Promise<readonly WatchedCompany[]> => (await callAccount(SAVED.watchlist)).companies,
  watch: (drafts: readonly WatchDraft[]) =>
    sendInParts(drafts, async (companies) => (await callAccount(SAVED.watch, { body: { companies } })).companies),
  changeNote: (id: string, version: number, note: string): Promise<WatchedCompany> =>
    callAccount(SAVED.changeWatched, { id, body: { version, note } }),
  unwatch: (id: string) => callAccount(SAVED.unwatch, { id }).catch(ignoreNotFound),
};

export type SavedRepository = typeof accountRepository;

export function getRepository(host: HostState): SavedRepository {
  return host.own ? accountRepository : browserRepository(host.account ?? "");
}

/** Deleting what is already deleted is a success. */
function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof AccountRequestError && error.status === 404)) throw error;
}

/** Sends as many requests as needed; the first rejected one ends it. */
async function sendInParts<D, T>(
  drafts: readonly D[],
  send: (part: readonly D[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const done: T[] = [];
  let part: D[] = [];
  let size = 0;
  for (const [at, draft] of drafts.entries()) {
    part.push(draft);
    size += JSON.stringify(draft).length;
    const next = drafts[at + 1];
    const full = part.length === SAVED_LIMITS.perRequest || size + JSON.stringify(next ?? "").length > MAX_CHARACTERS;
    if (next !== undefined && !full) continue;
    done.push(...(await send(part)));
    part = [];
    size = 0;
  }
  return done;
}
