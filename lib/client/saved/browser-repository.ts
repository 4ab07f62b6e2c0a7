/**
 * Stores saved views and the watchlist in this browser, for hosts with nothing but the interface. Every change reads
 * what is stored, changes that and writes it back in one step, so that two tabs do not lose each other's.
 */

import { SAVED, SAVED_LIMITS, type SavedView, type WatchedCompany } from "@dealflow/contract/account/saved";
import { isObject } from "@dealflow/contract/query/syntax";
import type * as z from "zod/mini";
import { savedCookie } from "@/lib/api/saved-cookie";
import { AccountRequestError } from "@/lib/queries/account";
import type { SavedRepository } from "./repository";

interface Stored {
  readonly views: readonly SavedView[];
  readonly companies: readonly WatchedCompany[];
}

/** Rejects a change as the service does. */
export function rejection(message: string): AccountRequestError {
  return new AccountRequestError(message, 409);
}

/** @param account identifies the host's key: what one key has saved is not shown with another */
export function browserRepository(account: string): SavedRepository {
  const key = `dealflow.saved.${account}`;

  function stored(): Stored {
    try {
      const json: unknown = JSON.parse(window.localStorage.getItem(key) ?? "");
      if (isObject(json))
        return {
          views: readItems(json.views, SAVED.changeView.response).sort(byName),
          companies: readItems(json.companies, SAVED.changeWatched.response),
        };
    } catch {
      // Nothing is stored, or it is not ours, or the storage is disabled.
    }
    return { views: [], companies: [] };
  }

  function store<T>(next: Stored, value: T): T {
    try {
      window.localStorage.setItem(key, JSON.stringify(next));
    } catch {
      throw rejection("This browser's storage is full or disabled.");
    }
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = savedCookie(account, next.views.length, next.companies.length);
    return value;
  }

  return {
    views: async () => stored().views,
    companies: async () => stored().companies,
    counts: async () => ({}),

    addViews: async (drafts) => {
      const now = stored();
      if (now.views.length + drafts.length > SAVED_LIMITS.views)
        throw rejection(formatLimitReached(SAVED_LIMITS.views));
      const at = new Date().toISOString();
      const added = drafts.map((draft) => ({ id: newId(), lastSeenAt: at, createdAt: at, version: 1, ...draft }));
      const names = new Set(now.views.map(({ name }) => name.toLowerCase()));
      for (const { name } of added) {
        if (names.has(name.toLowerCase())) throw rejection(formatNameTaken(name));
        names.add(name.toLowerCase());
      }
      return store({ ...now, views: [...now.views, ...added] }, added);
    },

    changeView: async (id, version, { seen, ...change }) => {
      const now = stored();
      const view = now.views.find((one) => one.id === id);
      if (view === undefined) throw rejection("This view no longer exists.");
      if (version !== undefined && version !== view.version) throw rejection(changed(view.name));
      const name = change.name?.toLowerCase();
      if (name !== undefined && now.views.some((one) => one.id !== id && one.name.toLowerCase() === name))
        throw rejection(formatNameTaken(change.name ?? ""));
      const next: SavedView = {
        ...view,
        ...change,
        ...(seen && { lastSeenAt: new Date().toISOString() }),
        version: version === undefined ? view.version : version + 1,
      };
      return store({ ...now, views: now.views.map((one) => (one.id === id ? next : one)) }, next);
    },

    removeView: async (id) => {
      const now = stored();
      return store({ ...now, views: now.views.filter((one) => one.id !== id) }, undefined);
    },

    watch: async (drafts) => {
      const now = stored();
      const at = new Date().toISOString();
      const watched = drafts.map((draft): WatchedCompany => {
        const there = now.companies.find((one) => one.id === draft.id);
        return { note: "", addedAt: at, version: 1, ...draft, ...(there && { ...there, ...named(draft) }) };
      });
      const others = now.companies.filter((one) => !watched.some(({ id }) => id === one.id));
      if (watched.length + others.length > SAVED_LIMITS.companies)
        throw rejection(formatLimitReached(SAVED_LIMITS.companies));
      return store({ ...now, companies: [...watched, ...others].sort(lastAddedFirst) }, watched);
    },

    changeNote: async (id, version, note) => {
      const now = stored();
      const company = now.companies.find((one) => one.id === id);
      if (company === undefined) throw rejection("This company is no longer on the watchlist.");
      if (company.version !== version) throw rejection(changed(company.name));
      const next = { ...company, note, version: version + 1 };
      return store({ ...now, companies: now.companies.map((one) => (one.id === id ? next : one)) }, next);
    },

    unwatch: async (id) => {
      const now = stored();
      return store({ ...now, companies: now.companies.filter((one) => one.id !== id) }, undefined);
    },
  };
}

function readItems<T>(json: unknown, schema: z.ZodMiniType<T>): T[] {
  if (!Array.isArray(json)) return [];
  return json.map((item) => schema.safeParse(item).data).filter((item) => item !== undefined);
}

function named({ name, domain }: Pick<WatchedCompany, "name" | "domain">) {
  return { name, domain };
}

function byName(a: SavedView, b: SavedView): number {
  const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}

function lastAddedFirst(a: WatchedCompany, b: WatchedCompany): number {
  return Date.parse(b.addedAt) - Date.parse(a.addedAt);
}

const formatLimitReached = (most: number) => `This browser can store at most ${most} of these; remove some first.`;
export const formatNameTaken = (name: string) => `A view named "${name}" already exists.`;
const changed = (name: string) => `"${name}" was changed elsewhere; reload it.`;

/** Only https and localhost have `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
