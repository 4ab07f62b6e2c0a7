/** Everything that changes or reads what is saved. Loaded when it is first wanted; nothing here is charged for. */
import type { HostState } from "@/lib/api/dashboard";
import type { SavedView, ViewChange, ViewDraft, WatchDraft, WatchedCompany } from "@/lib/contract/saved";
import { accountRepository } from "./account-repository";
import { browserRepository } from "./browser-repository";
import { readOverlap } from "./overlap";
import type { SavedRepository, SaveResult } from "./repository";
import { changeSaved, savedState } from "./saved-store";

function repositoryOf(host: HostState): SavedRepository {
  return host.own ? accountRepository : browserRepository(host.account ?? "");
}

/** Reads under way, so that many who ask at once ask once. */
const reading = new Map<string, Promise<void>>();

/** `again`: not the read that is under way, which may not hold what has just been changed, but one after it. */
async function once(what: string, read: () => Promise<void>, again = false): Promise<void> {
  const running = reading.get(what);
  if (running !== undefined && !again) return running;
  const next = running === undefined ? read() : running.then(read);
  reading.set(what, next);
  await next;
  if (reading.get(what) === next) reading.delete(what);
}

/** Reads the views, unless they are known. */
export async function loadViews(host: HostState, again = false): Promise<void> {
  listenToTabs(host);
  if (savedState().views !== undefined && !again) return;
  await once(
    "views",
    async () => {
      const read = await repositoryOf(host).views();
      changeSaved(() => (read.ok ? { views: read.value, problem: undefined } : { problem: read.message }));
    },
    again,
  );
}

export async function loadCompanies(host: HostState, again = false): Promise<void> {
  listenToTabs(host);
  if (savedState().companies !== undefined && !again) return;
  await once(
    "companies",
    async () => {
      const read = await repositoryOf(host).companies();
      changeSaved(() => (read.ok ? { companies: read.value, problem: undefined } : { problem: read.message }));
    },
    again,
  );
}

/** Counts what is new, where the host does that for free. */
export async function loadCounts(host: HostState, ids: readonly string[]): Promise<void> {
  if (!host.own || ids.length === 0) return;
  await once(`counts ${ids.join(" ")}`, async () => {
    const read = await repositoryOf(host).counts(ids, readOverlap());
    if (!read.ok) return;
    changeSaved(({ counts }) => {
      const others = Object.entries(counts).filter(([id]) => !ids.includes(id));
      return { counts: { ...Object.fromEntries(others), ...read.value } };
    });
  });
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

/** What is new in a view has been loaded: its last look is now. */
export async function markSeen(host: HostState, id: string): Promise<void> {
  const seen = await repositoryOf(host).changeView(id, undefined, { seen: true });
  if (!seen.ok) return;
  changeSaved(({ counts }) => ({ counts: Object.fromEntries(Object.entries(counts).filter(([of]) => of !== id)) }));
  await changedViews(host);
}

export async function watch(
  host: HostState,
  drafts: readonly WatchDraft[],
): Promise<SaveResult<readonly WatchedCompany[]>> {
  const watched = await repositoryOf(host).watch(drafts);
  await changedCompanies(host);
  return watched;
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
  const removed = await repositoryOf(host).unwatch(id);
  await changedCompanies(host);
  return removed;
}

/** After every change the whole list is read anew: it is short, free, and holds what other tabs have done. */
async function changedViews(host: HostState): Promise<void> {
  await loadViews(host, true);
  channel?.postMessage("views");
}

async function changedCompanies(host: HostState): Promise<void> {
  await loadCompanies(host, true);
  channel?.postMessage("companies");
}

let channel: BroadcastChannel | undefined;

/** Another tab of this browser has changed something. */
function listenToTabs(host: HostState): void {
  if (channel !== undefined || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel("dealflow.saved");
  channel.onmessage = ({ data }) => void (data === "views" ? loadViews : loadCompanies)(host, true);
}
