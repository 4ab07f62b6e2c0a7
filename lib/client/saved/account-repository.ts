/** Saved views and the watchlist in our own service. */
import { OVERLAP_PARAMETER, SAVED, SAVED_LIMITS } from "@dealflow/contract/saved";
import { type AccountReply, requestAccount } from "../request-account";
import { asSentence } from "../sentence";
import type { SavedRepository, SaveResult } from "./repository";

/** Of the body of one request; the service reads a little more. */
const MOST_CHARACTERS = 24_000;

export const accountRepository: SavedRepository = {
  views: async () => result(await requestAccount(SAVED.views), ({ views }) => views),
  addViews: (drafts) =>
    inParts(drafts, async (views) =>
      result(await requestAccount(SAVED.addViews, { body: { views } }), (added) => added.views),
    ),
  changeView: async (id, version, change) =>
    result(
      await requestAccount(SAVED.changeView, { id, body: { ...(version && { version }), ...change } }),
      (view) => view,
    ),
  removeView: async (id) => removed(await requestAccount(SAVED.removeView, { id })),
  counts: async (ids, overlapDays) => {
    const search = new URLSearchParams([...ids.map((id) => ["id", id]), [OVERLAP_PARAMETER, String(overlapDays)]]);
    return result(await requestAccount(SAVED.viewCounts, { search }), ({ counts }) =>
      Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    );
  },
  companies: async () => result(await requestAccount(SAVED.watchlist), ({ companies }) => companies),
  watch: (drafts) =>
    inParts(drafts, async (companies) =>
      result(await requestAccount(SAVED.watch, { body: { companies } }), (watched) => watched.companies),
    ),
  changeNote: async (id, version, note) =>
    result(await requestAccount(SAVED.changeWatched, { id, body: { version, note } }), (company) => company),
  unwatch: async (id) => removed(await requestAccount(SAVED.unwatch, { id })),
};

function result<T, R>(reply: AccountReply<T>, select: (value: T) => R): SaveResult<R> {
  return reply.ok ? { ok: true, value: select(reply.value) } : { ok: false, message: asSentence(reply.message) };
}

function removed(reply: AccountReply<undefined>): SaveResult<undefined> {
  // Deleting what is already deleted is a success.
  return !reply.ok && reply.status === 404 ? { ok: true, value: undefined } : result(reply, () => undefined);
}

/** As many requests as needed; the first rejected one ends it. */
async function inParts<D, T>(
  drafts: readonly D[],
  send: (part: readonly D[]) => Promise<SaveResult<readonly T[]>>,
): Promise<SaveResult<readonly T[]>> {
  const done: T[] = [];
  let part: D[] = [];
  let size = 0;
  for (const [at, draft] of drafts.entries()) {
    part.push(draft);
    size += JSON.stringify(draft).length;
    const next = drafts[at + 1];
    const full = part.length === SAVED_LIMITS.perRequest || size + JSON.stringify(next ?? "").length > MOST_CHARACTERS;
    if (next !== undefined && !full) continue;
    const sent = await send(part);
    if (!sent.ok) return sent;
    done.push(...sent.value);
    part = [];
    size = 0;
  }
  return { ok: true, value: done };
}
