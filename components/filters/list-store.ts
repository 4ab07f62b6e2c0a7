"use client";
/** Fetches the long lists on demand, once for the whole page, and notifies the components that show them. */
import { useEffect, useSyncExternalStore } from "react";
import type { ListName } from "@/lib/contract/filters";
import { arrangeCodes } from "./naics-tree";
import { arrangeCountries, arrangeIndustries, isLong, type Listed, type LongList, shortList } from "./value-lists";

const FETCH: Readonly<Record<LongList, () => Promise<readonly Listed[]>>> = {
  countries: async () => arrangeCountries((await import("@/lib/contract/values/countries")).COUNTRIES),
  industries: async () => arrangeIndustries((await import("@/lib/contract/values/industries")).INDUSTRIES),
  naics: async () => {
    const { NAICS, NAICS_PARENTS } = await import("@/lib/contract/values/naics");
    return arrangeCodes([...NAICS, ...NAICS_PARENTS]);
  },
};

const cached = new Map<LongList, readonly Listed[]>();
const underWay = new Set<LongList>();
const failed = new Set<LongList>();
const listeners = new Set<() => void>();
let version = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

/** Fetches a list unless it is loaded or loading; a list that failed is retried. */
export async function fetchList(name: ListName): Promise<void> {
  if (!isLong(name) || cached.has(name) || underWay.has(name)) return;
  underWay.add(name);
  if (failed.delete(name)) changed();
  try {
    cached.set(name, await FETCH[name]());
  } catch {
    failed.add(name);
  } finally {
    underWay.delete(name);
  }
  changed();
}

/** What a page brings of the long lists for its first paint. */
export type ListSeed = Partial<Record<ListName, readonly Listed[]>>;

export interface CachedList {
  readonly values: readonly Listed[];
  /** False: only what the page brought. */
  readonly whole: boolean;
  readonly failed: boolean;
}

/** Reads lists; the caller is rendered again when a list arrives. */
export function useLists(seed: ListSeed): (name: ListName) => CachedList {
  // The server and the first paint know nothing but the seed, whatever an earlier page has fetched.
  const now = useSyncExternalStore(
    subscribe,
    () => version,
    () => 0,
  );
  return (name) => {
    if (!isLong(name)) return { values: shortList(name), whole: true, failed: false };
    const whole = now === 0 ? undefined : cached.get(name);
    return { values: whole ?? seed[name] ?? [], whole: whole !== undefined, failed: now !== 0 && failed.has(name) };
  };
}

/** Fetches a list when one of these values has no title yet. */
export function useTitlesOf(name: ListName, list: CachedList, names: readonly string[]): void {
  const missing = !list.whole && names.some((value) => list.values.every((item) => item.value !== value));
  useEffect(() => {
    if (missing) void fetchList(name);
  }, [missing, name]);
}
