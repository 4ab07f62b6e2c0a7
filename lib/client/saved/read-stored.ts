/** Tolerant readers for saved views and the watchlist of the browser's storage or of a file. */

import { isObject } from "@dealflow/client/tolerant-reader";
import { FEED_NAMES } from "@dealflow/contract/feeds";
import {
  SAVED_LIMITS,
  type SavedView,
  type ViewDraft,
  type WatchDraft,
  type WatchedCompany,
} from "@dealflow/contract/saved";

/** The valid items of a list; the rest is left out. */
export function readAll<T>(json: unknown, field: string, read: (value: unknown) => T | string): T[] {
  const list = isObject(json) ? json[field] : undefined;
  if (!Array.isArray(list)) return [];
  return list.map(read).filter((item): item is Exclude<typeof item, string> => typeof item !== "string");
}

export function readView(value: unknown): SavedView | string {
  const draft = readViewDraft(value);
  if (typeof draft === "string" || !isObject(value)) return String(draft);
  const { id, lastSeenAt, createdAt } = draft;
  if (id === undefined || lastSeenAt === undefined || createdAt === undefined) return "it has no id or no dates";
  return { ...draft, id, lastSeenAt, createdAt, version: versionOf(value) };
}

export function readCompany(value: unknown): WatchedCompany | string {
  const draft = readWatchDraft(value);
  if (typeof draft === "string" || !isObject(value)) return String(draft);
  const { note = "", addedAt = new Date(0).toISOString() } = draft;
  return { ...draft, note, addedAt, version: versionOf(value) };
}

/** Or what is wrong with it, as the end of a sentence. */
export function readViewDraft(value: unknown): ViewDraft | string {
  if (!isObject(value)) return "it is not a view";
  const name = shortText(value.name, SAVED_LIMITS.name)?.trim();
  if (!name) return `name must be text of 1 to ${SAVED_LIMITS.name} characters`;
  const feed = FEED_NAMES.find((known) => known === value.feed);
  if (feed === undefined) return `feed must be one of ${FEED_NAMES.join(", ")}`;
  const query = shortText(value.query, SAVED_LIMITS.query);
  if (query === undefined) return `query must be text of at most ${SAVED_LIMITS.query} characters`;
  return {
    name,
    feed,
    query,
    columns: shortText(value.columns, SAVED_LIMITS.screen) ?? null,
    sort: shortText(value.sort, SAVED_LIMITS.screen) ?? null,
    shared: value.shared !== false,
    ...(typeof value.id === "string" ? { id: value.id } : {}),
    ...instant("lastSeenAt", value.lastSeenAt),
    ...instant("createdAt", value.createdAt),
  };
}

/** Or what is wrong with it, as the end of a sentence. */
export function readWatchDraft(value: unknown): WatchDraft | string {
  if (!isObject(value)) return "it is not a company";
  const id = shortText(value.id, SAVED_LIMITS.companyName);
  if (!id) return "id must be the id of a company";
  const name = shortText(value.name, SAVED_LIMITS.companyName);
  if (!name) return "name must be text";
  const note = value.note === undefined ? "" : shortText(value.note, SAVED_LIMITS.note);
  if (note === undefined) return `note must be text of at most ${SAVED_LIMITS.note} characters`;
  const domain = shortText(value.domain, SAVED_LIMITS.companyName) || null;
  return { id, name, domain, note, ...instant("addedAt", value.addedAt) };
}

function versionOf(value: Readonly<Record<string, unknown>>): number {
  const { version } = value;
  return typeof version === "number" && Number.isInteger(version) && version > 0 ? version : 1;
}

function shortText(value: unknown, maxLength: number): string | undefined {
  return typeof value === "string" && [...value].length <= maxLength && value.isWellFormed() && !value.includes("\0")
    ? value
    : undefined;
}

function instant<const Name extends string>(name: Name, value: unknown): { readonly [K in Name]?: string } {
  const at = typeof value === "string" ? new Date(value) : undefined;
  if (at === undefined || Number.isNaN(at.getTime())) return {};
  // The only key is the one that the type names.
  return { [name]: at.toISOString() } as { readonly [K in Name]?: string };
}
