/** Stores saved views and the watchlist: our own service, or this browser for a foreign host. */
import type { SavedView, ViewChange, ViewDraft, WatchDraft, WatchedCompany } from "@dealflow/contract/saved";

/** The result, or the error as one sentence. */
export type SaveResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Nothing here is ever charged for. No promise rejects. */
export interface SavedRepository {
  views(): Promise<SaveResult<readonly SavedView[]>>;
  addViews(drafts: readonly ViewDraft[]): Promise<SaveResult<readonly SavedView[]>>;
  /** `version` is the one that was seen; undefined for a change that needs none. */
  changeView(id: string, version: number | undefined, change: ViewChange): Promise<SaveResult<SavedView>>;
  removeView(id: string): Promise<SaveResult<undefined>>;
  /** How many events are new in each view; empty where counting is not free. */
  counts(ids: readonly string[], overlapDays: number): Promise<SaveResult<Readonly<Record<string, number>>>>;
  companies(): Promise<SaveResult<readonly WatchedCompany[]>>;
  watch(drafts: readonly WatchDraft[]): Promise<SaveResult<readonly WatchedCompany[]>>;
  changeNote(id: string, version: number, note: string): Promise<SaveResult<WatchedCompany>>;
  unwatch(id: string): Promise<SaveResult<undefined>>;
}
