/** Our own service as the keeper. */
import { readAll, readCompany, readCounts, readView } from "@/lib/api/saved";
import { ACCOUNT } from "@/lib/contract/account";
import { OVERLAP_PARAMETER, SAVED_LIMITS } from "@/lib/contract/saved";
import { type AccountReply, requestAccount } from "../request-account";
import { asSentence } from "../sentence";
import type { SavedRepository, SaveResult } from "./repository";

/** Of the body of one request; the service reads a little more. */
const MOST_CHARACTERS = 24_000;

export const accountRepository: SavedRepository = {
  views: async () => all(await requestAccount(ACCOUNT.views), "views", readView),
  addViews: (drafts) =>
    inParts(drafts, async (views) =>
      all(await requestAccount(ACCOUNT.addViews, { body: { views } }), "views", readView),
    ),
  changeView: async (id, version, change) =>
    one(await requestAccount(ACCOUNT.changeView, { id, body: { ...(version && { version }), ...change } }), readView),
  removeView: async (id) => nothing(await requestAccount(ACCOUNT.removeView, { id })),
  counts: async (ids, overlapDays) => {
    const search = new URLSearchParams([...ids.map((id) => ["id", id]), [OVERLAP_PARAMETER, String(overlapDays)]]);
    const reply = await requestAccount(ACCOUNT.viewCounts, { search });
    return reply.ok ? { ok: true, value: readCounts(reply.json) } : reply;
  },
  companies: async () => all(await requestAccount(ACCOUNT.watchlist), "companies", readCompany),
  watch: (drafts) =>
    inParts(drafts, async (companies) =>
      all(await requestAccount(ACCOUNT.watch, { body: { companies } }), "companies", readCompany),
    ),
  changeNote: async (id, version, note) =>
    one(await requestAccount(ACCOUNT.changeWatched, { id, body: { version, note } }), readCompany),
  unwatch: async (id) => nothing(await requestAccount(ACCOUNT.unwatch, { id })),
};

function all<T>(reply: AccountReply, field: string, read: (value: unknown) => T | string): SaveResult<readonly T[]> {
  return reply.ok ? { ok: true, value: readAll(reply.json, field, read) } : rejected(reply);
}

function one<T>(reply: AccountReply, read: (value: unknown) => T | string): SaveResult<T> {
  if (!reply.ok) return rejected(reply);
  const value = read(reply.json);
  return typeof value === "string" ? { ok: false, message: "The answer could not be read." } : { ok: true, value };
}

function nothing(reply: AccountReply): SaveResult<undefined> {
  // Deleting what is already deleted is a success.
  return reply.ok || reply.status === 404 ? { ok: true, value: undefined } : rejected(reply);
}

function rejected({ message }: { readonly message: string }): { readonly ok: false; readonly message: string } {
  return { ok: false, message: asSentence(message) };
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
