/** Reads saved views and the watchlist of a file tolerantly. */

import { isObject } from "@dealflow/client/tolerant-reader";
import { SAVED_LIMITS, type ViewDraft, type WatchDraft } from "@dealflow/contract/account/saved";
import { FEED_NAMES } from "@dealflow/contract/feeds";

/** Returns the end of a sentence that says what is wrong when it is not valid. */
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

/** Returns the end of a sentence that says what is wrong when it is not valid. */
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
